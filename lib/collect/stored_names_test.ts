import assert from "node:assert/strict";
import fc from "fast-check";
import { storedNames } from "./stored_names.ts";

const ROOM = 4000;

/** The bytes that a stored path stands for. */
function decoded(stored: string): Uint8Array {
  const bytes: number[] = [];
  for (const part of stored.slice("files".length).split(/(%[0-9A-F]{2})/)) {
    if (/^%[0-9A-F]{2}$/.test(part)) bytes.push(parseInt(part.slice(1), 16));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return Uint8Array.from(bytes);
}

Deno.test("a stored name is legal everywhere and can be decoded", () => {
  const names = storedNames(ROOM);
  const cases: [string, string][] = [
    ["/home/u/.x/a.md", "files/home/u/.x/a.md"],
    ["/home/u/a:b?.md", "files/home/u/a%3Ab%3F.md"],
    ["C:/Users/Fay Müller/x", "files/C%3A/Users/Fay Müller/x"],
    ["/home/u/100%", "files/home/u/100%25"],
    ["/home/u/dot.", "files/home/u/dot%2E"],
    ["/home/u/space ", "files/home/u/space%20"],
    ["/home/u/nul.txt", "files/home/u/%6Eul.txt"],
    ["/home/u/console", "files/home/u/console"],
    ["/home/u/line\nbreak", "files/home/u/line%0Abreak"],
    ["/home/u/back\\slash", "files/home/u/back%5Cslash"],
  ];
  for (const [path, stored] of cases) assert.equal(names.of(path), stored);
});

Deno.test("bytes that are not UTF-8 are encoded one by one, the letters around them stay", () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0xc3, 0xbc, 0xc3);
  assert.equal(storedNames(ROOM).of("/x/a\ufffdü\ufffd", bytes), "files/x/a%FFü%C3");
});

Deno.test("names that only case or normal forms tell apart stay apart", () => {
  const names = storedNames(ROOM);
  assert.equal(names.of("/x/Case/a"), "files/x/Case/a");
  assert.equal(names.of("/x/case/a"), "files/x/%63%61%73%65/a");
  assert.equal(names.of("/x/CASE/a"), "files/x/%43%41%53%45/a");
  assert.equal(names.of("/x/Case/a"), "files/x/Case/a");
  const folded = ["/y/u\u0308", "/y/ü", "/y/Ü"].map((path) =>
    names.of(path).normalize("NFC").toLowerCase()
  );
  assert.equal(new Set(folded).size, 3);
});

Deno.test("a path that is too long goes by its hash", () => {
  const long = `/home/${"ä".repeat(200)}`;
  const names = storedNames(ROOM);
  assert.match(names.of(long), /^files\/%long\/[0-9a-f]{32}$/);
  assert.notEqual(names.of(long), names.of(`${long}x`));
  assert.match(storedNames(20).of("/home/u/a-long-name"), /^files\/%long\//);
});

Deno.test("different paths never share a stored name, and each decodes to its own", () => {
  const name = fc.string({ unit: "binary", minLength: 1, maxLength: 8 })
    .map((text) => text.toWellFormed().replaceAll("/", "_").replaceAll("\0", "_"))
    .filter((text) => text !== "." && text !== "..");
  const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }), {
    selector: (segments) => segments.join("/"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(paths, (all) => {
      const names = storedNames(ROOM);
      const stored = all.map((segments) => names.of(`/${segments.join("/")}`));
      assert.equal(
        new Set(stored.map((one) => one.normalize("NFC").toLowerCase())).size,
        all.length,
      );
      for (const [at, one] of stored.entries()) {
        assert.doesNotMatch(one, /[<>:"|?*\\\u0000-\u001f]|[ .](?:\/|$)/);
        const path = `/${all[at]?.join("/")}`;
        assert.deepEqual(decoded(one), new TextEncoder().encode(path));
      }
    }),
    { numRuns: 300 },
  );
});
