/**
 * Discover, collect, verify and parse: the way evidence takes on a suspect host.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountHome, outputFolder } from "./places.ts";
import { assertSameLines, copyHome, portable, type Proof, type Subject } from "./proofs.ts";

/** The proofs for a binary in a guest. */
export function bundleProofs(subject: Subject): Proof[] {
  return [
    { name: "discovers what the home holds", prove: () => provesDiscover(subject) },
    {
      name: "collects a bundle that verifies and reads as the home does",
      prove: () => withBundle(subject, [], (bundle) => provesBundle(subject, bundle)),
    },
    {
      name: "collects a zip that verifies and reads as the home does",
      prove: () => withBundle(subject, ["--zip"], (bundle) => provesReading(subject, bundle)),
    },
  ];
}

/** The same home, wherever it lies: what discover says of its database. */
function provesDiscover({ guest, binary, reference }: Subject): void {
  const home = accountHome(guest);
  copyHome(reference, home);
  try {
    const words = ["discover", guest.pathOf(home), "--json", "--quiet"];
    const { end, stdout, stderr } = guest.run(binary, words);
    assert.equal(end, 0, stderr);
    const { homes } = JSON.parse(stdout);
    assert.equal(homes.length, 1);
    assert.equal(homes[0].path, guest.pathOf(home).replaceAll("\\", "/"));
    const { messages, state, wal } = homes[0].database;
    assert.deepEqual([messages, state, wal.torn], [400, "read", 0]);
    assert.ok(wal.committed > 0);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * Collects the reference home and hands on where the bundle is.
 *
 * @param options Further words for `collect`
 */
export function withBundle(
  { guest, binary, reference }: Subject,
  options: readonly string[],
  use: (bundle: string) => void,
): void {
  const [home, out] = [accountHome(guest), outputFolder(guest)];
  copyHome(reference, home);
  mkdirSync(out);
  try {
    const places = [guest.pathOf(home), "--out", guest.pathOf(out)];
    const words = ["collect", ...places, "--host", "guest", "--quiet", ...options];
    const { end, stderr } = guest.run(binary, words);
    assert.equal(end, 0, stderr);
    const [name = "", ...others] = readdirSync(out);
    assert.deepEqual(others, []);
    assert.match(name, /^guest-\d{8}T\d{6}Z(?:\.zip)?$/);
    use(join(out, name));
  } finally {
    rmSync(out, { recursive: true });
    rmSync(home, { recursive: true });
  }
}

function provesBundle(subject: Subject, bundle: string): void {
  const { guest, binary } = subject;
  provesReading(subject, bundle);
  const lines = readFileSync(join(bundle, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  for (const line of lines) {
    const [sum, path = ""] = line.split(/ [ *]/);
    const bytes = readFileSync(join(bundle, path));
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sum, path);
  }
  const stored = lines.map((line) => line.split(/ [ *]/)[1] ?? "")
    .find((path) => path.endsWith("/state.db")) ?? "";
  const bytes = readFileSync(join(bundle, stored));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(bundle, stored), bytes);
  const { end, stdout } = guest.run(binary, ["verify", guest.pathOf(bundle)]);
  assert.equal(end, 1, stdout);
  assert.ok(stdout.includes(stored), stdout);
}

function provesReading({ guest, binary, reference }: Subject, bundle: string): void {
  const verified = guest.run(binary, ["verify", guest.pathOf(bundle)]);
  assert.equal(verified.end, 0, verified.stdout + verified.stderr);
  assert.match(verified.stdout, /: complete, \d+ files, \d+ bytes, all match/);
  const words = ["parse", guest.pathOf(bundle), "--format", "jsonl", "--quiet"];
  const { end, stdout, stderr } = guest.run(binary, words);
  assert.equal(end, 0, stderr);
  const home = guest.pathOf(accountHome(guest)).replaceAll("\\", "/");
  assertSameLines(portable(stdout, home), reference.timeline);
}
