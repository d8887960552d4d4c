import assert from "node:assert/strict";
import { CATALOG_FILES, PREPARED } from "../../catalog/mod.ts";
import { loadCatalog, readBuiltIn } from "./mod.ts";
import { preparedData } from "./prepared.ts";

Deno.test("the prepared catalog is what the YAML says", () => {
  assert.deepEqual(preparedData(PREPARED, CATALOG_FILES), readBuiltIn());
});

Deno.test("prepared data of other files are not used", () => {
  const [first, ...others] = CATALOG_FILES;
  assert.ok(first !== undefined);
  const changed = [{ ...first, text: `${first.text}\n` }, ...others];
  assert.equal(preparedData(PREPARED, changed), null);
  assert.equal(preparedData("", CATALOG_FILES), null);
});

Deno.test("every entry rests on a section and says what survives a delete", () => {
  for (const entry of loadCatalog().entries) {
    assert.notEqual(entry.origin.section, "", entry.id);
    assert.match(entry.survives, /\.$/, entry.id);
  }
});
