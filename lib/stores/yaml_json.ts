/**
 * YAML nodes as JSON values, by the core schema.
 *
 * @module
 */

import { isAlias, isMap, isScalar, isSeq, type Scalar } from "yaml";
import { type Json, JsonNumber } from "../evidence/json.ts";

/** A mapping or list that is being read. */
interface Level {
  readonly into: Map<string, Json> | Json[];
  readonly entries: Iterator<unknown>;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value of a node; undefined when it holds an alias, a key twice or a key
 * that is no scalar, which JSON cannot say. Numbers keep their digits.
 */
export function yamlJson(node: unknown): Json | undefined {
  const root: Json[] = [];
  const open: Level[] = [{ into: root, entries: [node][Symbol.iterator]() }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const entry = level.entries.next();
    if (entry.done) {
      open.pop();
      continue;
    }
    const { key, inner } = keyed(level, entry.value);
    if (key === undefined || isAlias(inner)) return undefined;
    const nested = isMap(inner) || isSeq(inner) ? inner : null;
    const value: Json = nested === null ? scalarJson(inner) : isMap(nested) ? new Map() : [];
    if (Array.isArray(level.into)) level.into.push(value);
    else if (level.into.has(key)) return undefined;
    else level.into.set(key, value);
    if (nested !== null) {
      const into = value as Level["into"];
      open.push({ into, entries: (nested.items as unknown[])[Symbol.iterator]() });
    }
  }
  return root[0];
}

/** A scalar as it is written, without quotes; empty for an absent value. */
export function scalarText(node: unknown): string {
  if (!isScalar(node)) return "";
  return (node as Scalar).source ?? (node.value === null ? "" : String(node.value));
}

function keyed(level: Level, entry: unknown): { key: string | undefined; inner: unknown } {
  if (Array.isArray(level.into)) return { key: "", inner: entry };
  const { key, value } = entry as { key: unknown; value: unknown };
  return { key: isScalar(key) ? scalarText(key) : undefined, inner: value };
}

function scalarJson(node: unknown): Json {
  if (!isScalar(node)) return null;
  const { value } = node;
  if (typeof value === "number") {
    const written = scalarText(node);
    if (JSON_NUMBER.test(written)) return new JsonNumber(written);
    return Number.isFinite(value) ? value : written;
  }
  if (value === null || typeof value === "boolean") return value;
  return typeof value === "string" ? value : scalarText(node);
}
