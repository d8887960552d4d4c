import assert from "node:assert/strict";
import { loadCatalog } from "../lib/catalog/mod.ts";
import type { StoreReader } from "../lib/stores/reader.ts";
import { listFaults, preparedFaults, readerFaults } from "./check_catalog.ts";
import { knownPathFaults, readKnownPaths } from "./house/known_paths.ts";

const catalog = loadCatalog();

function readerOf(id: string, words = "says"): StoreReader {
  const text = { means: "Means", example: {}, says: (): string => words };
  return { id, texts: { text }, read: () => [] };
}

const readers = catalog.entries.flatMap(({ reader }) => reader === null ? [] : [readerOf(reader)]);

Deno.test("check_catalog: a file without a line in mod.ts is a fault, and the reverse", () => {
  assert.deepEqual(listFaults(["kept/a.yaml"], ["kept/a.yaml"]), []);
  assert.deepEqual(listFaults(["kept/a.yaml"], ["kept/b.yaml"]).map(({ path }) => path), [
    "catalog/kept/a.yaml",
    "catalog/mod.ts",
  ]);
});

Deno.test("check_catalog: a store without a reader is a fault, and the reverse", () => {
  assert.deepEqual(readerFaults(catalog, readers), []);
  const [, ...others] = readers;
  assert.match(readerFaults(catalog, others)[0]?.message ?? "", /expected a reader state_db/);
  const more = [...readers, readerOf("dream_diary")];
  assert.match(readerFaults(catalog, more)[0]?.message ?? "", /expected a store dream_diary/);
});

Deno.test("check_catalog: a text that says nothing is a fault", () => {
  const [first, ...others] = readers;
  const silent = [readerOf(first?.id ?? "", " "), ...others];
  assert.match(readerFaults(catalog, silent)[0]?.message ?? "", /expected words from state_db/);
});

Deno.test("check_catalog: prepared data of other files are a fault", () => {
  const json = JSON.stringify({ hash: "0".repeat(64), data: catalog });
  assert.equal(preparedFaults(json, catalog).length, 1);
});

Deno.test("check_catalog: a path answered otherwise is a fault with its line", () => {
  const text =
    "# remark\n/home/u/.hermes/state.db\tdefault\tstate_db\tcollected\tsecret\tprimary\n";
  const [fault] = knownPathFaults({ path: "list.tsv", text }, catalog);
  assert.equal(fault?.line, 2);
  assert.match(fault?.message ?? "", /found default, state_db, collected, not secret, primary/);
});

Deno.test("check_catalog: a line of the list with a field too few is refused", () => {
  assert.throws(() => readKnownPaths("/home/u/.hermes\tdefault\n"), /six fields in line 1/);
});
