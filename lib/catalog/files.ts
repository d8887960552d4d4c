/**
 * Turns catalog files into data: which file holds what, and what must be unique.
 *
 * @module
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CatalogError } from "./catalog_error.ts";
import type { CatalogData, Entry, Rule } from "./entry.ts";
import type { Node } from "./node.ts";
import { readEntry } from "./read_entry.ts";
import { type Places, readPlaces } from "./read_forms.ts";
import { readExclusions, readSecrets } from "./read_rules.ts";

/** One file of a catalog. */
export interface CatalogFile {
  /** Relative to the catalog's folder, `/` separators: `stores/state_db.yaml`. */
  readonly name: string;
  /** As shown in errors. */
  readonly shown: string;
  readonly text: string;
}

/** Reads text into nodes; throws `CatalogError`. */
export type YamlReader = (file: string, text: string) => Node;

/**
 * Reads catalog files into data, in the order given.
 *
 * @throws {CatalogError} For anything the format does not allow
 */
export function readCatalogFiles(files: readonly CatalogFile[], readYaml: YamlReader): CatalogData {
  const entries: Entry[] = [];
  const exclusions: Rule[] = [];
  const secrets: Rule[] = [];
  const places: Places[] = [];
  for (const { name, shown, text } of files) {
    const node = readYaml(shown, text);
    if (name === "homes.yaml") places.push(readPlaces(shown, node));
    else if (name === "exclusions.yaml") exclusions.push(...readExclusions(shown, node));
    else if (name === "secrets.yaml") secrets.push(...readSecrets(shown, node));
    else entries.push(readEntry(shown, node));
  }
  return {
    forms: places.flatMap((part) => part.forms),
    accounts: places.flatMap((part) => part.accounts),
    unclaimed: places.flatMap((part) => part.unclaimed),
    entries,
    exclusions,
    secrets,
  };
}

/**
 * The files of an examiner's catalog folder, sorted by name.
 *
 * @throws {CatalogError} When the folder cannot be read or holds something the format does not know
 */
export function listCatalogFolder(folder: string): CatalogFile[] {
  const files: CatalogFile[] = [];
  for (const part of ["", "kept", "stores"]) {
    for (const name of namesIn(folder, part)) {
      const path = part === "" ? name : `${part}/${name}`;
      if (part === "" && (name === "kept" || name === "stores" || name.endsWith(".md"))) continue;
      const shown = `${folder}/${path}`;
      const known = part === "" ? TOP_FILES.includes(name) : /\.ya?ml$/.test(name);
      if (!known) {
        throw new CatalogError(
          shown,
          1,
          "",
          `expected ${TOP_FILES.join(", ")}, stores/*.yaml or kept/*.yaml`,
        );
      }
      files.push({ name: path, shown, text: textOf(join(folder, path), shown) });
    }
  }
  if (files.length === 0) {
    throw new CatalogError(folder, 1, "", "expected catalog files, found none");
  }
  return files;
}

const TOP_FILES = ["homes.yaml", "exclusions.yaml", "secrets.yaml"];

function namesIn(folder: string, part: string): string[] {
  try {
    return readdirSync(join(folder, part)).sort();
  } catch (error) {
    if (part !== "" && (error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new CatalogError(
      folder,
      1,
      part,
      `expected a readable folder: ${(error as Error).message}`,
    );
  }
}

function textOf(path: string, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new CatalogError(
      shown,
      1,
      "",
      `expected readable UTF-8 text: ${(error as Error).message}`,
    );
  }
}
