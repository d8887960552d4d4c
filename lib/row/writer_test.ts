import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { FULL_CSV, FULL_ROW, sampleRow } from "./sample_row.ts";
import { type Format, FORMATS, openWriter, OutputError, OutputPlaceError } from "./writer.ts";

const PLAIN = { rawCsv: false, bom: false, terminal: false };

function inFolder(test: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "writer_test_"));
  try {
    test(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names like `.x.csv.123.tmp`. */
function temporaries(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".tmp"));
}

Deno.test("openWriter shows the file under its name only when it is whole", () => {
  inFolder((folder) => {
    for (const format of FORMATS) {
      const path = join(folder, `x.${format}`);
      const writer = openWriter(format, path, PLAIN);
      writer.write(FULL_ROW);
      assert.deepEqual(readdirSync(folder), [`.x.${format}.${Deno.pid}.tmp`]);
      assert.deepEqual(writer.finish(), { rows: 1, untimed: 0, longCells: 0, extraFiles: [] });
      assert.deepEqual(readdirSync(folder), [`x.${format}`]);
      writer.abort();
      assert.deepEqual(readdirSync(folder), [`x.${format}`]);
      rmSync(path);
    }
  });
});

Deno.test("abort leaves nothing new and keeps what was there before", () => {
  inFolder((folder) => {
    for (const format of FORMATS) {
      const path = join(folder, `x.${format}`);
      writeFileSync(path, "older");
      const writer = openWriter(format, path, PLAIN);
      writer.write(FULL_ROW);
      writer.write(sampleRow({ time: null }));
      writer.abort();
      assert.deepEqual(readdirSync(folder), [`x.${format}`]);
      assert.equal(readFileSync(path, "utf8"), "older");
      rmSync(path);
    }
  });
});

Deno.test("openWriter replaces an older file", () => {
  inFolder((folder) => {
    const path = join(folder, "x.csv");
    writeFileSync(path, "older and longer than the header: ".repeat(100));
    const writer = openWriter("csv", path, PLAIN);
    writer.write(FULL_ROW);
    writer.finish();
    assert.equal(readFileSync(path, "utf8").split("\r\n")[1], FULL_CSV);
  });
});

Deno.test("openWriter counts rows, untimed rows and cells too long for a spreadsheet", () => {
  inFolder((folder) => {
    for (const format of FORMATS) {
      const writer = openWriter(format, join(folder, `x.${format}`), PLAIN);
      writer.write(sampleRow({ text: "x".repeat(32_767) }));
      writer.write(sampleRow({ text: "x".repeat(32_768) }));
      writer.write(sampleRow({ time: null }));
      const report = writer.finish();
      assert.deepEqual([report.rows, report.untimed, report.longCells], [3, 1, 1], format);
    }
  });
});

Deno.test("openWriter writes the same bytes however rows fall into batches and pieces", () => {
  inFolder((folder) => {
    const path = join(folder, "x.jsonl");
    // Two, three and four bytes a character, so that pieces end inside one.
    const text = fc.constantFrom("é", "€", "😀", "a\ud800").chain((unit) =>
      fc.nat(300_000).map((length) => unit.repeat(length))
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const writer = openWriter("jsonl", path, PLAIN);
        for (const one of texts) writer.write(sampleRow({ text: one }));
        writer.finish();
        const lines = readFileSync(path, "utf8").split("\n");
        assert.equal(lines.pop(), "");
        assert.deepEqual(
          lines.map((line) => JSON.parse(line).text),
          texts.map((one) => one.toWellFormed() || null),
        );
      }),
      { numRuns: 15 },
    );
  });
});

Deno.test("openWriter writes thousands of small rows in order", () => {
  inFolder((folder) => {
    const path = join(folder, "x.csv");
    const writer = openWriter("csv", path, PLAIN);
    for (let line = 1; line <= 5003; line++) writer.write(sampleRow({ text: `${line}`, line }));
    assert.equal(writer.finish().rows, 5003);
    const lines = readFileSync(path, "utf8").split("\r\n").slice(1, -1);
    assert.deepEqual(
      lines.map((text) => Number(text.split(",")[14])),
      [...Array(5003).keys()].map(
        (at) => at + 1,
      ),
    );
  });
});

function refused(format: Format, out: string | null, words: RegExp): void {
  assert.throws(
    () => openWriter(format, out, PLAIN),
    (error) => error instanceof OutputPlaceError && words.test(error.message),
    `${format} ${out}`,
  );
}

Deno.test("openWriter refuses a place it cannot write to, and writes nothing", () => {
  inFolder((folder) => {
    mkdirSync(join(folder, "taken"));
    writeFileSync(join(folder, "file"), "");
    for (const format of FORMATS) {
      refused(format, join(folder, "absent", "x"), /expected a folder at .*absent$/);
      refused(format, join(folder, "file", "x"), /expected a folder at .*file$/);
      refused(format, join(folder, "taken"), /taken: expected a regular file or a free name$/);
      refused(format, `${join(folder, "new")}/`, /new\/": expected the name of a file$/);
      refused(format, "", /^Cannot write "": expected the name of a file$/);
    }
    refused("sqlite", null, /^Cannot write sqlite to standard output: expected a file name$/);
    refused("timesketch", null, /^Cannot write timesketch to standard output/);
    assert.deepEqual(readdirSync(folder), ["file", "taken"]);
  });
});

Deno.test({
  name: "openWriter does not write through a link",
  ignore: Deno.build.os === "windows",
  fn(): void {
    inFolder((folder) => {
      const path = join(folder, "x.csv");
      writeFileSync(join(folder, "target"), "");
      symlinkSync(join(folder, "target"), path);
      refused("csv", path, /expected a regular file or a free name$/);
    });
  },
});

Deno.test("finish names the file when its place is lost, and abort clears up", () => {
  inFolder((folder) => {
    for (const format of FORMATS) {
      const path = join(folder, `x.${format}`);
      const writer = openWriter(format, path, PLAIN);
      writer.write(FULL_ROW);
      // A folder under the final name: nothing can be renamed onto it.
      mkdirSync(join(path, "in the way"), { recursive: true });
      assert.throws(
        () => writer.finish(),
        (error) =>
          error instanceof OutputError && error.path === path &&
          error.message.startsWith(`Cannot write ${path}: `),
      );
      writer.abort();
      assert.deepEqual(temporaries(folder), []);
    }
  });
});

/** Runs a script that writes rows to standard output. */
function toStdout(shell: string): { code: number; stdout: string; stderr: string } {
  const script = `
    const { openWriter } = await import(${JSON.stringify(import.meta.resolve("./writer.ts"))});
    const { FULL_ROW } = await import(${JSON.stringify(import.meta.resolve("./sample_row.ts"))});
    const writer = openWriter("csv", null, { rawCsv: false, bom: false, terminal: false });
    try {
      for (let at = 0; at < 20000; at++) writer.write(FULL_ROW);
      writer.finish();
    } catch (error) {
      console.error(error.name + ": " + error.message);
    }`;
  const { code, stdout, stderr } = new Deno.Command("sh", {
    args: ["-c", shell],
    cwd: new URL("../..", import.meta.url),
    env: { DENO: Deno.execPath(), SCRIPT: script, NO_COLOR: "1" },
  }).outputSync();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test({
  name: "openWriter writes everything to standard output",
  ignore: Deno.build.os === "windows",
  fn(): void {
    const { stdout, stderr } = toStdout('"$DENO" eval "$SCRIPT"');
    assert.equal(stderr, "");
    const lines = stdout.split("\r\n");
    assert.equal(lines.length, 20_002);
    assert.deepEqual(new Set(lines.slice(1, -1)), new Set([FULL_CSV]));
  },
});

Deno.test({
  name: "openWriter says ClosedPipe when nobody reads",
  ignore: Deno.build.os === "windows",
  fn(): void {
    const { stdout, stderr } = toStdout('"$DENO" eval "$SCRIPT" | head -c 13');
    assert.equal(stdout, "timestamp_utc");
    assert.equal(stderr, "ClosedPipe: Standard output was closed by its reader\n");
  },
});

Deno.test({
  name: "openWriter says OutputError when standard output is full",
  ignore: Deno.build.os !== "linux",
  fn(): void {
    const { stderr } = toStdout('"$DENO" eval "$SCRIPT" >/dev/full');
    assert.equal(stderr, "OutputError: Cannot write to standard output: no space left\n");
  },
});
