/**
 * What a state.db is, and what it holds, without a byte written anywhere.
 *
 * @module
 */

import { openDatabase } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "../evidence/file.ts";
import { type ImageFacts, inspectImage } from "../evidence/sqlite_image.ts";
import { type StateOverview, stateOverview } from "../stores/state_db/overview.ts";

/** A state.db, looked at. */
export interface DatabaseFinding {
  readonly path: string;
  readonly facts: FileFacts;
  /** `unusable`: it is no database that can be read; `not counted`: it would need too much memory. */
  readonly state: "read" | "not counted" | "unusable";
  /** Why it was not read; null when it was. */
  readonly reason: string | null;
  /** Header, log and journal; null when it is no database at all. */
  readonly image: ImageFacts | null;
  /** What it holds; null unless it was read. */
  readonly overview: StateOverview | null;
  /** Bytes of a log beside a database that cannot be used: it may hold what the file does not. */
  readonly walSize: number | null;
}

/** How databases are looked at. */
export interface LookOptions {
  /** Bytes for an image. */
  readonly maxMemory: number;
  readonly withoutWal: boolean;
}

/** Looks at one state.db. */
export function lookAtDatabase(
  tree: EvidenceTree,
  facts: FileFacts,
  options: LookOptions,
): DatabaseFinding {
  const base = { path: facts.path, facts, walSize: walSize(tree, facts.path) };
  const none = { image: null, overview: null };
  let file: EvidenceFile;
  try {
    file = tree.open(facts.path);
  } catch (error) {
    return { ...base, ...none, state: "unusable", reason: reasonOf(error, facts) };
  }
  let image: ImageFacts | null = null;
  try {
    image = inspectImage(file, options);
    if (image.route === "work-file") {
      return { ...base, image, overview: null, state: "not counted", reason: TOO_LARGE };
    }
    return { ...base, image, overview: overviewOf(file, options), state: "read", reason: null };
  } catch (error) {
    const isForeign = error instanceof EvidenceError && error.fault === "not-this-format";
    const reason = (isForeign ? nothingInIt(file) : null) ?? reasonOf(error, facts);
    return { ...base, image, overview: null, state: "unusable", reason };
  } finally {
    file.close();
  }
}

const TOO_LARGE = "larger than --max-memory";

/** Read in place, and once more as an image when it changed meanwhile. */
function overviewOf(file: EvidenceFile, options: LookOptions): StateOverview {
  for (const imageOnly of [false, true]) {
    const db = openDatabase(file, { ...options, workFolder: null, imageOnly });
    try {
      const overview = stateOverview(db);
      if (imageOnly || db.unchanged()) return overview;
    } finally {
      db.close();
    }
  }
  throw new EvidenceError("changed", file.path, "Changed while it was read");
}

/** Bytes looked at for something else than NUL. */
const LOOKED_AT = 1024 * 1024;

/** What an empty file, or one full of NUL, is called; null for any other. */
function nothingInIt(file: EvidenceFile): string | null {
  if (file.size === 0) return "empty file";
  const bytes = file.read(0, LOOKED_AT);
  if (bytes.some((byte) => byte !== 0)) return null;
  return bytes.length === file.size
    ? "not a SQLite database: all its bytes are NUL"
    : `not a SQLite database: its first ${bytes.length} bytes are NUL`;
}

function reasonOf(error: unknown, facts: FileFacts): string {
  if (!(error instanceof EvidenceError)) throw error;
  if (error.fault !== "not-a-regular-file") return error.message;
  return `not a regular file: a ${facts.kind} stands where a file should`;
}

function walSize(tree: EvidenceTree, path: string): number | null {
  const wal = tree.facts(`${path}-wal`);
  return wal?.kind === "file" ? wal.size : null;
}
