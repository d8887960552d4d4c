import assert from "node:assert/strict";
import fc from "fast-check";
import { pathsIn } from "./path_list.ts";

function paths(...chunks: (string | Uint8Array)[]): string[] {
  const bytes = chunks.map((chunk) =>
    typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk
  );
  return [...pathsIn(bytes)];
}

Deno.test("pathsIn reads lines with and without CR and a last one without an end", () => {
  assert.deepEqual(paths("/a\n/b\r\n/c"), ["/a", "/b", "/c"]);
  assert.deepEqual(paths("/a\n\n/b\n"), ["/a", "", "/b"]);
  assert.deepEqual(paths(), []);
});

Deno.test("pathsIn reads a list parted by NUL", () => {
  assert.deepEqual(paths("/a\nb\0/c\0"), ["/a\nb", "/c"]);
});

Deno.test("pathsIn reads UTF-16 as a Windows shell writes it, and drops a UTF-8 mark", () => {
  const text = "\ufeffC:\\x\r\nC:\\é\r\n";
  const bytes = new Uint8Array(
    [...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  );
  assert.deepEqual(paths(bytes), ["C:\\x", "C:\\é"]);
  assert.deepEqual(paths("\ufeff/a\n"), ["/a"]);
});

Deno.test("pathsIn gives the same paths however the bytes are cut", () => {
  const path = fc.string({ unit: fc.constantFrom("a", "/", "é", "😀", " "), minLength: 1 });
  fc.assert(fc.property(fc.array(path), fc.nat(7), (list, size) => {
    const bytes = new TextEncoder().encode(list.map((one) => `${one}\n`).join(""));
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size + 1) chunks.push(bytes.slice(at, at + size + 1));
    assert.deepEqual([...pathsIn(chunks)], list);
  }));
});

Deno.test("pathsIn does not gather a line that never ends", () => {
  const chunk = new Uint8Array(1 << 16).fill(97);
  function* endless(): Generator<Uint8Array> {
    for (let count = 0; count < 2000; count++) yield chunk;
  }
  const start = performance.now();
  const [path = ""] = pathsIn(endless());
  assert.equal(path.length, 100_000);
  assert.ok(performance.now() - start < 5000);
});
