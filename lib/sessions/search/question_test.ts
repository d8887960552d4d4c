import assert from "node:assert/strict";
import { type Clause, QuestionError, readQuestion, type Term } from "./question.ts";

/** The question with `&` between clauses, `|` between lists, `-` before what is unwanted. */
function shape(typed: string): string {
  const term = ({ words, prefix, anywhere }: Term): string =>
    `${words.join("+")}${prefix ? "*" : ""}${anywhere ? "~" : ""}`;
  const clause = ({ wanted, unwanted }: Clause): string =>
    [wanted.map(term).join(" "), ...unwanted.map((it) => `-(${it.map(term).join(" ")})`)].join("");
  return readQuestion(typed).map((clauses) => clauses.map(clause).join(" & ")).join(" | ");
}

Deno.test("readQuestion() reads every row of the syntax table", () => {
  assert.equal(shape("docker deployment"), "docker deployment");
  assert.equal(shape('"exact phrase"'), "exact+phrase");
  assert.equal(shape("docker OR kubernetes"), "docker | kubernetes");
  assert.equal(shape("python NOT java"), "python-(java)");
  assert.equal(shape("deploy*"), "deploy*");
});

Deno.test("readQuestion() sanitises as the vendor does", () => {
  assert.equal(shape("chat-send"), "chat+send");
  assert.equal(shape('"chat-send"'), "chat+send");
  assert.equal(shape("my-app.config.ts P2.2 snake_case"), "my+app+config+ts p2+2 snake+case");
  assert.equal(shape("hello AND"), "hello");
  assert.equal(shape("OR hello and"), "hello");
  assert.equal(shape('say "hello world'), "say hello world");
  assert.equal(shape('"hello" world"'), "hello world");
  assert.equal(shape("TODO: fix (it) +now ^x {y} 100%"), "todo fix it now x y 100");
  assert.equal(shape("*** *deploy** don't"), "deploy* don t");
  assert.equal(shape("my-app.conf*"), "my+app+conf*");
});

Deno.test("readQuestion() finds no word in lone operators and signs", () => {
  for (const typed of ["", "  ", "AND", "OR", "NOT", "AND OR", '"', '""', "***", "- . %", "()"]) {
    assert.equal(readQuestion(typed).flat().every((it) => it.wanted.length === 0), true, typed);
  }
});

Deno.test("readQuestion() gives operators the precedence of FTS5", () => {
  assert.equal(shape("a b OR c AND d NOT e f"), "a b | c & d-(e f)");
  assert.equal(shape("a NOT b NOT c"), "a-(b)-(c)");
  assert.equal(shape("a AND NOT b"), "a-(b)");
  assert.equal(shape("and or And"), "");
  assert.equal(shape("cats and dogs"), "cats and dogs");
  assert.equal(shape('"OR" x'), "or x");
});

Deno.test("readQuestion() refuses operators side by side", () => {
  for (const typed of ["a AND OR b", "a OR OR b", "a OR NOT b", "a NOT NOT b", "a AND AND b"]) {
    assert.throws(() => readQuestion(typed), QuestionError, typed);
  }
});

Deno.test("readQuestion() takes writing without spaces anywhere", () => {
  assert.equal(shape("部署 docker"), "部署~ docker");
  assert.equal(shape("修改youer服务端"), "修改youer服务端~");
  assert.equal(shape("部署\u3000失败"), "部署~ 失败~");
});
