import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { folded, isDiacritic, isLetter, isUnspaced, sameAs, wordsOf } from "./letters.ts";

/** Beyond it lie only emoji, ideographs and unassigned code points, taken in steps. */
const DENSE = 0x12000;

Deno.test("the letter tables are what SQLite's own tokenizer does", () => {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE VIRTUAL TABLE f USING fts5(a, tokenize='unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE v USING fts5vocab(f, 'instance'); BEGIN`);
  const insert = db.prepare("INSERT INTO f(rowid, a) VALUES (?, ?)");
  const asked: number[] = [];
  for (let code = 1; code < 0x110000; code += code < DENSE ? 1 : 61) {
    if (code >= 0xd800 && code < 0xe000) continue;
    asked.push(code);
    insert.run(code, `q${String.fromCodePoint(code)}j`);
  }
  const told = new Map<number, string[]>();
  for (const row of db.prepare("SELECT doc, term FROM v ORDER BY doc, offset").iterate()) {
    const doc = Number(row["doc"]);
    told.set(doc, [...told.get(doc) ?? [], String(row["term"])]);
  }
  db.close();
  for (const code of asked) {
    const text = `q${String.fromCodePoint(code)}j`;
    assert.deepEqual(wordsOf(text), told.get(code), `U+${code.toString(16)}`);
  }
});

Deno.test("wordsOf() folds case and diacritics, composed or not", () => {
  assert.deepEqual(wordsOf("Größe, E\u0301TÉ_x Việt"), ["große", "ete", "x", "viet"]);
  assert.deepEqual(wordsOf("chat-send P2.2"), ["chat", "send", "p2", "2"]);
  assert.deepEqual(wordsOf("... -"), []);
  assert.deepEqual(wordsOf(" \u0301a"), ["a"]);
});

Deno.test("folded() keeps what separates words", () => {
  assert.equal(folded("Ker-Comp É."), "ker-comp e.");
});

Deno.test("sameAs() is the other way round", () => {
  for (const character of sameAs("e")) assert.equal(folded(character), "e");
  assert(sameAs("e").includes("É"));
  assert.equal(sameAs("-"), "-");
});

Deno.test("classes of characters", () => {
  assert.equal(isLetter(0x5f), false);
  assert.equal(isLetter(0x61), true);
  assert.equal(isDiacritic(0x301), true);
  assert.equal(isDiacritic(0x305), false);
  assert.equal(isUnspaced("部".codePointAt(0) as number), true);
  assert.equal(isUnspaced("é".codePointAt(0) as number), false);
});
