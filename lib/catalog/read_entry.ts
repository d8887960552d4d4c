/**
 * A file of `stores/` or `kept/` as an entry.
 *
 * @module
 */

import type { Entry, Origin, Root, Standing, Taking, Words } from "./entry.ts";
import { type KeyRules, type Keys, readKeys } from "./keys.ts";
import type { Node } from "./node.ts";

/** The roots a path can be relative to. */
export const ROOTS: readonly Root[] = ["home", "desktop", "updater", "project"];

/** The keys of an entry. */
export const ENTRY_KEYS: KeyRules = {
  id: { kind: "text", required: true },
  title: { kind: "text", required: true },
  doc: { kind: "text", required: true },
  writer: { kind: "text", required: true },
  standing: { kind: "text", required: true, oneOf: ["primary", "secondary", "settings", "kept"] },
  root: { kind: "text", required: true, oneOf: ROOTS },
  paths: { kind: "patterns", required: true },
  except: { kind: "patterns" },
  companions: { kind: "texts" },
  taking: { kind: "text", oneOf: ["collected", "listed", "left"] },
  reader: { kind: "text" },
  reading: { kind: "text", required: true },
  words: { kind: "maps" },
  survives: { kind: "text", required: true },
  credentials: { kind: "text" },
  section: { kind: "text", required: true },
  sources: { kind: "texts" },
  reviewed: { kind: "text" },
};

const WORDS_KEYS: KeyRules = {
  turn: {
    kind: "text",
    required: true,
    oneOf: ["user", "assistant", "thinking", "tool_use", "tool_result", "system"],
  },
  means: { kind: "text", required: true },
  example: { kind: "text", required: true },
};

/**
 * Reads one entry.
 *
 * @throws {CatalogError} When a key is wrong, or an entry's standing and reader disagree
 */
export function readEntry(file: string, node: Node): Entry {
  const keys = readKeys(file, node, ENTRY_KEYS);
  checkReader(keys);
  return {
    id: keys.text("id"),
    title: keys.text("title"),
    doc: keys.text("doc"),
    writer: keys.text("writer"),
    standing: keys.text("standing") as Standing,
    root: keys.text("root") as Root,
    paths: keys.texts("paths"),
    except: keys.texts("except"),
    companions: keys.texts("companions"),
    taking: (keys.text("taking") || "collected") as Taking,
    reader: keys.has("reader") ? keys.text("reader") : null,
    reading: keys.text("reading"),
    words: keys.maps("words").map((words) => readWords(file, words)),
    survives: keys.text("survives"),
    credentials: keys.text("credentials"),
    origin: readOrigin(keys),
  };
}

/** What a rule rests on; the same three keys everywhere. */
export function readOrigin(keys: Keys): Origin {
  return {
    file: keys.file,
    section: keys.text("section"),
    sources: keys.texts("sources"),
    reviewed: keys.text("reviewed"),
  };
}

function checkReader(keys: Keys): void {
  const name = keys.file.split("/").at(-1)?.replace(/\.ya?ml$/, "");
  if (name !== keys.text("id")) throw keys.fault("id", `expected the file's name, ${name}`);
  const kept = keys.text("standing") === "kept";
  if (kept && keys.has("reader")) {
    throw keys.fault("reader", "expected no reader: a kept file is not read");
  }
  if (kept && keys.has("words")) {
    throw keys.fault("words", "expected no words: a kept file is not read");
  }
  if (!kept && !keys.has("reader")) {
    throw keys.fault("reader", "expected a reader: a store is read");
  }
  const nested = keys.texts("paths").find((path) => path.includes("/"));
  if (!kept && keys.text("root") === "project" && nested !== undefined) {
    throw keys.fault(
      "paths",
      `expected a file's name: a project lies anywhere, "${nested}" does not`,
    );
  }
  const crossing = kept ? undefined : keys.texts("paths").find((path) => path.includes("*"));
  if (crossing !== undefined) {
    throw keys.fault(
      "paths",
      `expected <name> for a segment: * crosses /, and "${crossing}" is read`,
    );
  }
}

function readWords(file: string, node: Node): Words {
  const keys = readKeys(file, node, WORDS_KEYS);
  return { turn: keys.text("turn"), means: keys.text("means"), example: keys.text("example") };
}
