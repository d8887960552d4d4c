import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { packedVocabulary, vocabularyWith } from "./vocabulary.ts";

Deno.test("words are found by any part of them, in whatever packet they are", () => {
  const db = new DatabaseSync(":memory:");
  db.enableDefensive?.(false);
  db.exec(`CREATE VIRTUAL TABLE words USING fts5(content);
    CREATE TABLE vocabulary (words BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO words SELECT 'word' || i || ' ÜBER' || i FROM n`);
  const packets = [...packedVocabulary(db)];
  assert.ok(packets.length > 3);
  const insert = db.prepare("INSERT INTO vocabulary VALUES (?)");
  for (const packet of packets) insert.run(packet);
  assert.deepEqual(vocabularyWith(db, "d1999").sort(), [
    "word1999",
    ...Array.from({ length: 10 }, (_, last) => `word1999${last}`),
  ]);
  assert.deepEqual(vocabularyWith(db, "r20000"), ["uber20000"]);
  assert.equal(vocabularyWith(db, "ord").length, 20000);
  assert.deepEqual(vocabularyWith(db, "nowhere"), []);
  db.close();
});
