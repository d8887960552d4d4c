/**
 * Reads any YAML into catalog nodes: for an examiner's own files, which may use
 * more of the language than the built-in ones.
 *
 * @module
 */

import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { CatalogError } from "./catalog_error.ts";
import type { ListNode, MapNode, Node } from "./node.ts";

/** A YAML node still to be turned into ours, and where the result goes. */
interface Task {
  readonly value: unknown;
  readonly line: number;
  readonly key: string;
  readonly put: (node: Node) => void;
}

/**
 * Reads one file of YAML; every scalar is a text.
 *
 * @throws {CatalogError} For a syntax error, a duplicate key, an alias or an empty file
 */
export function readFullYaml(file: string, text: string): Node {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: "failsafe" });
  const [error] = document.errors;
  if (error !== undefined) {
    const problem = (error.message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:$/, "");
    throw new CatalogError(file, lines.linePos(error.pos[0]).line, "", problem);
  }
  const found: Node[] = [];
  const tasks: Task[] = [{
    value: document.contents,
    line: 1,
    key: "",
    put: (node) => found.push(node),
  }];
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    tasks.push(...turn(file, task, lines));
  }
  const [root] = found;
  if (root === undefined) throw new CatalogError(file, 1, "", "expected keys, found an empty file");
  return root;
}

function turn(file: string, task: Task, lines: LineCounter): Task[] {
  const { value, put } = task;
  const offset = (value as { range?: [number, number, number] | null } | null)?.range?.[0];
  const line = offset === undefined ? task.line : lines.linePos(offset).line;
  if (isScalar(value)) {
    if (value.source === "" && value.type === "PLAIN") {
      throw new CatalogError(file, task.line, task.key, "expected a value, found nothing");
    }
    put({ kind: "text", line, text: String(value.value) });
    return [];
  }
  if (isSeq(value)) {
    const list: ListNode = { kind: "list", line, items: [] };
    put(list);
    return value.items.map((item) => ({
      value: item,
      line,
      key: task.key,
      put: (node): void => void list.items.push(node),
    }));
  }
  if (isMap(value)) {
    const map: MapNode = { kind: "map", line, pairs: [] };
    put(map);
    return value.items.map(({ key, value }) => pairTask({ file, map, lines }, key, value));
  }
  throw new CatalogError(file, line, task.key, "expected text, a list or keys (no alias)");
}

function pairTask(
  place: { file: string; map: MapNode; lines: LineCounter },
  key: unknown,
  value: unknown,
): Task {
  if (!isScalar(key)) throw new CatalogError(place.file, place.map.line, "", "expected plain keys");
  const line = place.lines.linePos(key.range?.[0] ?? 0).line;
  const name = String(key.value);
  return {
    value,
    line,
    key: name,
    put: (node): void => void place.map.pairs.push({ key: name, line, value: node }),
  };
}
