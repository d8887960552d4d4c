/**
 * Gate: catalog, readers, texts and the list of known paths agree.
 *
 * `--write` also brings `catalog/prepared.json` up to date:
 * `deno run --allow-read --allow-env --allow-write scripts/check_catalog.ts --write`
 *
 * @module
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { CATALOG_FILES } from "../catalog/mod.ts";
import { readBuiltIn } from "../lib/catalog/from_yaml.ts";
import { type Catalog, type CatalogData, catalogOf } from "../lib/catalog/mod.ts";
import { preparedText } from "../lib/catalog/prepared.ts";
import type { StoreReader } from "../lib/stores/reader.ts";
import type { StoreTexts } from "../lib/stores/texts.ts";
import { type Fault, faultLines } from "./house/fault.ts";
import { knownPathFaults } from "./house/known_paths.ts";

/** Where the expected answers stand. */
const KNOWN_PATHS = "testdata/catalog_paths.tsv";

/** Files of the catalog folder that `catalog/mod.ts` does not list, and the reverse. */
export function listFaults(onDisk: readonly string[], listed: readonly string[]): Fault[] {
  const missing = onDisk.filter((name) => !listed.includes(name));
  const gone = listed.filter((name) => !onDisk.includes(name));
  return [
    ...missing.map((name) =>
      fault(`catalog/${name}`, "expected a line in catalog/mod.ts, found none")
    ),
    ...gone.map((name) => fault("catalog/mod.ts", `expected the file ${name}, found none`)),
  ];
}

/** Stores without a reader, and readers without a store. */
export function readerFaults(
  data: CatalogData,
  readers: readonly Pick<StoreReader, "id">[],
): Fault[] {
  const stores = data.entries.filter((entry) => entry.reader !== null);
  const faults: Fault[] = [];
  for (const entry of stores) {
    if (entry.reader !== entry.id) {
      faults.push(
        fault(entry.origin.file, `expected the reader ${entry.id}, found ${entry.reader}`),
      );
    }
    if (readers.some(({ id }) => id === entry.reader)) continue;
    faults.push(fault(entry.origin.file, `expected a reader ${entry.reader}, found none`));
  }
  for (const reader of readers) {
    if (stores.some((entry) => entry.reader === reader.id)) continue;
    faults.push(fault("lib/stores/mod.ts", `expected a store ${reader.id}, found none`));
  }
  return faults;
}

/** Readers without a line of texts or the reverse, another order, and texts that say nothing. */
export function textFaults(
  readers: readonly Pick<StoreReader, "id">[],
  texts: ReadonlyMap<string, StoreTexts>,
): Fault[] {
  const ids = readers.map(({ id }) => id).join(", ");
  const found = [...texts.keys()].join(", ");
  const silent = [...texts].flatMap(([id, sentences]) =>
    Object.entries(sentences)
      .filter(([, text]) => text.means.trim() === "" || text.says(text.example).trim() === "")
      .map(([name]) => `expected words from ${id} ${name}, found none`)
  );
  const other = ids === found ? [] : [`expected the readers' stores ${ids}, found ${found}`];
  return [...other, ...silent].map((message) => fault("lib/stores/texts.ts", message));
}

/** Whether the prepared catalog is what the files say. */
export function preparedFaults(json: string, data: CatalogData): Fault[] {
  if (json === preparedText(data)) return [];
  return [
    fault(
      "catalog/prepared.json",
      "expected the catalog's files as they are now: run with --write",
    ),
  ];
}

function fault(path: string, message: string): Fault {
  return { path, line: 0, message };
}

function filesOnDisk(root: string): string[] {
  const names = (folder: string): string[] => readdirSync(`${root}/catalog/${folder}`).sort();
  return [
    ...names("").filter((name) => name.endsWith(".yaml")),
    ...names("stores").map((name) => `stores/${name}`),
    ...names("kept").map((name) => `kept/${name}`),
  ];
}

async function allFaults(root: string, catalog: Catalog): Promise<Fault[]> {
  const { READERS } = await import(pathToFileURL(`${root}/lib/stores/mod.ts`).href);
  const { STORE_TEXTS } = await import(pathToFileURL(`${root}/lib/stores/texts.ts`).href);
  const known = readFileSync(`${root}/${KNOWN_PATHS}`, "utf8");
  return [
    ...listFaults(filesOnDisk(root), CATALOG_FILES.map(({ name }) => name)),
    ...readerFaults(catalog, READERS),
    ...textFaults(READERS, STORE_TEXTS),
    ...knownPathFaults({ path: KNOWN_PATHS, text: known }, catalog),
  ];
}

if (import.meta.main) {
  const root = process.cwd();
  const data = readBuiltIn();
  const prepared = `${root}/catalog/prepared.json`;
  if (process.argv.includes("--write")) writeFileSync(prepared, preparedText(data));
  const faults = [
    ...await allFaults(root, catalogOf(data)),
    ...preparedFaults(readFileSync(prepared, "utf8"), data),
  ];
  for (const line of faultLines(faults)) console.error(line);
  const stores = data.entries.filter(({ reader }) => reader !== null).length;
  const found = faults.length === 0 ? "all agree" : `${faults.length} faults`;
  console.log(`catalog: ${stores} stores, ${data.entries.length - stores} kept, ${found}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
