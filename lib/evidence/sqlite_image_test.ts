import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import fc from "fast-check";
import type { ImageOptions } from "./database.ts";
import { caught, firstColumn, inFolder, laidOut, UNFINISHED, walSql } from "./database_fixture.ts";
import type { EvidenceFile } from "./file.ts";
import { localTree } from "./local_tree.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { inspectImage, openImage } from "./sqlite_image.ts";

const OPTIONS: ImageOptions = {
  maxMemory: 64 * 1024 ** 2,
  workFolder: null,
  withoutWal: false,
  imageOnly: false,
};
const ROWS = "SELECT a FROM t ORDER BY a";

function rowsOf(file: EvidenceFile, options: Partial<ImageOptions> = {}): number[] {
  const image = openImage(file, { ...OPTIONS, ...options });
  try {
    assert.deepEqual(image.db.prepare("PRAGMA integrity_check").all().map((row) => ({ ...row })), [
      { integrity_check: "ok" },
    ]);
    return firstColumn(image.db, ROWS);
  } finally {
    image.close();
  }
}

function fault(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    const { fault, message } = error as { fault: string; message: string };
    return [fault, message];
  }
  return ["none", ""];
}

/** Names, sizes, times and bytes of a folder. */
function listing(folder: string): unknown[] {
  return readdirSync(folder).sort().map((name) => {
    const { size, mtimeMs, ino } = statSync(`${folder}/${name}`);
    return { name, size, mtimeMs, ino, hex: readFileSync(`${folder}/${name}`, "hex") };
  });
}

Deno.test("openImage() refuses what is no database before SQLite sees it", () => {
  const { main } = caught("CREATE TABLE t (a)");
  const clobbered = main.slice();
  clobbered.fill(0, 0, 16);
  for (
    const bytes of [
      new Uint8Array(),
      new Uint8Array(65536),
      new TextEncoder().encode("oid sha256:00\n"),
      main.subarray(0, 18),
      clobbered,
    ]
  ) {
    const file = memoryFile("/x.db", bytes);
    const expected = ["not-this-format", "not a SQLite database"];
    assert.deepEqual(fault(() => openImage(file, OPTIONS)), expected);
    assert.deepEqual(fault(() => inspectImage(file)), expected);
  }
});

Deno.test("openImage() reads a resting database in place, in a folder it cannot write to", () => {
  inFolder((folder) => {
    const { main } = caught(`${walSql({ pageSize: 4096, rows: 3 })}; PRAGMA wal_checkpoint`);
    mkdirSync(`${folder}/a b%é#?`);
    const path = laidOut(`${folder}/a b%é#?`, { main });
    chmodSync(`${folder}/a b%é#?`, 0o555);
    const before = listing(`${folder}/a b%é#?`);
    const file = localTree().open(path);
    const image = openImage(file, OPTIONS);
    assert.equal(image.facts.route, "in-place");
    assert.equal(image.facts.walMode, true);
    assert.deepEqual(firstColumn(image.db, ROWS), [1, 2, 3]);
    assert.throws(() => image.db.exec("CREATE TABLE u (a)"));
    assert.equal(image.unchanged(), true);
    image.close();
    image.close();
    file.close();
    assert.deepEqual(listing(`${folder}/a b%é#?`), before);
    chmodSync(`${folder}/a b%é#?`, 0o755);
  });
});

Deno.test("openImage() applies the log at every page size and leaves the folder alone", () => {
  for (const pageSize of [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]) {
    inFolder((folder) => {
      const files = caught(walSql({ pageSize, rows: 30 }));
      assert.ok(files.main.length <= pageSize, "the table is only in the log");
      const path = laidOut(folder, files);
      const before = listing(folder);
      const file = localTree().open(path);
      const image = openImage(file, OPTIONS);
      assert.equal(image.facts.route, "memory");
      assert.equal(image.facts.pageSize, pageSize);
      assert.equal(image.facts.wal?.commits, 31);
      assert.equal(firstColumn(image.db, "PRAGMA page_count")[0], image.facts.pages);
      assert.equal(firstColumn(image.db, "PRAGMA schema_version")[0], image.facts.schemaCookie);
      assert.deepEqual({ ...inspectImage(file) }, { ...image.facts });
      assert.equal(image.unchanged(), true);
      image.close();
      assert.equal(rowsOf(file).length, 30);
      file.close();
      assert.deepEqual(listing(folder), before);
    });
  }
});

Deno.test("openImage() reads the last checkpoint when the log is left out", () => {
  const files = caught(
    `${walSql({ pageSize: 1024, rows: 2 })}; PRAGMA wal_checkpoint; INSERT INTO t VALUES (3, 'x')`,
  );
  inFolder((folder) => {
    const file = localTree().open(laidOut(folder, files));
    assert.deepEqual(rowsOf(file), [1, 2, 3]);
    assert.deepEqual(rowsOf(file, { withoutWal: true }), [1, 2]);
    assert.deepEqual(rowsOf(file, { withoutWal: true, imageOnly: true }), [1, 2]);
    const facts = inspectImage(file, { withoutWal: true });
    assert.equal(facts.route, "in-place");
    assert.equal(facts.size, files.main.length);
    assert.equal(facts.wal?.commits, 1);
    file.close();
  });
});

Deno.test("openImage() gives the rows of a committed prefix, wherever the log is cut or bent", () => {
  const { main, wal } = caught(walSql({ pageSize: 512, rows: 12 }));
  assert.ok(wal);
  const check = (bytes: Uint8Array): number => {
    const file = memoryFile("/x.db", main, { companions: { "-wal": bytes } });
    const { commits } = inspectImage(file).wal ?? { commits: 0 };
    const image = openImage(file, OPTIONS);
    try {
      if (commits === 0) {
        assert.equal(firstColumn(image.db, "SELECT 1 FROM sqlite_schema").length, 0);
      } else {
        const expected = Array.from({ length: commits - 1 }, (_, row) => row + 1);
        assert.deepEqual(firstColumn(image.db, ROWS), expected);
      }
    } finally {
      image.close();
    }
    return commits;
  };
  assert.equal(check(wal), 13);
  for (let frame = 0; 32 + frame * 536 <= wal.length; frame++) {
    for (const shift of [-1, 0, 1]) check(wal.subarray(0, 32 + frame * 536 + shift));
  }
  fc.assert(fc.property(fc.nat(wal.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
    const bent = wal.slice();
    bent[at] = (bent[at] ?? 0) ^ change;
    assert.ok(check(bent) < 13);
    check(wal.subarray(0, at));
  }));
});

const FINISHED = Array.from({ length: 40 }, (_, row) => row + 1);

Deno.test("openImage() rolls a hot journal back in its image", () => {
  const files = caught(UNFINISHED);
  inFolder((folder) => {
    const path = laidOut(folder, files);
    const before = listing(folder);
    const file = localTree().open(path);
    const image = openImage(file, OPTIONS);
    assert.equal(image.facts.route, "memory");
    assert.equal(image.facts.journal?.hot, true);
    assert.equal(image.facts.pages, image.facts.journal?.originalPages);
    assert.ok(image.facts.size < files.main.length);
    image.close();
    assert.deepEqual(rowsOf(file), FINISHED);
    assert.deepEqual(rowsOf(file, { withoutWal: true }), FINISHED);
    file.close();
    assert.deepEqual(listing(folder), before);
  });
});

Deno.test("openImage() leaves a journal alone that is not hot", () => {
  const { main, journal } = caught(
    "PRAGMA journal_mode=PERSIST; CREATE TABLE t (a); INSERT INTO t VALUES (1)",
  );
  assert.ok(journal && journal.length > 512);
  inFolder((folder) => {
    const file = localTree().open(laidOut(folder, { main, journal }));
    const facts = inspectImage(file);
    assert.deepEqual([facts.route, facts.journal?.state], ["in-place", "zeroed"]);
    assert.deepEqual(rowsOf(file), [1]);
    file.close();
  });
});

Deno.test("openImage() finds no database where the first transaction never ended", () => {
  const files = caught(
    `PRAGMA cache_size=3; BEGIN; CREATE TABLE t (a, b);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
     INSERT INTO t SELECT i, printf('%.*c', 4000, 'x') FROM n`,
  );
  const file = memoryFile("/x.db", files.main, {
    companions: { "-journal": files.journal ?? new Uint8Array() },
  });
  assert.deepEqual(fault(() => openImage(file, OPTIONS)), [
    "not-this-format",
    "not a SQLite database",
  ]);
});

Deno.test("openImage() does not believe a size that nothing backs", () => {
  const files = caught(UNFINISHED);
  const journal = files.journal?.slice() ?? new Uint8Array();
  new DataView(journal.buffer).setUint32(16, 0xfffffffe);
  const file = memoryFile("/x.db", files.main, { companions: { "-journal": journal } });
  assert.ok(inspectImage(file).size < 1.1 * 1024 ** 3);
  const [kind, message] = fault(() => openImage(file, OPTIONS));
  assert.equal(kind, "needs-work-folder");
  assert.match(message, /^Needs an image of 1\d{3} MiB, .* --work DIR$/);
});

Deno.test("openImage() uses the work folder for what does not fit, and clears it", () => {
  const files = caught(walSql({ pageSize: 4096, rows: 200 }));
  inFolder((folder) => {
    const file = localTree().open(laidOut(folder, files));
    const small = { maxMemory: 65536 };
    const [kind, message] = fault(() => openImage(file, { ...OPTIONS, ...small }));
    assert.equal(kind, "needs-work-folder");
    assert.match(message, /1 MiB.*--work DIR/);
    const work = `${folder}/work`;
    mkdirSync(work);
    const workFolder = (): string => work;
    const image = openImage(file, { ...OPTIONS, ...small, workFolder });
    assert.equal(image.facts.route, "work-file");
    assert.equal(readdirSync(work).length, 1);
    assert.equal(firstColumn(image.db, ROWS).length, 200);
    image.close();
    assert.deepEqual(readdirSync(work), []);
    assert.equal(rowsOf(file, { ...small, workFolder }).length, 200);
    file.close();
  });
});
