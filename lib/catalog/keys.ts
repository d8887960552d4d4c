/**
 * The closed lists of keys: one declaration drives both reading and checking.
 *
 * @module
 */

import { CatalogError } from "./catalog_error.ts";
import type { ListNode, MapNode, Node } from "./node.ts";
import { nearest } from "./nearest.ts";
import { patternFault } from "./pattern.ts";

/** What one key may hold. */
export interface KeyRule {
  readonly kind: "text" | "texts" | "patterns" | "maps";
  readonly required?: true;
  /** The only values allowed. */
  readonly oneOf?: readonly string[];
}

/** The keys of one kind of map, in the order the files write them. */
export type KeyRules = Readonly<Record<string, KeyRule>>;

/** A map whose keys have been checked, with the means to read them. */
export interface Keys {
  readonly file: string;
  readonly line: number;
  /** The text of a key; empty when the key is absent. */
  text(key: string): string;
  /** The texts of a key; empty when the key is absent. */
  texts(key: string): readonly string[];
  /** The maps of a key, not yet checked. */
  maps(key: string): readonly Node[];
  has(key: string): boolean;
  /** An error about one of the keys, at its line. */
  fault(key: string, problem: string): CatalogError;
}

/**
 * Checks a map against its keys.
 *
 * @throws {CatalogError} For an unknown, missing or ill-typed key, or a pattern that can never match
 */
export function readKeys(file: string, node: Node, rules: KeyRules): Keys {
  if (node.kind !== "map") {
    throw new CatalogError(file, node.line, "", `expected keys, found a ${node.kind}`);
  }
  for (const { key, line, value } of node.pairs) {
    const rule = rules[key];
    if (rule === undefined) throw new CatalogError(file, line, key, unknownKey(key, rules));
    checkValue({ file, key, rule }, value);
  }
  for (const [key, rule] of Object.entries(rules)) {
    if (rule.required === undefined || node.pairs.some((pair) => pair.key === key)) continue;
    throw new CatalogError(file, node.line, key, "expected this key, found none");
  }
  return keysOf(file, node);
}

function unknownKey(key: string, rules: KeyRules): string {
  const known = Object.keys(rules);
  const [guess] = nearest(key, known, { most: 1, farthest: 3 });
  const hint = guess === undefined ? "" : ` (did you mean "${guess}"?)`;
  return `unknown key${hint}, expected one of ${known.join(", ")}`;
}

function checkValue(at: { file: string; key: string; rule: KeyRule }, value: Node): void {
  const { file, key, rule } = at;
  const wanted = rule.kind === "text" ? "text" : "list";
  if (value.kind !== wanted) {
    throw new CatalogError(file, value.line, key, `expected a ${wanted}, found a ${value.kind}`);
  }
  const items = value.kind === "list" ? value.items : [value];
  for (const item of items) checkItem(at, item);
  if (value.kind === "list" && items.length === 0) {
    throw new CatalogError(
      file,
      value.line,
      key,
      "expected at least one item, found an empty list",
    );
  }
}

function checkItem(at: { file: string; key: string; rule: KeyRule }, item: Node): void {
  const { file, key, rule } = at;
  const wanted = rule.kind === "maps" ? "map" : "text";
  if (item.kind !== wanted) {
    throw new CatalogError(file, item.line, key, `expected a ${wanted}, found a ${item.kind}`);
  }
  if (item.kind !== "text") return;
  if (item.text.trim() === "") {
    throw new CatalogError(file, item.line, key, "expected text, found none");
  }
  if (rule.oneOf !== undefined && !rule.oneOf.includes(item.text)) {
    const problem = `expected one of ${rule.oneOf.join(", ")}, found "${item.text}"`;
    throw new CatalogError(file, item.line, key, problem);
  }
  const fault = rule.kind === "patterns" ? patternFault(item.text) : null;
  if (fault !== null) {
    throw new CatalogError(file, item.line, key, `dead pattern "${item.text}": ${fault}`);
  }
}

function keysOf(file: string, node: MapNode): Keys {
  const valueOf = (key: string): Node | undefined =>
    node.pairs.find((pair) => pair.key === key)?.value;
  const itemsOf = (key: string): readonly Node[] =>
    (valueOf(key) as ListNode | undefined)?.items ?? [];
  const textsOf = (key: string): string[] =>
    itemsOf(key).map((item) => item.kind === "text" ? item.text : "");
  return {
    file,
    line: node.line,
    has: (key): boolean => valueOf(key) !== undefined,
    text: (key): string => {
      const value = valueOf(key);
      return value?.kind === "text" ? value.text.trim() : "";
    },
    texts: textsOf,
    maps: itemsOf,
    fault: (key, problem): CatalogError => {
      const line = node.pairs.find((pair) => pair.key === key)?.line ?? node.line;
      return new CatalogError(file, line, key, problem);
    },
  };
}
