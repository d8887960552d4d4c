import assert from "node:assert/strict";
import type { EvidenceFault } from "../evidence/errors.ts";
import { isTrouble } from "../row/trouble.ts";
import type { ReadOptions, Told } from "../stores/mod.ts";
import { ChangedInPlace, type FileFault, readSafely } from "./read_safely.ts";
import { hasDamage } from "./report.ts";
import type { Source } from "./source.ts";
import { faultOf, madeRow, madeSource, timelineOf } from "./timeline_fixture.ts";

const OPTIONS: ReadOptions = {
  maxMemory: 2 ** 20,
  workFolder: null,
  withoutWal: false,
  imageOnly: false,
};

function readAll(source: Source, imageOnly = false): { told: Told[]; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const options = { ...OPTIONS, imageOnly };
  const onFault = (fault: FileFault): void => void faults.push(fault);
  const told = [...readSafely(source, { options, byTime: false, onFault })];
  return { told, faults };
}

function lastWords(told: readonly Told[]): string {
  return told.at(-1)?.text ?? "";
}

Deno.test("a fault of the file is its last row, in words of our own list", () => {
  const words: [EvidenceFault, string][] = [
    ["not-this-format", "parser: not valid JSON"],
    ["not-a-regular-file", "parser: not a regular file"],
    ["unreadable", "parser: cannot be read"],
  ];
  for (const [kind, text] of words) {
    const fault = faultOf(kind, "not valid JSON");
    const { told, faults } = readAll(madeSource({ store: "divert", fault }, [madeRow("ok")]));
    assert.deepEqual([told.length, lastWords(told), faults.length], [2, text, 1]);
    assert.equal(told.filter(isTrouble).length, 1);
  }
});

Deno.test("a changed file ends the attempt, unless it was an image that could not be made", () => {
  const source = madeSource({ fault: faultOf("changed") }, [madeRow("ok")]);
  assert.throws(() => readAll(source), ChangedInPlace);
  const { told } = readAll(source, true);
  assert.equal(lastWords(told), "parser: cannot be read");
});

Deno.test("a missing work folder and a fault of the program pass", () => {
  const needs = faultOf("needs-work-folder");
  assert.throws(() => readAll(madeSource({ fault: needs }, [])), needs);
  const ours = new TypeError("ours");
  assert.throws(() => readAll(madeSource({ fault: ours }, [])), ours);
});

Deno.test("files are closed also when nobody reads to the end", () => {
  let open = 0;
  const source = madeSource({}, [madeRow("ok"), madeRow("go")]);
  const tree = {
    ...source.tree,
    open: (path: string): ReturnType<typeof source.tree.open> => {
      open++;
      return { ...source.tree.open(path), close: () => void open-- };
    },
  };
  const reading = { options: OPTIONS, byTime: true, onFault: (): void => {} };
  for (const _ of readSafely({ ...source, tree }, reading)) break;
  assert.equal(open, 0);
});

Deno.test("a run names what is damaged, starts over for a changed file, and gives nothing twice", async () => {
  let reads = 0;
  const source = madeSource({}, []);
  const reader = {
    ...source.reader,
    *readByTime(_file: unknown, { imageOnly }: ReadOptions): Generator<Told> {
      reads++;
      yield madeRow("ok");
      if (!imageOnly) throw faultOf("changed");
    },
  };
  const bad = madeSource({ store: "divert", fault: faultOf("unreadable") }, [madeRow("go")]);
  const { lines, report } = await timelineOf([{ ...source, reader }, bad]);
  assert.deepEqual(lines, [
    "/h/state_db#1 user ok",
    "/h/divert#1 user go",
    "/h/divert system parser: cannot be read",
  ]);
  assert.equal(reads, 3); // once in vain, once to pair, once to write
  assert.equal(hasDamage(report), true);
  assert.deepEqual(report.sources.map(({ damaged }) => damaged), [false, true]);
  const straight = timelineOf([{ ...source, reader }], { canRestart: false });
  await assert.rejects(straight, ChangedInPlace);
});
