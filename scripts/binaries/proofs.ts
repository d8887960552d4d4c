/**
 * What every binary must do wherever it runs.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENVIRONMENT_NAMES } from "../compile/environment_names.ts";
import { bundleProofs } from "./bundle_proofs.ts";
import type { Guest } from "./guest.ts";
import { accountHome, isWine } from "./places.ts";
import { windowsProofs } from "./windows_proofs.ts";

/** What the binaries are measured against. */
export interface Reference {
  readonly version: string;
  /** A home with a database and its WAL. */
  readonly home: string;
  /** The timeline of that home as JSON Lines, from source, as `portable` leaves it. */
  readonly timeline: string;
  /** What the source says of `EXPLAINED`. */
  readonly explained: string;
}

/** Paths of every system, for `explain-path`. */
export const EXPLAINED = [
  "C:\\Users\\ana\\.hermes\\state.db",
  "c:/users/ANA/AppData/Local/hermes/state-snapshots/20261029-093015/state.db",
  "\\\\?\\C:\\Users\\ana\\.hermes\\.env",
  "/home/ana/.hermes/profiles/work/sessions/x.jsonl",
  "/var/lib/docker/volumes/hermes-data/_data/state.db",
];

/**
 * A timeline in JSON Lines without what depends on the place of the home: its
 * path becomes `HOME`, and the host's and the account's name, which a bundle or
 * the path may tell, are left out.
 *
 * @param home Path of the home, `/` separators
 */
export function portable(timeline: string, home: string): string {
  return timeline.trimEnd().split("\n").map((line) => {
    const { user: _, host: __, ...row } = JSON.parse(line);
    return JSON.stringify({ ...row, "source_file": row.source_file.replace(home, "HOME") });
  }).join("\n");
}

/** One thing that was tried. */
export interface Proof {
  readonly name: string;
  prove(): void | Promise<void>;
}

/** A binary in a guest. */
export interface Subject {
  readonly guest: Guest;
  /** Path on this machine. */
  readonly binary: string;
  readonly reference: Reference;
}

type Environment = Readonly<Record<string, string>>;

/** All proofs for a binary in a guest. */
export function proofsFor(subject: Subject): Proof[] {
  const { guest } = subject;
  const general = [...generalProofs(subject), ...bundleProofs(subject)];
  return isWine(guest) ? [...general, ...windowsProofs(subject, guest)] : general;
}

/** Every variable at once; names that are a beginning get an end that the runtime knows. */
const VARIABLES = [
  ...ENVIRONMENT_NAMES.map(({ name }) => name),
  ...["BUN_INSPECT_PRELOAD", "BUN_INSPECT_CONNECT_TO", "BUN_INSPECT_NOTIFY"],
  ...["BUN_BYTECODE_ORDER_OUT", "BUN_BYTECODE_DIGEST_OUT", "BUN_FEATURE_FLAG_NO_ORPHANS"],
];

function generalProofs(subject: Subject): Proof[] {
  const { guest } = subject;
  const home = accountHome(guest);
  return [
    { name: "says its version", prove: () => provesVersion(subject) },
    {
      name: "gives the timeline that the source gives",
      prove: () => assertTimeline(subject, home),
    },
    {
      name: "explains paths as the source does",
      prove: () => {
        const { end, stdout, stderr } = guest.run(subject.binary, ["explain-path", ...EXPLAINED]);
        assert.equal(end, 0, stderr);
        assertSameLines(stdout, subject.reference.explained);
      },
    },
    {
      name: "obeys no variable of its runtime",
      prove: () => {
        for (const value of ["1", "--preload=intruder.js", guest.pathOf(guest.folder)]) {
          provesVersion(
            subject,
            Object.fromEntries(
              VARIABLES.map((name) => [name, value]),
            ),
          );
        }
      },
    },
    {
      name: "says what it cannot refuse",
      prove: () => {
        const env = { MIMALLOC_PURGE_DELAY: "7" };
        const { end, stderr } = guest.run(
          subject.binary,
          ["explain-path", EXPLAINED[0] ?? ""],
          env,
        );
        assert.equal(end, 0, stderr);
        assert.match(
          stderr,
          /^MIMALLOC_PURGE_DELAY=7 is set on this host and cannot be refused: /m,
        );
      },
    },
  ];
}

function provesVersion(
  { guest, binary, reference: { version } }: Subject,
  env: Environment = {},
): void {
  const { end, stdout, stderr } = guest.run(binary, ["--version"], env);
  assert.deepEqual([end, stdout.trim(), stderr], [0, `hermeneut ${version}`, ""], stderr);
}

/** Puts the reference home where a proof wants it. */
export function copyHome(reference: Reference, home: string): void {
  mkdirSync(dirname(home), { recursive: true });
  cpSync(reference.home, home, { recursive: true });
}

/** Copies the home to a place of this machine, parses it there, and compares with the source's timeline. */
export function assertTimeline({ guest, binary, reference }: Subject, home: string): void {
  copyHome(reference, home);
  const output = join(guest.folder, "timeline.jsonl");
  try {
    const { end, stderr } = guest.run(binary, [
      ...["parse", guest.pathOf(home), "--out", guest.pathOf(output)],
      ...["--format", "jsonl", "--quiet"],
    ]);
    assert.equal(end, 0, stderr);
    const path = guest.pathOf(home).replaceAll("\\", "/");
    assertSameLines(portable(readFileSync(output, "utf8"), path), reference.timeline);
  } finally {
    rmSync(output, { force: true });
    rmSync(home, { recursive: true });
  }
}

/** Says which line differs, rather than all of them. */
export function assertSameLines(found: string, expected: string): void {
  if (found === expected) return;
  const lines = found.split("\n");
  const at = expected.split("\n").findIndex((line, index) => line !== lines[index]);
  assert.equal(lines[at], expected.split("\n")[at], `line ${at + 1} of ${lines.length}`);
  throw new Error(`Expected ${expected.length} characters, found ${found.length}`);
}
