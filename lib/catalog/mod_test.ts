import assert from "node:assert/strict";
import { readBuiltIn } from "./from_yaml.ts";
import { loadCatalog } from "./mod.ts";
import { preparedData } from "./prepared.ts";

Deno.test("the prepared catalog is what the YAML says", () => {
  assert.deepEqual(preparedData(), readBuiltIn());
});

Deno.test("every entry rests on a section and says what survives a delete", () => {
  for (const entry of loadCatalog().entries) {
    assert.notEqual(entry.origin.section, "", entry.id);
    assert.match(entry.survives, /\.$/, entry.id);
  }
});
