import assert from "node:assert/strict";
import { saidOnce } from "./parse_sources.ts";

Deno.test("what cannot be looked into is said once, however often that was tried", () => {
  const said: string[] = [];
  const voice = {
    out: () => {},
    note: () => {},
    progress: () => {},
    warn: (line: string): void => void said.push(line),
  };
  const closed = { path: "/home/ana/.hermes/profiles/work", why: "Cannot be listed (EACCES)" };
  const other = { path: "/home/ben", why: closed.why };
  const gone = { path: other.path, why: "Cannot be opened (EIO)" };
  assert.deepEqual(saidOnce([closed, other, { ...closed }, gone], voice), [closed, other, gone]);
  assert.deepEqual(said, [
    "/home/ana/.hermes/profiles/work: Cannot be listed (EACCES)",
    "/home/ben: Cannot be listed (EACCES)",
    "/home/ben: Cannot be opened (EIO)",
  ]);
});
