import assert from "node:assert/strict";
import { copyFileSync, existsSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { ImageOptions } from "./database.ts";
import { caught, inFolder, laidOut, UNFINISHED, walSql } from "./database_fixture.ts";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { localTree } from "./local_tree.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { openImage } from "./sqlite_image.ts";

const OPTIONS: ImageOptions = {
  maxMemory: 64 * 1024 ** 2,
  workFolder: null,
  withoutWal: false,
  imageOnly: false,
};

/** What was thrown: its fault and its message. */
function fault(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    const { fault, message } = error as EvidenceError;
    return [fault, message];
  }
  return ["none", ""];
}

Deno.test("unchanged() sees every way a file read in place can go stale", () => {
  const { main } = caught("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  const files = caught(walSql({ pageSize: 4096, rows: 1 }));
  const hot = caught(UNFINISHED).journal ?? new Uint8Array();
  const changes: Record<string, (path: string) => void> = {
    "a later time": (path) => utimesSync(path, 1, 1),
    "more bytes": (path) => writeFileSync(path, new Uint8Array(10), { flag: "a" }),
    "a commit": (path) => {
      const db = new DatabaseSync(path);
      db.exec("INSERT INTO t VALUES (2)");
      db.close();
    },
    "a log with commits": (path) => writeFileSync(`${path}-wal`, files.wal ?? ""),
    "a hot journal": (path) => writeFileSync(`${path}-journal`, hot),
  };
  for (const [what, change] of Object.entries(changes)) {
    inFolder((folder) => {
      const path = laidOut(folder, { main });
      for (const stable of [false, true]) {
        const file = localTree({ stable }).open(path);
        const image = openImage(file, OPTIONS);
        assert.equal(image.facts.route, "in-place");
        assert.equal(image.unchanged(), true);
        if (!stable) change(path);
        assert.equal(image.unchanged(), stable, what);
        image.close();
        file.close();
        if (!stable) writeFileSync(`${path}-wal`, "");
        if (existsSync(`${path}-journal`)) writeFileSync(`${path}-journal`, "");
      }
    });
  }
});

Deno.test("unchanged() lets an empty log pass and sees a replaced file", () => {
  const { main } = caught("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  inFolder((folder) => {
    const path = laidOut(folder, { main });
    const file = localTree().open(path);
    const image = openImage(file, OPTIONS);
    writeFileSync(`${path}-wal`, "");
    assert.equal(image.unchanged(), true);
    copyFileSync(path, `${path}.new`);
    renameSync(`${path}.new`, path);
    assert.equal(image.unchanged(), false);
    image.close();
    file.close();
  });
});

Deno.test("openImage() gives up on a file that never stands still, and says why", () => {
  const { main } = caught("CREATE TABLE t (a)");
  const still = memoryFile("/x.db", main);
  let time = 0n;
  const restless: EvidenceFile = {
    ...still,
    now: () => ({ ...still.facts, mtimeNs: ++time }),
  };
  assert.deepEqual(fault(() => openImage(restless, OPTIONS)), [
    "changed",
    "Kept changing while it was read, 6 times: the main file was written to",
  ]);
});

Deno.test("openImage() does not use a log or journal that came and went again", () => {
  const log = caught(walSql({ pageSize: 4096, rows: 2 }));
  const hot = caught(UNFINISHED);
  const cases = [
    { suffix: "-wal", main: log.main, beside: log.wal, why: "the write-ahead log started again" },
    {
      suffix: "-journal",
      main: hot.main,
      beside: hot.journal,
      why: "a transaction began or ended",
    },
  ];
  for (const { suffix, main, beside, why } of cases) {
    const file = memoryFile("/x.db", main, {
      companions: { [suffix]: beside ?? new Uint8Array() },
    });
    let asked = 0;
    // Absent, there, absent: before the attempt, in it, and after it.
    const fleeting: EvidenceFile = {
      ...file,
      companion: (wanted) => wanted === suffix && ++asked % 3 === 2 ? file.companion(wanted) : null,
    };
    const expected = ["changed", `Kept changing while it was read, 6 times: ${why}`];
    assert.deepEqual(fault(() => openImage(fleeting, OPTIONS)), expected);
    assert.equal(asked, 18);
  }
});

Deno.test("openImage() says so when the log cannot be read, and does not read on without it", () => {
  const { main, wal } = caught(walSql({ pageSize: 4096, rows: 2 }));
  const file = memoryFile("/x.db", main, { companions: { "-wal": wal ?? new Uint8Array() } });
  const closed: EvidenceFile = {
    ...file,
    companion(suffix): EvidenceFile | null {
      const companion = file.companion(suffix);
      return companion && {
        ...companion,
        read(): never {
          throw new EvidenceError("unreadable", companion.path, "Cannot be opened (EACCES)");
        },
      };
    },
  };
  assert.deepEqual(fault(() => openImage(closed, OPTIONS)), [
    "unreadable",
    "Cannot be opened (EACCES)",
  ]);
});

/** A database beside which a journal is seen that cannot be opened. */
function besideJournal(path: string, isThereYet: () => boolean): EvidenceFile {
  const file = localTree().open(path);
  const refusal = new EvidenceError("unreadable", `${path}-journal`, "Cannot be opened (X)");
  let seen = 0;
  const companion = (suffix: string): EvidenceFile | null => {
    if (suffix !== "-journal") return null;
    // the first look of each attempt and every later one, while it is there
    if (seen++ % 2 === 1 && !isThereYet()) return null;
    return {
      ...file,
      path: `${path}-journal`,
      read: () => {
        throw refusal;
      },
    };
  };
  return { ...file, companion };
}

Deno.test("a journal that went before it was opened is a change, one that is refused is a fault", () => {
  const { main } = caught("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  inFolder((folder) => {
    const path = laidOut(folder, { main });
    const [gone, goneWords] = fault(() => openImage(besideJournal(path, () => false), OPTIONS));
    assert.equal(gone, "changed");
    assert.match(goneWords, /^Kept changing while it was read, 6 times: .*-journal came or went$/);
    const refused = fault(() => openImage(besideJournal(path, () => true), OPTIONS));
    assert.deepEqual(refused, ["unreadable", "Cannot be opened (X)"]);
  });
});
