/**
 * What every binary must do wherever it runs.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENVIRONMENT_NAMES } from "../compile/environment_names.ts";
import type { Guest } from "./guest.ts";
import type { WineGuest } from "./wine.ts";

/** What the binaries are measured against. */
export interface Reference {
  readonly version: string;
  /** A home with a database and its WAL. */
  readonly home: string;
  /** The timeline of that home, from source; `HOME/` stands for the home's path. */
  readonly timeline: string;
}

/** One thing that was tried. */
export interface Proof {
  readonly name: string;
  prove(): void | Promise<void>;
}

/**
 * All proofs for a binary in a guest.
 *
 * @param binary Path on this machine
 */
export function proofsFor(guest: Guest, binary: string, reference: Reference): Proof[] {
  const general = generalProofs(guest, binary, reference);
  return "drive" in guest
    ? [...general, ...windowsProofs(guest as WineGuest, binary, reference)]
    : general;
}

/** Where proofs put a home so that the guest sees it as an account's. */
function accountHome(guest: Guest): string {
  return join("drive" in guest ? (guest as WineGuest).drive : guest.folder, "users/ana/.hermes");
}

function generalProofs(guest: Guest, binary: string, reference: Reference): Proof[] {
  const home = accountHome(guest);
  return [
    { name: "says its version", prove: () => provesVersion(guest, binary, reference) },
    {
      name: "gives the timeline that the source gives",
      prove: () => assertTimeline({ guest, binary, reference }, home),
    },
    {
      name: "obeys no variable of its runtime",
      prove: () => {
        for (const { name } of ENVIRONMENT_NAMES) {
          for (const suffix of ["", "_PRELOAD", "_CONNECT_TO", "ORDER_OUT", "NO_ORPHANS"]) {
            provesVersion(guest, binary, reference, { [name + suffix]: "1" });
          }
        }
      },
    },
  ];
}

function provesVersion(
  guest: Guest,
  binary: string,
  { version }: Reference,
  env: Readonly<Record<string, string>> = {},
): void {
  const { end, stdout, stderr } = guest.run(binary, ["--version"], env);
  assert.deepEqual([end, stdout.trim(), stderr], [0, `hermeneut ${version}`, ""], stderr);
}

interface Subject {
  readonly guest: Guest;
  readonly binary: string;
  readonly reference: Reference;
}

/** Copies the home to a place, parses it there, and compares with the source's timeline. */
function assertTimeline({ guest, binary, reference }: Subject, home: string): void {
  mkdirSync(dirname(home), { recursive: true });
  cpSync(reference.home, home, { recursive: true });
  const output = join(guest.folder, "timeline.csv");
  try {
    const { end, stderr } = guest.run(binary, [
      ...["parse", guest.pathOf(home), "--out", guest.pathOf(output), "--quiet"],
    ]);
    assert.equal(end, 0, stderr);
    const prefix = `${guest.pathOf(home).replaceAll("\\", "/")}/`;
    const found = readFileSync(output, "utf8").replaceAll(prefix, "HOME/");
    assert.ok(
      found === reference.timeline,
      `another timeline than from source, ${found.length} characters`,
    );
  } finally {
    rmSync(output, { force: true });
    rmSync(home, { recursive: true });
  }
}

function windowsProofs(guest: WineGuest, binary: string, reference: Reference): Proof[] {
  const subject = { guest, binary, reference };
  return [
    {
      name: "reads a home below a path longer than 260 characters",
      prove: () => {
        const deep = Array.from({ length: 9 }, () => "a folder with a long name, ü and 東京").join(
          "/",
        );
        assertTimeline(subject, join(guest.drive, deep, ".hermes"));
      },
    },
    {
      name: "finds a home by a path in other letters and slashes",
      prove: () => provesOtherLetters(subject),
    },
    { name: "says that a file is locked", prove: () => provesLocked(subject) },
  ];
}

function provesOtherLetters({ guest, binary, reference }: Subject): void {
  const home = accountHome(guest);
  mkdirSync(dirname(home), { recursive: true });
  cpSync(reference.home, home, { recursive: true });
  try {
    const { end, stdout, stderr } = guest.run(binary, [
      "parse",
      "c:/USERS\\Ana/.Hermes",
      "--quiet",
    ]);
    assert.equal(end, 0, stderr);
    assert.equal(stdout.split("\n").length, reference.timeline.split("\n").length);
  } finally {
    rmSync(home, { recursive: true });
  }
}

async function provesLocked({ guest, binary, reference }: Subject): Promise<void> {
  const home = accountHome(guest);
  mkdirSync(dirname(home), { recursive: true });
  cpSync(reference.home, home, { recursive: true });
  try {
    await (guest as WineGuest).whileLocked(join(home, "state.db"), () => {
      const { end, stdout, stderr } = guest.run(binary, ["parse", guest.pathOf(home)]);
      assert.equal(end, 1, stderr);
      assert.match(stdout, /parser: cannot be read/);
      assert.match(stderr, /state\.db/);
    });
  } finally {
    rmSync(home, { recursive: true });
  }
}
