import assert from "node:assert/strict";
import { type Caught, caught, walSql } from "./database_fixture.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { scanWal, type WalScan } from "./wal.ts";
import { addChecksum, type Sums } from "./wal_header.ts";

const PAGE = 512;
const FRAME = PAGE + 24;

function scanned(wal: Uint8Array, earlier: WalScan | null = null): WalScan {
  return scanWal(memoryFile("/x.db-wal", wal), PAGE, { earlier });
}

function walOf(files: Caught): Uint8Array {
  assert.ok(files.wal, "the writer left a log");
  return files.wal;
}

Deno.test("scanWal() counts frames and commits of a log that is whole", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 5 })));
  const { facts, pages, databasePages } = scanned(wal);
  assert.equal(facts.header, "sound");
  assert.equal(facts.commits, 6);
  assert.equal(facts.size, wal.length);
  assert.equal(facts.committed, (wal.length - 32) / FRAME);
  assert.deepEqual([facts.uncommitted, facts.stale, facts.torn], [0, 0, 0]);
  assert.equal(Math.max(...pages.keys()), databasePages);
});

Deno.test("scanWal() leaves out what an open transaction has spilled", () => {
  const wal = walOf(caught(
    walSql({ pageSize: PAGE, rows: 2 }) + `;PRAGMA cache_size=2; BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO t SELECT i, printf('%.*c', 300, 'y') FROM n`,
  ));
  const { facts, pages } = scanned(wal);
  assert.equal(facts.commits, 3);
  assert.ok(facts.uncommitted > 10);
  assert.equal(facts.valid, facts.committed + facts.uncommitted);
  const end = 32 + facts.committed * FRAME;
  for (const offset of pages.values()) assert.ok(offset < end);
});

Deno.test("scanWal() knows frames of an earlier generation", () => {
  const wal = walOf(caught(
    walSql({ pageSize: PAGE, rows: 20 }) +
      ";PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (99, 'z')",
  ));
  const { facts } = scanned(wal);
  assert.equal(facts.checkpointSequence, 1);
  assert.equal(facts.commits, 1);
  assert.equal(facts.stale, (wal.length - 32) / FRAME - facts.valid);
  assert.ok(facts.stale > 0);
});

Deno.test("scanWal() stops at the first frame that does not check", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 6 })));
  const whole = scanned(wal).facts;
  const flipped = wal.slice();
  const third = 32 + 3 * FRAME + 100;
  flipped[third] = (flipped[third] ?? 0) ^ 1;
  const { facts } = scanned(flipped);
  assert.equal(facts.valid, 3);
  assert.equal(facts.torn, whole.valid - 3);
  assert.equal(facts.tornBytes, facts.torn * FRAME);
});

Deno.test("scanWal() takes no frame behind a foreign one, even if it checks", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 6 })));
  const end = 32 + 3 * FRAME;
  const foreign = wal.slice(32, 32 + FRAME).fill(7, 8, 16);
  const spliced = Uint8Array.from([...wal.slice(0, end), ...foreign, ...wal.slice(end)]);
  const { facts } = scanned(spliced);
  assert.deepEqual([facts.valid, facts.stale], [3, 1]);
});

Deno.test("scanWal() reads a log cut at any byte up to its last whole commit", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 8 })));
  const ends: number[] = [];
  for (let frame = 0; 32 + frame * FRAME < wal.length; frame++) {
    const size = new DataView(wal.buffer).getUint32(32 + frame * FRAME + 4);
    if (size > 0) ends.push(32 + (frame + 1) * FRAME);
  }
  for (let cut = 0; cut <= wal.length; cut++) {
    const { facts } = scanned(wal.subarray(0, cut));
    assert.equal(facts.commits, ends.filter((end) => end <= cut).length, `cut at ${cut}`);
    assert.equal(facts.header, cut === 0 ? "empty" : cut < 32 ? "damaged" : "sound");
    if (cut >= 32) {
      assert.equal(facts.tornBytes, (cut - 32) % FRAME, `cut at ${cut}`);
      assert.equal(facts.valid, Math.floor((cut - 32) / FRAME));
    }
  }
});

Deno.test("scanWal() takes big-endian checksums", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 3 })));
  const turned = bigEndian(wal);
  assert.notDeepEqual(turned, wal);
  const { facts, pages } = scanned(turned);
  assert.equal(facts.commits, 4);
  assert.deepEqual([...pages], [...scanned(wal).pages]);
});

Deno.test("scanWal() gives nothing of a log that is not this database's", () => {
  const wal = walOf(caught(walSql({ pageSize: 1024, rows: 3 })));
  const other = scanned(wal);
  assert.equal(other.facts.header, "other page size");
  assert.equal(other.facts.pageSize, 1024);
  assert.equal(other.pages.size, 0);
  const version = wal.slice();
  version[7] = (version[7] ?? 0) + 1;
  assert.equal(scanned(version).facts.header, "damaged");
});

Deno.test("scanWal() goes on from an earlier scan as if it had read all", () => {
  const wal = walOf(caught(walSql({ pageSize: PAGE, rows: 9 })));
  for (const cut of [32, 32 + 4 * FRAME, 32 + 7 * FRAME + 11, wal.length]) {
    const earlier = scanned(wal.subarray(0, cut));
    assert.deepEqual(scanned(wal, earlier), scanned(wal), `after ${cut} bytes`);
  }
  const restarted = walOf(caught(walSql({ pageSize: PAGE, rows: 2 })));
  assert.deepEqual(scanned(restarted, scanned(wal)), scanned(restarted));
});

/** The same log as a big-endian machine writes it. */
function bigEndian(wal: Uint8Array): Uint8Array {
  const bytes = wal.slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x377f0683);
  const sum = (sums: Sums, from: number, length: number): Sums =>
    addChecksum(sums, view, { from, length, littleEndian: false });
  const store = (sums: Sums, at: number): void =>
    sums.forEach((half, n) => view.setInt32(at + n * 4, half));
  let sums = sum([0, 0], 0, 24);
  store(sums, 24);
  for (let at = 32; at < bytes.length; at += FRAME) {
    sums = sum(sum(sums, at, 8), at + 24, PAGE);
    store(sums, at + 16);
  }
  return bytes;
}
