/**
 * `homes.yaml`: where homes can be, whose they are, and where nothing is claimed.
 *
 * @module
 */

import type { AccountPlace, HomeForm, Root, Unclaimed } from "./entry.ts";
import { type KeyRules, type Keys, readKeys } from "./keys.ts";
import type { Node } from "./node.ts";
import { readOrigin, ROOTS } from "./read_entry.ts";

/** The keys of a home form. */
export const FORM_KEYS: KeyRules = {
  id: { kind: "text", required: true },
  title: { kind: "text", required: true },
  doc: { kind: "text", required: true },
  root: { kind: "text", required: true, oneOf: ROOTS },
  at: { kind: "texts", required: true },
  place: { kind: "text", oneOf: ["anywhere", "system"] },
  "ignore-case": { kind: "text", oneOf: ["yes"] },
  names: { kind: "texts" },
  "by-content": { kind: "text", oneOf: ["yes"] },
  secrets: { kind: "text", oneOf: ["anywhere", "top"] },
  profiles: { kind: "text" },
  snapshots: { kind: "text" },
  only: { kind: "texts" },
  section: { kind: "text", required: true },
  sources: { kind: "texts" },
  reviewed: { kind: "text" },
};

const ACCOUNT_KEYS: KeyRules = {
  at: { kind: "text", required: true },
  name: { kind: "text" },
};

const UNCLAIMED_KEYS: KeyRules = {
  segment: { kind: "text", required: true },
  why: { kind: "text", required: true },
};

/** The three lists of `homes.yaml`. */
export interface Places {
  readonly forms: readonly HomeForm[];
  readonly accounts: readonly AccountPlace[];
  readonly unclaimed: readonly Unclaimed[];
}

/**
 * Reads the home forms.
 *
 * @throws {CatalogError} When a key is wrong
 */
export function readPlaces(file: string, node: Node): Places {
  const top = readKeys(file, node, {
    forms: { kind: "maps", required: true },
    accounts: { kind: "maps" },
    unclaimed: { kind: "maps" },
  });
  return {
    forms: top.maps("forms").map((item) => formOf(readKeys(file, item, FORM_KEYS))),
    accounts: top.maps("accounts").map((item) => accountOf(readKeys(file, item, ACCOUNT_KEYS))),
    unclaimed: top.maps("unclaimed").map((item) =>
      unclaimedOf(readKeys(file, item, UNCLAIMED_KEYS))
    ),
  };
}

function formOf(keys: Keys): HomeForm {
  for (const at of keys.texts("at")) {
    if (/[*?[\\]|^$|\/$|\/\//.test(at)) {
      throw keys.fault("at", `dead place "${at}": expected segments of plain text and <name>`);
    }
  }
  return {
    id: keys.text("id"),
    title: keys.text("title"),
    doc: keys.text("doc"),
    root: keys.text("root") as Root,
    at: keys.texts("at"),
    place: keys.text("place") === "system" ? "system" : "anywhere",
    ignoresCase: keys.has("ignore-case"),
    names: keys.texts("names"),
    byContent: keys.has("by-content"),
    secrets: keys.text("secrets") === "top" ? "top" : "anywhere",
    profiles: keys.has("profiles") ? keys.text("profiles") : null,
    snapshots: keys.has("snapshots") ? keys.text("snapshots") : null,
    only: keys.texts("only"),
    origin: readOrigin(keys),
  };
}

function accountOf(keys: Keys): AccountPlace {
  const fixed = !keys.text("at").includes("<account>");
  if (fixed !== keys.has("name")) {
    throw keys.fault("at", "expected either <account> in the place or a name for a fixed one");
  }
  return { at: keys.text("at"), name: fixed ? keys.text("name") : null };
}

function unclaimedOf(keys: Keys): Unclaimed {
  return { segment: keys.text("segment"), why: keys.text("why") };
}
