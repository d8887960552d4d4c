import assert from "node:assert/strict";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeToPipe } from "./pipe.ts";

Deno.test({
  name: "writeToPipe writes each byte once to a slow reader of a full pipe",
  ignore: Deno.build.os === "windows",
  async fn(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "pipe_test_"));
    try {
      const pipe = join(folder, "pipe");
      await new Deno.Command("mkfifo", { args: [pipe] }).output();
      const opener = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      const reader = new Deno.Command("sh", {
        args: ["-c", 'exec <"$0"; echo >"$0.ready"; sleep 0.1; cat >"$0.copy"', pipe],
      }).spawn();
      await waitFor(`${pipe}.ready`);
      closeSync(opener);
      const bytes = Uint8Array.from({ length: 1_000_003 }, (_, at) => at % 251);
      writeToPipe(descriptor, bytes);
      closeSync(descriptor);
      await reader.status;
      assert.deepEqual(Deno.readFileSync(`${pipe}.copy`), bytes);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

async function waitFor(path: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await Deno.stat(path).then(() => true, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Expected ${path} to appear`);
}
