/**
 * Checks a bundle against its own records.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import { firstBytes } from "../discover/small_text.ts";
import { hashFile } from "../evidence/hashing.ts";
import { readLines } from "../evidence/lines.ts";
import { localTree } from "../evidence/local_tree.ts";
import { expander } from "../evidence/zip_expand.ts";
import { SIGNATURE } from "../evidence/zip_records.ts";
import { isObject, readCase, readManifest } from "./records.ts";
import { filesBelow, NO_EXPANDING, type OpenStorage, openStorage } from "./storage.ts";
import { CASE, LOG, MANIFEST, SUMS } from "./target.ts";
import { FILES } from "./stored_names.ts";
import { zipFaults } from "./verify_zip.ts";

/** Something in a bundle that is not as it was recorded. */
export interface Fault {
  /** Path in the bundle, or the zip itself. */
  readonly file: string;
  readonly what: "mismatch" | "missing" | "extra" | "damaged";
  readonly detail: string;
}

/** What a check found. */
export interface Verdict {
  /** `unknown` when the record of the case cannot be read. */
  readonly state: "complete" | "incomplete" | "unknown";
  /** Files whose hash was taken. */
  readonly files: number;
  /** Bytes hashed. */
  readonly bytes: number;
  readonly faults: readonly Fault[];
  /** Said of a bundle that was cut short; nothing is wrong with it. */
  readonly notes: readonly string[];
}

/** How a check goes. */
export interface VerifyOptions {
  /** Folder in which files of a foreign zip may be expanded; null when there is none. */
  readonly work: string | null;
  readonly progress: (line: string) => void;
}

/**
 * Hashes every file of a bundle again; null when the path is no bundle.
 *
 * @param path Absolute
 * @throws {EvidenceError} `not-this-format`, `unreadable` for a file that never was a zip
 */
export function verify(path: string, options: VerifyOptions): Verdict | null {
  const expand = options.work === null ? NO_EXPANDING : expander(options.work);
  let storage: OpenStorage | null;
  try {
    storage = openStorage(path, expand);
  } catch (error) {
    if (!(error instanceof EvidenceError) || !startsLikeZip(path)) throw error;
    const fault: Fault = { file: path, what: "damaged", detail: error.message };
    return { state: "unknown", files: 0, bytes: 0, faults: [fault], notes: [] };
  }
  if (storage === null) return null;
  try {
    return checked(storage, options);
  } finally {
    storage.close();
  }
}

/** True for a file that was a zip once: it is damaged, and no wrong operand. */
function startsLikeZip(path: string): boolean {
  const bytes = firstBytes(localTree(), path, { length: 4 });
  return bytes?.length === 4 && new DataView(bytes.buffer).getUint32(0, true) === SIGNATURE.local;
}

/** What the records say of one file. */
interface Expected {
  readonly sha256: string;
  /** The record that says it. */
  readonly by: string;
}

interface Check {
  readonly storage: OpenStorage;
  readonly faults: Fault[];
  /** Hashes as the records have them, by path in the bundle. */
  readonly expected: Map<string, Expected[]>;
}

function checked(storage: OpenStorage, options: VerifyOptions): Verdict {
  const { tree, top } = storage;
  const record = readCase(storage);
  // Strict unless the record itself says that the run was cut short.
  const complete = record?.["state"] !== "incomplete";
  const killed = !complete && record?.["end"] === null;
  const check: Check = { storage, faults: [], expected: new Map() };
  const notes = complete ? [] : ["the bundle is incomplete"];
  checkCase(check, record);
  checkManifest(check, notes);
  checkSums(check, { complete, killed });
  const present = new Set(filesBelow(tree, top.slice(0, -1)).map((file) => file.slice(top.length)));
  let files = 0;
  let bytes = 0;
  for (const [file, expected] of check.expected) {
    options.progress(`${files} files, ${file}`);
    if (!present.has(file)) {
      addFault(check, file, { what: "missing", detail: `named in ${expected[0]?.by}` });
      continue;
    }
    files++;
    bytes += checkFile(check, file, expected);
  }
  checkExtra(check, present, { complete, notes });
  if (storage.zip !== null) check.faults.push(...zipFaults(storage.zip));
  const said = complete ? "complete" : "incomplete";
  return { state: record === null ? "unknown" : said, files, bytes, faults: check.faults, notes };
}

function addFault(check: Check, file: string, fault: Omit<Fault, "file">): void {
  check.faults.push({ file, ...fault });
}

function checkCase(check: Check, record: Record<string, unknown> | null): void {
  if (record !== null && isObject(record["host"])) return;
  const there = check.storage.tree.facts(check.storage.top + CASE) !== null;
  const what = there ? "damaged" : "missing";
  addFault(check, CASE, { what, detail: "expected the record of the case" });
}

function checkManifest(check: Check, notes: string[]): void {
  if (check.storage.tree.facts(check.storage.top + MANIFEST) === null) {
    addFault(check, MANIFEST, { what: "missing", detail: "expected a line for each path" });
    return;
  }
  const { items, broken, torn } = readManifest(check.storage);
  for (const line of broken) {
    addFault(check, MANIFEST, { what: "damaged", detail: `line ${line} is no line of a manifest` });
  }
  if (torn) notes.push("the manifest's last line is cut off");
  for (const { stored, sha256, facts } of items) {
    if (stored === null) continue;
    if (sha256 !== null) expect(check, stored, { sha256, by: MANIFEST });
    else addFault(check, MANIFEST, { what: "damaged", detail: `no hash for ${facts.path}` });
  }
}

function expect(check: Check, file: string, expected: Expected): void {
  const known = check.expected.get(file);
  if (known === undefined) check.expected.set(file, [expected]);
  else if (!known.some(({ sha256, by }) => sha256 === expected.sha256 && by === expected.by)) {
    known.push(expected);
  }
}

/** A name may hold any character but a line feed, U+2028 too. */
const SUM = /^([0-9a-f]{64}) {2}(\S.*)$/s;

/** An incomplete bundle need not have sums; a complete one has one for each file. */
function checkSums(check: Check, run: { complete: boolean; killed: boolean }): void {
  const { complete, killed } = run;
  const { tree, top } = check.storage;
  if (tree.facts(top + SUMS) === null) {
    if (complete) {
      addFault(check, SUMS, { what: "missing", detail: "expected a hash of each file" });
    }
    return;
  }
  const file = tree.open(top + SUMS);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const summed = new Set<string>();
  try {
    for (const { bytes, number, ended } of readLines(file)) {
      const [, sha256, name] = SUM.exec(decoder.decode(bytes)) ?? [];
      if (sha256 === undefined || name === undefined || !ended) {
        addFault(check, SUMS, { what: "damaged", detail: `line ${number} is no hash and name` });
        continue;
      }
      summed.add(name);
      // The last record of a run that was killed before it could be put in place.
      if (name !== CASE || !killed) expect(check, name, { sha256, by: SUMS });
    }
  } finally {
    file.close();
  }
  const own = [CASE, MANIFEST, LOG];
  for (const name of [...own, ...check.expected.keys()].filter((one) => !summed.has(one))) {
    if (complete) addFault(check, SUMS, { what: "damaged", detail: `no line for ${name}` });
  }
}

/** Hashes a file once, however many records name it; gives its bytes. */
function checkFile(check: Check, name: string, expected: readonly Expected[]): number {
  const { tree, top } = check.storage;
  try {
    const file = tree.open(top + name);
    try {
      const { sha256, size } = hashFile(file);
      for (const { sha256: wanted, by } of expected) {
        if (sha256 !== wanted) {
          addFault(check, name, { what: "mismatch", detail: `its hash is not the one in ${by}` });
        }
      }
      const hashes = new Set(expected.map((one) => one.sha256));
      if (hashes.size > 1 && hashes.has(sha256)) {
        const wrong = expected.find((one) => one.sha256 !== sha256)?.by ?? SUMS;
        addFault(check, wrong, {
          what: "mismatch",
          detail: `its hash of ${name} is not the file's`,
        });
      }
      return size;
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    addFault(check, name, { what: "damaged", detail: error.message });
    return 0;
  }
}

/** Files that a killed run had copied and not yet recorded are no fault. */
function checkExtra(
  check: Check,
  present: ReadonlySet<string>,
  said: { readonly complete: boolean; readonly notes: string[] },
): void {
  const own = new Set([CASE, MANIFEST, LOG, SUMS]);
  let unrecorded = 0;
  for (const file of present) {
    if (own.has(file) || check.expected.has(file)) continue;
    const passing = file.startsWith(`${FILES}/`) || file === `${CASE}.new` ||
      file.startsWith(".hermeneut-work-");
    if (!said.complete && passing) unrecorded++;
    else addFault(check, file, { what: "extra", detail: "named in no record" });
  }
  if (unrecorded > 0) said.notes.push(`${unrecorded} files were copied and not yet recorded`);
}
