/**
 * A row for tests to change.
 *
 * @module
 */

import type { Cell } from "./columns.ts";
import { EMPTY_ROW } from "./row.ts";
import type { StampedRow } from "./stamped.ts";
import type { TextFormat } from "./text_writer.ts";

/** A user's row with every other field absent, but for those given. */
export function sampleRow(fields: Partial<StampedRow> = {}): StampedRow {
  return {
    ...EMPTY_ROW,
    turn: "user",
    text: "how many lines?",
    time: 1793266216_400000,
    basis: "utc",
    host: null,
    agent: "hermes",
    user: null,
    profile: null,
    sourceFile: "/home/u/state.db",
    sourceKind: "primary",
    ...fields,
  };
}

/** A row with a value in every column. */
export const FULL_ROW: StampedRow = sampleRow({
  turn: "tool_use",
  text: 'say "hi", ok',
  sessionId: "20261029_093015_5c7e19a2",
  projectPath: "/home/u/work",
  gitBranch: "fix-nav",
  model: "openai/gpt-5.1",
  toolName: "terminal",
  toolUseId: "call_9f",
  line: 9007199254740993n,
  notes: ["inactive", "compacted"],
  host: "bench",
  user: "u",
  profile: "default",
});

/** What CSV makes of {@linkcode FULL_ROW}. */
export const FULL_CSV = "2026-10-29T09:30:16.400000Z,bench,hermes,u,default," +
  "20261029_093015_5c7e19a2,/home/u/work,fix-nav,tool_use,openai/gpt-5.1,terminal,call_9f," +
  '"say ""hi"", ok",/home/u/state.db,9007199254740993,primary,utc,inactive; compacted';

/** What a format writes for some rows of cells. */
export function encoded(format: TextFormat, rows: readonly (readonly Cell[])[]): string {
  let text = "";
  const sink = {
    write: (part: string): void => void (text += part),
    writeDoubled: (part: string): void => void (text += part.replaceAll('"', '""')),
  };
  for (const cells of rows) format.encode(cells, sink);
  return text;
}
