import assert from "node:assert/strict";
import { caught } from "./database_fixture.ts";
import { sqliteHeader } from "./sqlite_header.ts";

Deno.test("sqliteHeader() reads what SQLite wrote, at every page size", () => {
  for (const pageSize of [512, 1024, 4096, 32768, 65536]) {
    const { main } = caught(
      `PRAGMA page_size=${pageSize}; CREATE TABLE t (a); PRAGMA user_version=-7;
       PRAGMA application_id=0x48455233`,
    );
    assert.deepEqual(sqliteHeader(main), {
      pageSize,
      encoding: "UTF-8",
      walMode: false,
      changeCounter: 3,
      schemaCookie: 1,
      userVersion: -7,
      applicationId: 0x48455233,
    });
  }
});

Deno.test("sqliteHeader() tells the three encodings and the log mode", () => {
  for (const encoding of ["UTF-8", "UTF-16le", "UTF-16be"]) {
    const { main } = caught(
      `PRAGMA encoding='${encoding}'; CREATE TABLE t (a); PRAGMA journal_mode=WAL`,
    );
    assert.equal(sqliteHeader(main)?.encoding, encoding);
    assert.equal(sqliteHeader(main)?.walMode, true);
  }
});

Deno.test("sqliteHeader() refuses what only looks like a database", () => {
  const { main } = caught("CREATE TABLE t (a)");
  const withPageSize = (stored: number): Uint8Array => {
    const bytes = main.slice();
    new DataView(bytes.buffer).setUint16(16, stored);
    return bytes;
  };
  const refused = {
    "empty": new Uint8Array(),
    "zeroed": new Uint8Array(4096),
    "text": new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\n".repeat(9)),
    "magic alone": main.subarray(0, 18),
    "one byte short": main.subarray(0, 99),
    "page size 0": withPageSize(0),
    "page size 256": withPageSize(256),
    "page size 1000": withPageSize(1000),
  };
  for (const [what, bytes] of Object.entries(refused)) {
    assert.equal(sqliteHeader(bytes), null, what);
  }
  assert.notEqual(sqliteHeader(main.subarray(0, 100)), null);
});
