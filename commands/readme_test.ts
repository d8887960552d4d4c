/**
 * Runs every `$ …` line of the README on the sample, and compares what it prints.
 * A `…` in the README stands for what differs from run to run.
 */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSample } from "../testdata/build.ts";
import { calmEnvironment, ROOT, SOURCE } from "../testdata/program.ts";

/** One command of the README and the lines below it. */
interface Shown {
  readonly line: string;
  readonly prints: string[];
}

function shownIn(readme: string): Shown[] {
  const blocks = [...readme.matchAll(/^```console\n([^]*?)^```$/gm)].map((match) => match[1] ?? "");
  const shown: Shown[] = [];
  for (const text of blocks.flatMap((block) => block.trimEnd().split("\n"))) {
    if (text.startsWith("$ ")) shown.push({ line: text.slice(2), prints: [] });
    else shown.at(-1)?.prints.push(text);
  }
  return shown;
}

/** The pattern that a printed line must match. */
function patternOf(line: string): RegExp {
  const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

Deno.test("README examples print what the README says", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "readme-"));
  try {
    buildSample("current", join(cwd, "sample"));
    mkdirSync(join(cwd, "bin"));
    const program = join(cwd, "bin", "hermeneut");
    writeFileSync(program, `#!/bin/sh\nexec ${SOURCE.words().join(" ")} "$@"\n`);
    chmodSync(program, 0o755);
    const path = `${join(cwd, "bin")}:${Deno.env.get("PATH")}`;
    const examples = shownIn(readFileSync(join(ROOT, "README.md"), "utf8"));
    assert.ok(examples.length === 11, `${examples.length} examples`);
    for (const { line, prints } of examples) {
      const ran = await new Deno.Command("sh", {
        args: ["-c", `{ ${line}\n} 2>&1`],
        cwd,
        clearEnv: true,
        env: { ...calmEnvironment(), PATH: path, NO_COLOR: "1" },
      }).output();
      const printed = new TextDecoder().decode(ran.stdout).replaceAll("\r", "").trimEnd().split(
        "\n",
      );
      const differs = prints.length !== printed.length ||
        prints.some((text, at) => !patternOf(text).test(printed[at] ?? ""));
      if (differs) assert.deepEqual(printed, prints, `$ ${line}`);
    }
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
