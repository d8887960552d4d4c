import assert from "node:assert/strict";
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import { finderOf } from "./finder.ts";
import { matcherOf } from "./matcher.ts";
import { spacedOut } from "./letters.ts";
import { looser, readQuestion, type Term } from "./question.ts";
import { snippetOf } from "./snippet.ts";

function term(text: string): Term {
  const [found] = readQuestion(text).flat().flatMap(({ wanted }) => wanted);
  assert(found !== undefined);
  return found;
}

function span(typed: string, text: string, from = 0): string | null {
  const found = finderOf(term(typed))(text, from);
  return found === null ? null : text.slice(found.start, found.end);
}

Deno.test("a word is found whole, whatever its case and marks", () => {
  assert.equal(span("docker", "a dockers, Docker."), "Docker");
  assert.equal(span("grosse", "GROSSE"), "GROSSE");
  assert.equal(span("ubung", "die Übung"), "Übung");
  assert.equal(span("u\u0308bung", "U\u0308bung"), "U\u0308bung");
  assert.equal(span("é", "cafe\u0301"), null);
  assert.equal(span("cafe", "cafe\u0301s"), null);
  assert.equal(span("docker", "xdocker docker_x"), "docker");
});

Deno.test("a prefix may go on, a phrase stands side by side", () => {
  assert.equal(span("deploy*", "redeploy deployment"), "deploy");
  assert.equal(span('"exact phrase"', "exact, (phrase)"), "exact, (phrase");
  assert.equal(span('"exact phrase"', "exact exact phrase"), "exact phrase");
  assert.equal(span('"exact phrase"', "exact phrases"), null);
  assert.equal(span('"a b c"*', "a b a b cde"), "a b c");
  assert.equal(span("chat-send", "chat send, chatsend"), "chat send");
});

Deno.test("writing without spaces is found within words", () => {
  assert.equal(span("部署", "正在部署服务"), "部署");
  assert.equal(span("修改you", "修改youer"), "修改you");
  assert.equal(span('"部署 失败"', "部署\n失败"), "部署\n失败");
  assert.equal(span("部署", "部 署"), null);
});

Deno.test("a word ends where writing without spaces begins, and begins where it ends", () => {
  assert.equal(span("docker", "日本語のdocker設定"), "docker");
  assert.equal(span("docker", "docker를 배포"), "docker");
  assert.equal(span("cafe", "東cafe\u0301京"), "cafe\u0301");
  assert.equal(span("e", "日\u0301e"), "e");
  assert.equal(span("dock*", "のdocker"), "dock");
  assert.equal(span("docker", "のdockers"), null);
  assert.equal(span('"hello world"', "hello世world"), null);
});

Deno.test("the looser question finds parts of words", () => {
  const matcher = matcherOf(looser(readQuestion("ocke NOT ployx")));
  assert.equal(matcher.matches(["docker deploy"]), true);
  assert.equal(matcher.matches(["docker deployx"]), false);
});

Deno.test("snippets mark every match and cut what is far", () => {
  const matcher = matcherOf(readQuestion("docker OR deploy*"));
  assert.equal(
    snippetOf(["", "Docker and deploying"], matcher),
    ">>>Docker<<< and >>>deploy<<<ing",
  );
  const far = snippetOf([`${"x ".repeat(100)}docker ${"😀".repeat(200)}`], matcher);
  assert(far.startsWith("...") && far.endsWith("...") && far.includes(">>>docker<<<"));
  assert.equal(far.isWellFormed(), true);
  assert.equal(snippetOf(["nothing"], matcher), "");
});

const WORDS = ["a", "ab", "abc", "B", "é", "e\u0301", "E", "x1", "ß", "Ä", "日", "日本", "ⓐ", "€"];
const GAPS = [" ", "-", ".", "_", "\n", ", ", "", "\u0301", "/", "\u00a0", "*"];

const texts = fc.array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GAPS)), {
  maxLength: 8,
}).map((pairs) => pairs.flat().join(""));

const plainWords = fc.constantFrom("a", "ab", "abc", "b", "e", "é", "x1", "ß", "ä");
const phrases = fc.array(plainWords, { minLength: 1, maxLength: 3 }).map((words) =>
  `"${words.join(" ")}"`
);
const terms = fc.oneof(plainWords, phrases, plainWords.map((word) => `${word}*`));
const questions = fc.array(terms, { minLength: 1, maxLength: 4 }).chain((list) =>
  fc.array(fc.constantFrom(" ", " AND ", " OR ", " NOT "), {
    minLength: list.length,
    maxLength: list.length,
  }).map((joints) => list.map((it, at) => it + (at < list.length - 1 ? joints[at] : "")).join(""))
);

Deno.test("the matcher answers as FTS5 does, of texts spaced out", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE f USING fts5(a, b, tokenize='unicode61 remove_diacritics 2')");
  const insert = db.prepare("INSERT INTO f(rowid, a, b) VALUES (1, ?, ?)");
  const ask = db.prepare("SELECT COUNT(*) AS n FROM f WHERE f MATCH ?");
  fc.assert(
    fc.property(texts, texts, questions, (a, b, typed) => {
      db.exec("DELETE FROM f");
      insert.run(spacedOut(a), spacedOut(b));
      const fromSqlite = Number(ask.get(typed)?.["n"]) === 1;
      assert.equal(matcherOf(readQuestion(typed)).matches([a, b]), fromSqlite);
    }),
    { numRuns: 1500 },
  );
  db.close();
});
