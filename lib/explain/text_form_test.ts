import assert from "node:assert/strict";
import { loadCatalog } from "../catalog/mod.ts";
import { catalogAsJson, catalogLines } from "./catalog_list.ts";
import { briefAsJson, verdictAsJson } from "./json_form.ts";
import { briefLine, explain, explainBriefly } from "./mod.ts";
import { verdictLines, WIDTH, wrapped } from "./text_form.ts";

const catalog = loadCatalog();

Deno.test("the long form stays within its width for every entry", () => {
  for (const entry of catalog.entries) {
    for (const path of entry.paths) {
      const sample = `/home/u/.hermes/${path.replace(/[<>*[\]!?]/g, "x")}`;
      for (const line of verdictLines(explain(sample, catalog))) {
        assert.ok(line.length <= WIDTH, `${line.length}: ${line}`);
      }
    }
  }
});

Deno.test("nothing in a path reaches a terminal raw", () => {
  const path = "/home/u/.hermes/\x1b[31mred\u202e\n\tx";
  const { brief } = explainBriefly(path, catalog);
  const verdict = explain(path, catalog);
  const shown = [
    briefLine(brief),
    briefAsJson(brief),
    verdictAsJson(verdict),
    ...verdictLines(verdict),
  ];
  for (const line of shown) {
    assert.doesNotMatch(line.replaceAll("\t", ""), /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
  assert.equal(briefLine(brief).split("\t").length, 8);
  assert.equal(JSON.parse(briefAsJson(brief)).path, path);
});

Deno.test("wrapped breaks between words and keeps paragraphs apart", () => {
  const lines = wrapped(`${"word ".repeat(40)}\n\nsecond`, 4);
  assert.ok(lines.every((line) => line.length <= WIDTH && line.startsWith("    ")));
  assert.equal(lines.at(-1), "    second");
  assert.equal(lines.join(" ").match(/word/g)?.length, 40);
});

Deno.test("a line of a list has the same fields for every path", () => {
  const line = (path: string): string => briefLine(explainBriefly(path, catalog).brief);
  assert.equal(
    line("/home/u/.hermes/state.db"),
    "/home/u/.hermes/state.db\tdefault\tstate_db\tcollected\thomes/default\tnot secret\t-\tprimary",
  );
  assert.equal(line("/x"), "/x\t-\t-\tnot collected\t-\t-\t-\t-");
});

Deno.test("the catalog's list names every rule once", () => {
  const listed = catalogAsJson(catalog).map((line) => JSON.parse(line));
  const rules = [...catalog.forms, ...catalog.entries, ...catalog.exclusions, ...catalog.secrets];
  assert.deepEqual(listed.map(({ id }) => id), rules.map(({ id }) => id));
  const text = catalogLines(catalog);
  assert.ok(text.every((line) => line.length <= WIDTH));
  for (const { id } of rules) assert.ok(text.some((line) => line.startsWith(`  ${id}`)), id);
});
