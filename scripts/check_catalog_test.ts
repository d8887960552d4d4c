import assert from "node:assert/strict";
import { loadCatalog } from "../lib/catalog/mod.ts";
import { preparedText } from "../lib/catalog/prepared.ts";
import type { StoreTexts } from "../lib/stores/texts.ts";
import { listFaults, preparedFaults, readerFaults, textFaults } from "./check_catalog.ts";
import { knownPathFaults, readKnownPaths } from "./house/known_paths.ts";

const catalog = loadCatalog();

const readers = catalog.entries.flatMap(({ reader }) => reader === null ? [] : [{ id: reader }]);

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
  const more = [...readers, { id: "dream_diary" }];
  assert.match(readerFaults(catalog, more)[0]?.message ?? "", /expected a store dream_diary/);
});

function textsOf(...ids: string[]): Map<string, StoreTexts> {
  const text = { means: "Means", example: {}, says: (): string => "says" };
  return new Map(ids.map((id) => [id, { text }]));
}

Deno.test("check_catalog: texts for other stores than the readers', or in another order, are a fault", () => {
  const two = [{ id: "a" }, { id: "b" }];
  assert.deepEqual(textFaults(two, textsOf("a", "b")), []);
  for (const ids of [["a"], ["a", "b", "c"], ["b", "a"]]) {
    const [found, ...others] = textFaults(two, textsOf(...ids));
    assert.equal(found?.message, `expected the readers' stores a, b, found ${ids.join(", ")}`);
    assert.deepEqual(others, []);
  }
});

Deno.test("check_catalog: a text that says nothing is a fault", () => {
  const silent = { means: "Means", example: {}, says: (): string => " " };
  const faults = textFaults([{ id: "a" }], new Map([["a", { silent }]]));
  assert.equal(faults[0]?.message, "expected words from a silent, found none");
});

Deno.test("check_catalog: a prepared catalog that is not what the files say is a fault", () => {
  const [, ...entries] = catalog.entries;
  const { forms, accounts, unclaimed, exclusions, secrets } = catalog;
  const data = { forms, accounts, unclaimed, entries, exclusions, secrets };
  assert.deepEqual(preparedFaults(preparedText(data), data), []);
  assert.equal(preparedFaults(preparedText(data), catalog).length, 1);
  assert.equal(preparedFaults("", data).length, 1);
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
