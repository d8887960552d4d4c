/**
 * Every row a store can give, with its meaning and an example, from the texts
 * its reader uses and the words its catalog entry lists.
 *
 * @module
 */

import type { Entry } from "../catalog/mod.ts";
import { fileTrouble, recordTrouble } from "../row/trouble.ts";
import { STORE_TEXTS } from "../stores/texts.ts";
import type { RowKind } from "./verdict.ts";

/** The rows that an entry's reader can give; none for an entry that is not read. */
export function rowKinds(entry: Entry): RowKind[] {
  if (entry.reader === null) return [];
  const sentences = Object.values(STORE_TEXTS.get(entry.reader) ?? {});
  return [
    ...entry.words,
    ...sentences.map((text) => ({
      turn: "system",
      means: text.means,
      example: text.says(text.example),
    })),
    ...TROUBLES,
  ];
}

const TROUBLES: readonly RowKind[] = [
  {
    turn: "system",
    means: "A record could not be used; the reason and the value as stored follow",
    example: recordTrouble(3, "not an object", { value: '"loose text"' }).text,
  },
  {
    turn: "system",
    means: "The whole file could not be read, and why",
    example: fileTrouble("cannot be read").text,
  },
];
