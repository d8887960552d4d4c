import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatMicros,
  nanosToMicros,
  parseUtcStamp,
  storedTimeNote,
  trustedMicros,
  type UtcStamp,
} from "./time.ts";

Deno.test("trustedMicros trusts 1e9 to 4.2e9 seconds and nothing else", () => {
  assert.equal(trustedMicros(1e9), 1e15);
  assert.equal(trustedMicros(4.2e9), 4.2e15);
  assert.equal(trustedMicros(1793266216n), 1793266216e6);
  const refused = [
    999999999.9,
    4200000000.1,
    999999999n,
    4200000001n,
    9007199254740993n,
    0,
    -1.5,
    3.9e-310,
    5.49e246,
    1793266216400,
    Infinity,
    -Infinity,
    NaN,
    "1793266216.4",
    new Uint8Array([1]),
    null,
  ]; // deno-fmt-ignore
  for (const value of refused) assert.equal(trustedMicros(value), null, String(value));
});

Deno.test("trustedMicros rounds as toFixed(6) does", () => {
  const seconds = fc.oneof(
    fc.double({ min: 1e9, max: 4.2e9, noNaN: true }),
    // Doubles half-way between two microseconds exist only with a few fraction bits.
    fc.tuple(fc.integer({ min: 1e9, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 2 ** 22 - 1 }))
      .map(([whole, bits]) => whole + bits / 2 ** 22),
  );
  fc.assert(
    fc.property(seconds, (value) => {
      const [whole = "", fraction = ""] = value.toFixed(6).split(".");
      assert.equal(trustedMicros(value), Number(whole) * 1e6 + Number(fraction));
    }),
    { numRuns: 2000 },
  );
  // 1/128 s is 7812.5 microseconds.
  assert.equal(trustedMicros(1793266216 + 1 / 128), 1793266216_007813);
});

Deno.test("formatMicros prints UTC with six fraction digits", () => {
  assert.equal(formatMicros(1793266216_400000), "2026-10-29T09:30:16.400000Z");
  assert.equal(formatMicros(1e15), "2001-09-09T01:46:40.000000Z");
  assert.equal(formatMicros(1793266216_000001), "2026-10-29T09:30:16.000001Z");
});

Deno.test("formatMicros agrees with Date, whatever was printed before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1e15, max: 4.2e15 }), (time) => {
      const millis = Math.floor(time / 1000);
      const micros = String(time - millis * 1000).padStart(3, "0");
      assert.equal(formatMicros(time), new Date(millis).toISOString().replace("Z", `${micros}Z`));
    }),
  );
});

Deno.test("storedTimeNote keeps the value as it was stored", () => {
  const notes = [
    [1793266216400, "1793266216400"],
    [5.49e246, "5.49e+246"],
    [-Infinity, "-Infinity"],
    [0, "0"],
    [9223372036854775807n, "9223372036854775807"],
    ["2026-10-29T09:30:16Z", "2026-10-29T09:30:16Z"],
    [new Uint8Array([10, 27]), "x'0a1b'"],
    [new Uint8Array([]), "x''"],
  ] as const;
  for (const [value, shown] of notes) {
    assert.equal(storedTimeNote(value), `timestamp as stored: ${shown}`);
  }
  assert.equal(storedTimeNote(null), null);
});

Deno.test("nanosToMicros rounds half up", () => {
  assert.equal(nanosToMicros(1793266216_400000_499n), 1793266216_400000);
  assert.equal(nanosToMicros(1793266216_400000_500n), 1793266216_400001);
  assert.equal(nanosToMicros(0n), null);
  assert.equal(nanosToMicros(-1n), null);
  assert.equal(nanosToMicros(2n ** 63n), null);
});

Deno.test("parseUtcStamp refuses dates that do not exist", () => {
  assert.equal(parseUtcStamp(2026, 10, 29, 9, 30, 16, 400000), 1793266216_400000);
  assert.equal(parseUtcStamp(2028, 2, 29, 0, 0, 0, 0), Date.UTC(2028, 1, 29) * 1000);
  const refused: UtcStamp[] = [
    [2026, 13, 1, 0, 0, 0, 0],
    [2026, 0, 1, 0, 0, 0, 0],
    [2026, 2, 29, 0, 0, 0, 0],
    [2026, 2, 30, 0, 0, 0, 0],
    [2026, 4, 31, 0, 0, 0, 0],
    [2026, 10, 0, 0, 0, 0, 0],
    [2026, 10, 29, 24, 0, 0, 0],
    [2026, 10, 29, 99, 61, 0, 0],
    [2026, 10, 29, 9, 60, 0, 0],
    [2026, 10, 29, 9, 30, 60, 0],
    [2026, 10, 29, 9, 30, 0, 1000000],
    [2026, 10, 29, 9, 30, 0, -1],
    [2026, 10, 29, NaN, 30, 0, 0],
    [26, 10, 29, 9, 30, 0, 0],
    [1970, 1, 1, 0, 0, 0, 0],
    [99999, 1, 1, 0, 0, 0, 0],
  ];
  for (const stamp of refused) assert.equal(parseUtcStamp(...stamp), null, stamp.join(" "));
});
