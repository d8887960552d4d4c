import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { cronOutput } from "./cron_output.ts";

const FOLDER = "/home/u/.hermes/cron/output/df327c65e6bb";
const PATH = `${FOLDER}/2026-11-30_12-18-32.md`;
const AT = "2026-11-30T12:18:32.000000Z host-local";
const RUN =
  `${AT} system #- cron run: job df327c65e6bb (from cron/output, file name time, host-local)`;

function read(content: Uint8Array | string, path = PATH): string[] {
  return printed(toldOf(cronOutput, memoryFile(path, content)));
}

function sample(name: string): string {
  return new TextDecoder().decode(sampleBytes("cron_output", name));
}

const QUOTING_PROMPT = "Sum up 😀😀😀. Last time you said:\n\n" +
  "**Response Characters:** 4\n## Response\n\nbody\n\n## Response\n\nnot the answer";

const FRAMED = [
  RUN,
  `${AT} user #- ${QUOTING_PROMPT}`,
  `${AT} assistant #- All quiet 😀.\n\n## Response\n\nThat was my answer. 😀`,
];

Deno.test("a document with both lengths is cut by them, in code points", () => {
  assert.deepEqual(read(sample("framed")), FRAMED);
});

Deno.test("CR LF line ends and a byte order mark change nothing", () => {
  assert.deepEqual(read("\uFEFF" + sample("framed").replaceAll("\n", "\r\n")), FRAMED);
  const plain = read(sample("unframed"));
  assert.deepEqual(read(sample("unframed").replaceAll("\n", "\r\n")), plain);
});

Deno.test("a document with the response's length alone finds the response that has it", () => {
  assert.deepEqual(read(sample("response_framed")), [
    RUN,
    `${AT} user #- Quote this:\n\n**Response Characters:** 4\n## Response\n\nbody\n\nand go on.`,
    `${AT} assistant #- Quoted.\n\n## Response\n\nSecond heading. 😀`,
  ]);
});

Deno.test("a document without lengths ends its prompt at the last heading", () => {
  assert.deepEqual(read(sample("unframed")), [
    RUN,
    `${AT} user #- Answer below a heading:\n\n## Response\n\n(here)`,
    `${AT} assistant #- Nothing unusual.\n\n## Notes\n- ok`,
  ]);
});

Deno.test("a failed run gives its prompt and its error", () => {
  const quoted = "Last time:\n\n## Error\n\n```\nold trouble\n```\n\n## Response\n\nan old answer";
  assert.deepEqual(read(sample("failed")), [
    RUN,
    `${AT} user #- ${quoted}`,
    `${AT} system #- cron run error: \`\`\`\nTimeoutError: no reply\n\`\`\``,
  ]);
});

Deno.test("a document whose header is no prompt's header is told whole, headings and all", () => {
  const script = sample("script");
  assert.deepEqual(read(script), [`${AT} system #- cron run output: ${script}`]);
  assert.deepEqual(read(""), [`${AT} system #- cron run output: -`]);
});

Deno.test("a response shorter than its length is told as incomplete", () => {
  const whole = sample("framed");
  const cut = whole.slice(0, whole.indexOf(" my answer"));
  assert.deepEqual(read(cut), [
    ...FRAMED.slice(0, 2),
    `${AT} assistant #- All quiet 😀.\n\n## Response\n\nThat was [incomplete]`,
  ]);
  const nothing = whole.slice(0, whole.indexOf("All quiet"));
  assert.deepEqual(read(nothing).slice(2), [`${AT} assistant #-  [incomplete]`]);
});

Deno.test("a response longer than its length is told whole", () => {
  assert.deepEqual(read(`${sample("framed")}more\n`).slice(2), [`${FRAMED[2]}\nmore`]);
});

Deno.test("an empty response gives no row", () => {
  const head = "**Prompt Characters:** 2\n## Prompt\n\nhi\n\n**Response Characters:** 0\n";
  assert.deepEqual(read(`${head}## Response\n\n\n`), [RUN, `${AT} user #- hi`]);
});

Deno.test("a prompt that ends before its length is told as the whole document", () => {
  const head = "# Cron Job: x\n\n**Prompt Characters:** 99\n## Prompt\n\n";
  const document = `${head}hi\n\n## Response\n\nanswer\n`;
  assert.deepEqual(read(document), [`${AT} system #- cron run output: ${document}`]);
});

Deno.test("a name that is no time leaves the rows without one, and is kept", () => {
  const told = read("text", `${FOLDER}/2026-13-30_12-18-32.md`);
  assert.deepEqual(told, [
    "- - system #- cron run output: text [timestamp as stored: 2026-13-30_12-18-32]",
  ]);
});

Deno.test("a document with lengths cut anywhere is told whole, or loses its response's end", () => {
  const bytes = sampleBytes("cron_output", "framed");
  for (let cut = 0; cut < bytes.length; cut++) {
    const rows = read(bytes.slice(0, cut));
    if (rows.length === 1) continue;
    assert.deepEqual(rows.slice(0, 2), FRAMED.slice(0, 2), `Cut at byte ${cut}`);
    // a cut inside the last character, of four bytes, leaves one character there
    const whole = cut > bytes.length - 5;
    const text = (rows[2] ?? "").replace(" [incomplete]", "").replaceAll("\uFFFD", "");
    assert.equal(rows[2]?.endsWith("[incomplete]"), !whole, `Cut at byte ${cut}`);
    assert(FRAMED[2]?.startsWith(text), `Cut at byte ${cut}`);
  }
});

Deno.test("a document without lengths cut anywhere gives nothing that it does not hold", () => {
  for (const name of ["response_framed", "unframed", "failed", "script"]) {
    const bytes = sampleBytes("cron_output", name);
    for (let cut = 0; cut < bytes.length; cut++) {
      const document = new TextDecoder().decode(bytes.slice(0, cut));
      const told = toldOf(cronOutput, memoryFile(PATH, bytes.slice(0, cut)));
      const words = told.slice(1).map(({ text }) => text.replace(/^cron run error: (?:-$)?/, ""));
      assert(told.length === 1 || words.every((text) => document.includes(text)), `${name} ${cut}`);
    }
  }
});

Deno.test("noise is borne", () => {
  assertBearsNoise({ reader: cronOutput, path: PATH, bytes: new Uint8Array(0) });
});
