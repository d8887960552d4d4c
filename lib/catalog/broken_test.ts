import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadCatalogWith } from "./from_yaml.ts";
import { CatalogError } from "./mod.ts";

const CASES = new URL("../../testdata/broken_catalog/", import.meta.url);

/** Each case is one file of a catalog and the beginning of the error it must raise. */
function readCase(name: string): { file: string; error: string; text: string } {
  const whole = readFileSync(new URL(name, CASES), "utf8");
  const [, file, error, text] = /^file: (.*)\nerror: (.*)\n---\n([^]*)$/.exec(whole) ?? [];
  assert.ok(file !== undefined && error !== undefined && text !== undefined, name);
  return { file, error, text };
}

function loadWith(files: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), "catalog-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    loadCatalogWith(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const name of readdirSync(CASES).filter((name) => name.endsWith(".txt")).sort()) {
  Deno.test(`broken catalog: ${name.replace(".txt", "").replaceAll("_", " ")}`, () => {
    const { file, error, text } = readCase(name);
    assert.throws(() => loadWith({ [file]: text }), (thrown) => {
      assert.ok(thrown instanceof CatalogError, String(thrown));
      assert.ok(thrown.file.endsWith(file), thrown.message);
      assert.ok(thrown.message.includes(error), `${thrown.message}\nexpected: ${error}`);
      return true;
    });
  });
}

Deno.test("an examiner's own entry, exclusion and secret are used beside the built-in ones", () => {
  const folder = mkdtempSync(join(tmpdir(), "catalog-"));
  try {
    mkdirSync(join(folder, "kept"));
    writeFileSync(
      join(folder, "kept", "my_notes.yaml"),
      "id: my_notes\ntitle: My notes\ndoc: >-\n  Notes of a tool\n  of mine.\nwriter: my tool\n" +
        "standing: kept\nroot: home\npaths: ['my-notes/*']\nreading: Not read.\n" +
        "survives: All of it.\nsection: My own research\n",
    );
    writeFileSync(
      join(folder, "secrets.yaml"),
      "secrets:\n  - {id: mine, root: home, paths: [my-notes/key], holds: My key., section: Mine}\n",
    );
    const catalog = loadCatalogWith(folder);
    const match = catalog.match("/home/u/.hermes/my-notes/key");
    assert.equal(match.entry?.id, "my_notes");
    assert.equal(match.entry?.doc, "Notes of a tool of mine.");
    assert.equal(match.secret?.rule.id, "mine");
    assert.equal(catalog.match("/home/u/.hermes/state.db").store, "state_db");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("a catalog folder that is not there is named", () => {
  assert.throws(
    () => loadCatalogWith("/nowhere/catalog"),
    /Cannot use \/nowhere\/catalog:1: expected a readable folder/,
  );
});
