/**
 * What only Windows has: drives, slashes of both kinds, names without case, long
 * paths, locked files, code pages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountHome, outputFolder } from "./places.ts";
import { assertSameLines, assertTimeline, copyHome, portable } from "./proofs.ts";
import type { Proof, Subject } from "./proofs.ts";
import type { WineGuest } from "./wine.ts";

/** A Windows guest and the binary in it. */
interface WindowsSubject extends Subject {
  readonly guest: WineGuest;
}

/** One folder's name, nine of which make a path longer than 260 characters. */
const LONG_NAME = "a folder with a long name, ü and 東京";

/** The proofs for a binary in Wine. */
export function windowsProofs(given: Subject, guest: WineGuest): Proof[] {
  const subject = { ...given, guest };
  const proof = (name: string, prove: () => void | Promise<void>): Proof => ({ name, prove });
  return [
    proof("reads a home below a path longer than 260 characters", () => {
      const deep = Array.from({ length: 9 }, () => LONG_NAME).join("/");
      assertTimeline(subject, join(guest.drive, deep, ".hermes"));
    }),
    proof(
      "finds a home by a path in other letters, slashes and forms",
      () => provesOtherLetters(subject),
    ),
    proof(
      "refuses an output inside the evidence, whatever its letters",
      () => provesApart(subject),
    ),
    proof("finds the accounts' homes without being told", () => provesThisMachine(subject)),
    proof(
      "collects long paths, and a folder that leads back into itself",
      () => provesOddFolders(subject),
    ),
    proof("says that a file is locked, and collects the others", () => provesLocked(subject)),
    proof("prints UTF-8 under any code page", () => provesCodePage(subject)),
  ];
}

function withHome({ guest, reference }: WindowsSubject, use: (home: string) => void): void {
  const home = accountHome(guest);
  copyHome(reference, home);
  try {
    use(home);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function provesOtherLetters(subject: WindowsSubject): void {
  const { guest, binary, reference } = subject;
  const names = [
    "c:/USERS\\Ana/.Hermes",
    "\\\\?\\C:\\users\\ana\\.hermes",
    "C:\\users\\ana\\.hermes\\",
  ];
  withHome(subject, () => {
    for (const name of names) {
      const words = ["parse", name, "--format", "jsonl", "--quiet"];
      const { end, stdout, stderr } = guest.run(binary, words);
      assert.equal(end, 0, `${name}: ${stderr}`);
      const found = stdout.trimEnd().split("\n").length;
      assert.equal(found, reference.timeline.split("\n").length, name);
    }
  });
}

function provesApart(subject: WindowsSubject): void {
  const { guest, binary } = subject;
  withHome(subject, (home) => {
    const before = readdirSync(home);
    for (const out of ["C:\\users\\ANA\\.HERMES\\x.csv", "\\\\?\\c:\\Users\\ana\\.hermes\\x.csv"]) {
      const { end, stderr } = guest.run(binary, ["parse", guest.pathOf(home), "--out", out]);
      assert.equal(end, 2, stderr);
      assert.match(stderr, /inside the evidence/);
    }
    const { end } = guest.run(binary, ["collect", "--out", "c:/USERS/ana/.Hermes"]);
    assert.equal(end, 2);
    assert.deepEqual(readdirSync(home), before);
  });
}

function provesThisMachine(subject: WindowsSubject): void {
  const { guest, binary, reference } = subject;
  withHome(subject, () => {
    const { end, stdout, stderr } = guest.run(binary, ["parse", "--format", "jsonl"]);
    assert.equal(end, 0, stderr);
    assert.match(stderr, /reading this machine/);
    assertSameLines(portable(stdout, "C:/users/ana/.hermes"), reference.timeline);
  });
}

/** The manifest of a collected home, and what was said. */
function collected(
  { guest, binary }: WindowsSubject,
  home: string,
): { items: Record<string, unknown>[]; end: number | string; stderr: string } {
  const out = outputFolder(guest);
  mkdirSync(out);
  try {
    const words = ["collect", guest.pathOf(home), "--out", guest.pathOf(out), "--quiet"];
    const { end, stderr } = guest.run(binary, words);
    const bundle = join(out, readdirSync(out)[0] ?? "");
    const verified = guest.run(binary, ["verify", guest.pathOf(bundle)]);
    assert.equal(verified.end, 0, verified.stdout + verified.stderr);
    const lines = readFileSync(join(bundle, "manifest.jsonl"), "utf8").trimEnd().split("\n");
    return { items: lines.map((line) => JSON.parse(line)), end, stderr };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function provesOddFolders(subject: WindowsSubject): void {
  withHome(subject, (home) => {
    const deep = join(home, "logs", ...Array.from({ length: 7 }, () => LONG_NAME));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "agent.log"), "x\n");
    // Wine shows it as a plain folder, as Windows shows a junction to whoever does not ask.
    symlinkSync("..", join(home, "logs", "loop"));
    const { items, end, stderr } = collected(subject, home);
    assert.equal(end, 0, stderr);
    const logs = items.filter(({ path }) => String(path).endsWith("agent.log"));
    assert.equal(logs.length, 1);
    assert.ok(String(logs[0]?.["path"]).length > 260);
    const databases = items.filter(({ path }) => String(path).endsWith("/state.db"));
    assert.equal(databases.filter(({ status }) => status === "collected").length, 1);
  });
}

async function provesLocked(subject: WindowsSubject): Promise<void> {
  const { guest, binary, reference } = subject;
  const home = accountHome(guest);
  copyHome(reference, home);
  writeFileSync(join(home, "SOUL.md"), "kind\n");
  try {
    await guest.whileLocked(join(home, "state.db"), () => {
      const { end, stdout, stderr } = guest.run(binary, ["parse", guest.pathOf(home)]);
      assert.equal(end, 1, stderr);
      assert.match(stdout, /parser: cannot be read/);
      assert.match(stderr, /state\.db/);
      const copy = collected(subject, home);
      assert.equal(copy.end, 1, copy.stderr);
      const fateOf = (name: string): unknown =>
        copy.items.find(({ path }) => String(path).endsWith(`/${name}`))?.["status"];
      assert.deepEqual([fateOf("state.db"), fateOf("SOUL.md")], ["unreadable", "collected"]);
      assert.match(copy.stderr, /state\.db/);
    });
  } finally {
    rmSync(home, { recursive: true });
  }
}

function provesCodePage({ guest, binary }: WindowsSubject): void {
  for (const page of [437, 850, 65001]) {
    const line = `chcp ${page} >nul & ${
      guest.pathOf(binary)
    } explain-path C:\\Users\\jürgen\\.hermes`;
    const { stdout } = guest.run("cmd", ["/c", line]);
    assert.match(stdout, /account jürgen,/, String(page));
  }
}
