import assert from "node:assert/strict";
import { CATALOG } from "../../testdata/discover_tree.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, FileFacts } from "../evidence/file.ts";
import { type NamedFile, namedTree } from "../evidence/named_tree.ts";
import { fileFacts, folderFacts } from "../evidence/plain_facts.ts";
import { coverageOf } from "./coverage.ts";
import { listedOnce } from "./folder_list.ts";
import { hintsOf } from "./hints.ts";
import { HOME, homeIn } from "../../testdata/made_home.ts";
import { placeOf } from "./place.ts";
import { newSearch } from "./search.ts";
import { snapshotsOf } from "./snapshots.ts";

function refusing(path: string): NamedFile {
  return { facts: fileFacts(path, 4096), open: (): EvidenceFile => refuse(path) };
}

function refuse(path: string): never {
  throw new EvidenceError("unreadable", path, "Cannot be opened (EACCES)");
}

function unreached(path: string): NamedFile {
  const facts: FileFacts = {
    ...fileFacts(path, 0),
    kind: "unknown",
    refused: "Cannot be reached (EACCES)",
  };
  return { facts, open: (): EvidenceFile => refuse(path) };
}

Deno.test("a snapshot that cannot be read is called neither empty nor no database", () => {
  const at = (name: string): string => `${HOME}/state-snapshots/${name}/state.db`;
  const tree = namedTree([
    refusing(at("20261029-100244")),
    unreached(at("20261029-110244")),
    { facts: folderFacts(at("20261029-120244")), open: () => refuse("") },
  ]);
  const search = newSearch(CATALOG, {});
  const found = snapshotsOf(homeIn(tree), search).map(({ id, state, size }) => [id, state, size]);
  assert.deepEqual(found, [
    ["20261029-100244", "state.db cannot be read", 4096],
    ["20261029-110244", "state.db cannot be read", null],
    ["20261029-120244", "state.db is not a regular file", null],
  ]);
  assert.deepEqual(search.refused.map(({ path }) => path), [
    at("20261029-100244"),
    at("20261029-110244"),
  ]);
});

Deno.test("a name that cannot be reached is no file the catalog does not know, a credential neither", () => {
  const tree = namedTree([
    unreached(`${HOME}/listed/only`),
    refusing(`${HOME}/vault/vault.key`),
    refusing(`${HOME}/vault/vault.json.enc`),
    refusing(`${HOME}/strange`),
  ]);
  const search = newSearch(CATALOG, {});
  const list = listedOnce(tree, search.refuse);
  const { unknown, credentials, files } = coverageOf(homeIn(tree), new Set(), { search, list });
  assert.deepEqual(unknown, [`${HOME}/strange`]);
  assert.deepEqual(credentials, [{ rule: "vault", files: 2, bytes: 8192 }]);
  assert.equal(files, 3);
  assert.deepEqual(search.refused, [
    { path: `${HOME}/listed/only`, why: "Cannot be reached (EACCES)" },
  ]);
});

Deno.test("a start-up file that cannot be read is named: it may say where a home is", () => {
  const tree = namedTree([refusing("/home/ana/.bashrc"), unreached("/home/ana/.profile")]);
  const search = newSearch(CATALOG, {});
  const parts = { tree, top: "", live: false, mayNotVisit: (): null => null, disk: null };
  const accounts = [{ path: "/home/ana", account: "ana" }];
  assert.deepEqual(hintsOf(placeOf(parts, search), accounts, search), []);
  assert.deepEqual(search.refused.map(({ path }) => path), [
    "/home/ana/.bashrc",
    "/home/ana/.profile",
  ]);
});
