import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Caught, caught, inFolder, laidOut, walSql } from "./database_fixture.ts";
import { buildImage, fileSink, memorySink } from "./image_build.ts";
import { openUnit, surveyUnit } from "./image_survey.ts";
import { memoryFile } from "../../testdata/memory_file.ts";

function fileOf(files: Caught): ReturnType<typeof memoryFile> {
  const companions = {
    ...(files.wal && { "-wal": files.wal }),
    ...(files.journal && { "-journal": files.journal }),
  };
  return memoryFile("/x.db", files.main, { companions });
}

function built(files: Caught): Uint8Array {
  const unit = openUnit(fileOf(files), false);
  const survey = surveyUnit(unit);
  const sink = memorySink(survey.size);
  buildImage(unit, survey, sink);
  return sink.bytes();
}

/** What SQLite itself makes of the files, once it has recovered and checkpointed them. */
function recovered(files: Caught): Uint8Array {
  return inFolder((folder) => {
    const path = laidOut(folder, files);
    const db = new DatabaseSync(path);
    db.exec("SELECT count(*) FROM sqlite_schema");
    db.close();
    return new Uint8Array(readFileSync(path));
  });
}

function assertSame(image: Uint8Array, expected: Uint8Array, what: string): void {
  const wanted = expected.slice();
  wanted.set([1, 1], 18);
  assert.equal(image.length, wanted.length, what);
  assert.ok(image.every((byte, at) => byte === wanted[at]), what);
}

const HOT = `PRAGMA page_size=512; CREATE TABLE t (a, b);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
  INSERT INTO t SELECT i, printf('%.*c', 400, 'x') FROM n;
  PRAGMA cache_size=3; BEGIN; UPDATE t SET b = printf('%.*c', 400, 'y') WHERE a > 5;
  WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
  INSERT INTO t SELECT i, printf('%.*c', 400, 'z') FROM n`;

Deno.test("buildImage() puts back what a hot journal saved, byte for byte as SQLite does", () => {
  for (const mode of ["FULL", "OFF"]) {
    const files = caught(`PRAGMA synchronous=${mode}; ${HOT}`);
    const image = built(files);
    assertSame(image, recovered(files), mode);
    assert.ok(files.main.length > image.length, "the image is cut to its earlier size");
  }
});

Deno.test("buildImage() reads a journal cut anywhere as SQLite does", () => {
  const files = caught(`PRAGMA synchronous=OFF; ${HOT}`);
  const { journal } = files;
  assert.ok(journal);
  for (let cut = 512; cut < journal.length; cut += 1733) {
    const short = { ...files, journal: journal.subarray(0, cut) };
    assertSame(built(short), recovered(short), `cut at ${cut}`);
  }
});

Deno.test("buildImage() applies a log as SQLite's checkpoint does", () => {
  for (const pageSize of [512, 4096, 65536]) {
    const files = caught(
      walSql({ pageSize, rows: 40 }) +
        ";PRAGMA wal_checkpoint(RESTART); DELETE FROM t WHERE a % 3 = 0; PRAGMA cache_size=2;" +
        "BEGIN; UPDATE t SET b = printf('%.*c', 9000, 'never')",
    );
    assertSame(built(files), recovered(files), `page size ${pageSize}`);
  }
});

Deno.test("buildImage() cuts to the size of the last commit after a VACUUM", () => {
  const files = caught(
    walSql({ pageSize: 512, rows: 60 }) +
      ";PRAGMA wal_checkpoint(RESTART); DELETE FROM t WHERE a > 3; VACUUM",
  );
  const image = built(files);
  assert.ok(image.length < files.main.length);
  assertSame(image, recovered(files), "vacuumed");
});

Deno.test("fileSink() makes the same image as memorySink(), under a new name, and removes it", () => {
  const files = caught(walSql({ pageSize: 1024, rows: 20 }));
  inFolder((folder) => {
    const other = fileSink(folder);
    const sink = fileSink(folder);
    assert.notEqual(sink.path, other.path);
    const unit = openUnit(fileOf(files), false);
    buildImage(unit, surveyUnit(unit), sink);
    sink.close();
    sink.close();
    assert.deepEqual(new Uint8Array(readFileSync(sink.path)), built(files));
    for (const done of [sink, other]) {
      done.close();
      done.remove();
      assert.throws(() => readFileSync(done.path), { code: "ENOENT" });
    }
  });
});

Deno.test("buildImage() takes what was committed after the survey", () => {
  const files = caught(walSql({ pageSize: 512, rows: 40 }));
  const { main, wal } = files;
  assert.ok(wal);
  const early = openUnit(fileOf({ ...files, wal: wal.subarray(0, 4000) }), false);
  const first = surveyUnit(early);
  const sink = memorySink(first.size);
  const unit = openUnit(memoryFile("/x.db", main, { companions: { "-wal": wal } }), false);
  assert.ok(buildImage(unit, first, sink).size > first.size);
  assertSame(sink.bytes(), recovered(files), "grown");
});
