import assert from "node:assert/strict";
import fc from "fast-check";
import type { FileFacts } from "../evidence/file.ts";
import { fileFacts } from "../evidence/plain_facts.ts";
import { type Claim, type Item, manifestLine, readManifestLine } from "./item.ts";
import { isoTime, nanosecondsOf } from "./recorded_time.ts";

const NOBODY: Claim = {
  user: null,
  home: null,
  homeForm: null,
  profile: null,
  volume: null,
  store: null,
  secretRule: null,
};

Deno.test("times keep their nanoseconds, before 1970 and after 2107 too", () => {
  assert.equal(isoTime(1_793_266_216_400_000_001n), "2026-10-29T09:30:16.400000001Z");
  assert.equal(isoTime(-1n), "1969-12-31T23:59:59.999999999Z");
  assert.equal(isoTime(0n), "1970-01-01T00:00:00.000000000Z");
  assert.equal(isoTime(10n ** 30n), null);
  assert.equal(nanosecondsOf("no time"), 0n);
  assert.equal(nanosecondsOf(null), 0n);
  fc.assert(fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (time) => {
    assert.equal(nanosecondsOf(isoTime(time)), time);
  }));
});

Deno.test("a line gives back what was recorded", () => {
  const facts: FileFacts = {
    ...fileFacts('/home/ü/a\n"b".md', 12),
    mtimeNs: 1_793_266_216_400_000_001n,
    mode: 0o4755,
    uid: 1000,
    inode: 2n ** 63n + 1n,
    device: 5n,
    nlink: 2,
  };
  const copy = {
    stored: "files/x",
    sha256: "ab".repeat(32),
    size: 12,
    readStart: "2026-10-29T09:30:16.400Z",
    readEnd: "2026-10-29T09:30:16.401Z",
  };
  const item: Item = { facts, claim: NOBODY, status: "collected", rule: null, reason: null, copy };
  const line = manifestLine(item);
  assert.equal(line.indexOf("\n"), line.length - 1);
  const read = readManifestLine(line);
  assert.deepEqual(read, {
    facts,
    stored: copy.stored,
    status: "collected",
    reason: "",
    sha256: copy.sha256,
  });
});

Deno.test("nothing is told of what could not be reached", () => {
  const facts: FileFacts = { ...fileFacts("/x", 0), kind: "unknown" };
  const status = "unreadable";
  const line = manifestLine({ facts, claim: NOBODY, status, rule: null, reason: "r", copy: null });
  const record = JSON.parse(line);
  assert.deepEqual(
    [record.size, record.mode, record.mtime, record.sha256, record.stored],
    [null, null, null, null, null],
  );
});

Deno.test("a line that is cut off is no line", () => {
  const facts = fileFacts("/x", 1);
  const line = manifestLine({
    facts,
    claim: NOBODY,
    status: "special",
    rule: null,
    reason: null,
    copy: null,
  });
  for (let length = 0; length < line.length - 1; length++) {
    assert.equal(readManifestLine(line.slice(0, length)), null);
  }
  for (const other of ["[]", "1", "null", "{}", '{"path":1,"status":"collected"}']) {
    assert.equal(readManifestLine(other), null);
  }
});
