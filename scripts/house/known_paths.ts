/**
 * The list of paths with the answer each must get.
 *
 * @module
 */

import type { Catalog } from "../../lib/catalog/mod.ts";
import { explainBriefly } from "../../lib/explain/mod.ts";
import type { Fault } from "./fault.ts";

/** What must be answered about one path. */
export interface KnownPath {
  readonly line: number;
  readonly path: string;
  /** Form, entry, collected, secret, read as; `-` for none. */
  readonly answer: readonly string[];
}

/**
 * Reads the list: TAB-separated, `#` lines are remarks.
 *
 * @throws {SyntaxError} For a line without six fields
 */
export function readKnownPaths(text: string): KnownPath[] {
  const known: KnownPath[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const [path = "", ...answer] = line.split("\t");
    if (answer.length !== 5) throw new SyntaxError(`Expected six fields in line ${index + 1}`);
    known.push({ line: index + 1, path, answer });
  }
  return known;
}

/** What the catalog answers about a path, in the fields of the list. */
export function answerAbout(path: string, catalog: Catalog): string[] {
  const { brief } = explainBriefly(path, catalog);
  const secret = brief.secret === null ? "-" : brief.secret ? "secret" : "not secret";
  return [brief.form ?? "-", brief.store ?? "-", brief.collected, secret, brief.readAs ?? "-"];
}

/** Every path whose answer differs from the list. */
export function knownPathFaults(list: { path: string; text: string }, catalog: Catalog): Fault[] {
  const faults: Fault[] = [];
  for (const { line, path, answer } of readKnownPaths(list.text)) {
    const found = answerAbout(path, catalog);
    if (found.join("\t") === answer.join("\t")) continue;
    const message = `expected ${answer.join(", ")} for ${path}, found ${found.join(", ")}`;
    faults.push({ path: list.path, line, message });
  }
  return faults;
}
