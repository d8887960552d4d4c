import assert from "node:assert/strict";
import { zoneOf } from "./host_time.ts";
import { formatMicros } from "./time.ts";

/** Micros of `2026-10-29 09:30:16.400001`, taken as UTC. */
function micros(stamp: string): number {
  const [seconds = "", fraction = ""] = stamp.split(".");
  return Date.parse(`${seconds.replace(" ", "T")}Z`) * 1000 + Number(fraction.padEnd(6, "0"));
}

function reading(zone: string, stamp: string): [string, boolean] {
  const { time, ambiguous } = zoneOf(zone).toUtc(micros(stamp));
  return [formatMicros(time), ambiguous];
}

Deno.test("toUtc converts by the offset of the moment", () => {
  assert.deepEqual(reading("Europe/Berlin", "2026-10-24 10:02:44.918203"), [
    "2026-10-24T08:02:44.918203Z",
    false,
  ]);
  assert.deepEqual(reading("Europe/Berlin", "2026-10-29 10:02:44.918203"), [
    "2026-10-29T09:02:44.918203Z",
    false,
  ]);
  assert.deepEqual(reading("Asia/Kathmandu", "2026-10-29 00:00:00"), [
    "2026-10-28T18:15:00.000000Z",
    false,
  ]);
  assert.deepEqual(reading("Pacific/Kiritimati", "2026-01-01 00:00:00.5"), [
    "2025-12-31T10:00:00.500000Z",
    false,
  ]);
  assert.deepEqual(reading("UTC", "2026-10-29 00:00:00"), ["2026-10-29T00:00:00.000000Z", false]);
});

Deno.test("toUtc takes the earlier reading of an hour that came twice", () => {
  const berlin = (stamp: string): [string, boolean] => reading("Europe/Berlin", stamp);
  assert.deepEqual(berlin("2026-10-25 01:59:59"), ["2026-10-24T23:59:59.000000Z", false]);
  assert.deepEqual(berlin("2026-10-25 02:00:00"), ["2026-10-25T00:00:00.000000Z", true]);
  assert.deepEqual(berlin("2026-10-25 02:59:59"), ["2026-10-25T00:59:59.000000Z", true]);
  assert.deepEqual(berlin("2026-10-25 03:00:00"), ["2026-10-25T02:00:00.000000Z", false]);
  assert.deepEqual(reading("Australia/Lord_Howe", "2026-04-05 01:45:00"), [
    "2026-04-04T14:45:00.000000Z",
    true,
  ]);
});

Deno.test("toUtc takes the offset before a gap", () => {
  const berlin = (stamp: string): [string, boolean] => reading("Europe/Berlin", stamp);
  assert.deepEqual(berlin("2026-03-29 01:59:59"), ["2026-03-29T00:59:59.000000Z", false]);
  assert.deepEqual(berlin("2026-03-29 02:30:00"), ["2026-03-29T01:30:00.000000Z", false]);
  assert.deepEqual(berlin("2026-03-29 03:00:00"), ["2026-03-29T01:00:00.000000Z", false]);
  // Samoa left out a whole day.
  assert.deepEqual(reading("Pacific/Apia", "2011-12-30 12:00:00"), [
    "2011-12-30T22:00:00.000000Z",
    false,
  ]);
});

Deno.test("toUtc knows clock changes that are not on the hour", () => {
  const newfoundland = (stamp: string): [string, boolean] => reading("America/St_Johns", stamp);
  assert.deepEqual(newfoundland("2009-03-08 00:00:59"), ["2009-03-08T03:30:59.000000Z", false]);
  assert.deepEqual(newfoundland("2009-03-08 01:01:00"), ["2009-03-08T03:31:00.000000Z", false]);
  assert.deepEqual(newfoundland("2009-11-01 00:00:30"), ["2009-11-01T02:30:30.000000Z", true]);
});

Deno.test("toUtc gives back every moment a zone shows only once", () => {
  const zone = zoneOf("America/New_York");
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/New_York",
    dateStyle: "short",
    timeStyle: "medium",
  });
  for (let hour = 0; hour < 24 * 366; hour += 5) {
    const moment = Date.UTC(2026, 0, 1, hour, 17, 3);
    const { time, ambiguous } = zone.toUtc(micros(clock.format(moment)));
    const shownTwice = ambiguous && time !== moment * 1000;
    assert.equal(shownTwice ? time + 3600e6 : time, moment * 1000);
  }
});

Deno.test("zoneOf refuses what is no zone, by its name", () => {
  for (const name of ["Mars/Olympus", "", "+02:00", "-0500", "Europe/Berlin\n", "../etc"]) {
    assert.throws(
      () => zoneOf(name),
      (error) => error instanceof RangeError && error.message.includes(`"${name}"`),
      name,
    );
  }
});
