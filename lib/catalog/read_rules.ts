/**
 * `exclusions.yaml` and `secrets.yaml` as rules.
 *
 * @module
 */

import type { Root, Rule } from "./entry.ts";
import { type KeyRules, type Keys, readKeys } from "./keys.ts";
import type { Node } from "./node.ts";
import { readOrigin, ROOTS } from "./read_entry.ts";

const COMMON_KEYS: KeyRules = {
  id: { kind: "text", required: true },
  root: { kind: "text", required: true, oneOf: ROOTS },
  paths: { kind: "patterns", required: true },
  except: { kind: "patterns" },
};

const ORIGIN_KEYS: KeyRules = {
  section: { kind: "text", required: true },
  sources: { kind: "texts" },
  reviewed: { kind: "text" },
};

/** The keys of an exclusion. */
export const EXCLUSION_KEYS: KeyRules = {
  ...COMMON_KEYS,
  reason: { kind: "text", required: true },
  ...ORIGIN_KEYS,
};

/** The keys of a secret. */
export const SECRET_KEYS: KeyRules = {
  ...COMMON_KEYS,
  holds: { kind: "text", required: true },
  snapshots: { kind: "text", oneOf: ["yes"] },
  volumes: { kind: "text", oneOf: ["no"] },
  ...ORIGIN_KEYS,
};

/**
 * Reads the exclusions.
 *
 * @throws {CatalogError} When a key is wrong
 */
export function readExclusions(file: string, node: Node): Rule[] {
  const top = readKeys(file, node, { exclusions: { kind: "maps", required: true } });
  return top.maps("exclusions").map((item) =>
    ruleOf(readKeys(file, item, EXCLUSION_KEYS), "reason")
  );
}

/**
 * Reads the secrets.
 *
 * @throws {CatalogError} When a key is wrong
 */
export function readSecrets(file: string, node: Node): Rule[] {
  const top = readKeys(file, node, { secrets: { kind: "maps", required: true } });
  return top.maps("secrets").map((item) => ruleOf(readKeys(file, item, SECRET_KEYS), "holds"));
}

function ruleOf(keys: Keys, what: "reason" | "holds"): Rule {
  return {
    id: keys.text("id"),
    root: keys.text("root") as Root,
    paths: keys.texts("paths"),
    except: keys.texts("except"),
    what: keys.text(what),
    inSnapshots: keys.text("snapshots") === "yes",
    inVolumes: keys.text("volumes") !== "no",
    origin: readOrigin(keys),
  };
}
