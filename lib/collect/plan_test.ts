import assert from "node:assert/strict";
import { CATALOG } from "../../testdata/discover_tree.ts";
import { HOME, homeIn } from "../../testdata/made_home.ts";
import type { Home, Located } from "../discover/mod.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "../evidence/file.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { type NamedFile, namedTree } from "../evidence/named_tree.ts";
import { fileFacts, folderFacts } from "../evidence/plain_facts.ts";
import { planned, type PlanOptions } from "./plan.ts";

const RECORDS = `${HOME}/checkpoints/store/projects`;

function text(path: string, content: string): NamedFile {
  const bytes = new TextEncoder().encode(content);
  return { facts: fileFacts(path, bytes.length), open: () => memoryFile(path, bytes) };
}

function refusing(path: string): NamedFile {
  return { facts: fileFacts(path, 9), open: (): EvidenceFile => refuse(path) };
}

function refuse(path: string): never {
  throw new EvidenceError("unreadable", path, "Cannot be opened (EACCES)");
}

function closed(path: string): NamedFile {
  const closed = "Cannot be listed (EACCES)";
  return { facts: folderFacts(path), open: () => refuse(path), closed };
}

function unreached(path: string): NamedFile {
  const facts: FileFacts = { ...fileFacts(path, 0), kind: "unknown", refused: "Cannot be reached" };
  return { facts, open: () => refuse(path) };
}

function locatedIn(tree: EvidenceTree, parts: Partial<Located> = {}): Located {
  const none = {
    caches: [],
    loose: [],
    accounts: [],
    notes: [],
    refused: [],
    notVisited: [],
  };
  return { homes: [homeIn(tree)], hostOf: () => null, host: null, zone: null, ...none, ...parts };
}

const OPTIONS: PlanOptions = {
  catalog: CATALOG,
  choice: { full: false, secrets: true, maxFileSize: null },
  projects: true,
  shellHistory: true,
  live: false,
  maxMemory: 1024 ** 2,
  workFolder: () => refuse("work"),
  onFolder: () => {},
  onNotVisited: () => {},
  warn: () => {},
};

/** What of a plan is not taken, with the reason. */
function leftIn(located: Located): string[] {
  return [...planned(located, OPTIONS)].flatMap(({ facts, fate }) =>
    fate.take ? [] : [`${fate.status} ${facts.path}: ${fate.reason}`]
  );
}

Deno.test("what of a project cannot be listed, read or reached is in the plan with its reason", () => {
  const tree = namedTree([
    text(`${RECORDS}/0123456789abcdef.json`, '{"workdir": "/srv/p"}'),
    text(`${RECORDS}/1123456789abcdef.json`, '{"workdir": "/srv/q"}'),
    closed("/srv/p/.hermes"),
    closed("/srv/p/.worktrees"),
    refusing("/srv/p/.git/worktrees/w/locked"),
    unreached("/srv/q"),
  ]);
  assert.deepEqual(leftIn(locatedIn(tree)).sort(), [
    "unreadable /srv/p/.git/worktrees/w/locked: Cannot be opened (EACCES)",
    "unreadable /srv/p/.hermes: Cannot be listed (EACCES)",
    "unreadable /srv/p/.worktrees: Cannot be listed (EACCES)",
    "unreadable /srv/q: Cannot be reached",
  ]);
});

Deno.test("accounts that could not be looked into are in the plan, each path once", () => {
  const tree = namedTree([
    text(`${HOME}/SOUL.md`, "x"),
    closed(`${HOME}/logs`),
    closed("/home/bob"),
  ]);
  const why = "Cannot be listed (EACCES)";
  const refused = [{ path: "/home/bob", why }, { path: `${HOME}/logs`, why }];
  assert.deepEqual(leftIn(locatedIn(tree, { refused })).sort(), [
    `unreadable ${HOME}/logs: ${why}`,
    `unreadable /home/bob: ${why}`,
  ]);
});

Deno.test("histories are taken of every account, home or none, and of none by a home's odd place", () => {
  const tree = namedTree([
    text(`${HOME}/SOUL.md`, "x"),
    text("/home/ana/.bash_history", "hermes chat\n"),
    text("/home/eve/.bash_history", "hermes uninstall\n"),
    refusing("/home/eve/.zsh_history"),
    text("/srv/.bash_history", "hermes\n"),
  ]);
  const accounts = ["ana", "eve"].map((account) => ({ tree, path: `/home/${account}`, account }));
  const located = locatedIn(tree, { accounts });
  const odd = { ...located.homes[0] as Home, path: "/srv/place", via: "HERMES_HOME" };
  const all = { ...located, homes: [...located.homes, odd] };
  const histories = [...planned(all, OPTIONS)].filter(({ claim }) =>
    claim.store === "shell_history"
  );
  assert.deepEqual(histories.map(({ facts, claim, fate }) => [facts.path, claim.user, fate.take]), [
    ["/home/ana/.bash_history", "ana", true],
    ["/home/eve/.bash_history", "eve", true],
    ["/home/eve/.zsh_history", "eve", false],
  ]);
});
