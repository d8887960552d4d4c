/**
 * A collected bundle, read as the examined machine: its paths, times and owners
 * are those that were recorded, its bytes those of the copies.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "./file.ts";
import { namedTree } from "./named_tree.ts";

/** One path as it was recorded. */
export interface RecordedName {
  /** Carries the path on the examined host. */
  readonly facts: FileFacts;
  /** Where its copy lies in the bundle, `files/…`; null when there is none. */
  readonly stored: string | null;
  /** Why there is no copy, or why a folder could not be listed; empty otherwise. */
  readonly reason: string;
}

/**
 * A tree of what was recorded.
 *
 * @param storage Holds the copies: a folder or a zip, its paths beginning with `/`
 */
export function bundleTree(
  names: readonly RecordedName[],
  storage: EvidenceTree,
): EvidenceTree {
  return namedTree(names.map(({ facts, stored, reason }) => ({
    facts,
    ...(facts.kind === "folder" && reason !== "" ? { closed: reason } : {}),
    open: (asked: FileFacts): EvidenceFile => {
      if (stored === null) return withoutCopy(asked, reason);
      return recorded(storage.open(`/${stored}`), asked);
    },
  })));
}

/** As on a disk, a file is refused at its first read. */
function withoutCopy(facts: FileFacts, reason: string): EvidenceFile {
  return {
    facts,
    path: facts.path,
    size: facts.size,
    inPlace: null,
    read(): never {
      throw new EvidenceError("unreadable", facts.path, reason);
    },
    now: () => facts,
    companion: () => null,
    close: () => {},
  };
}

/** The copy's bytes under the recorded facts. */
function recorded(copy: EvidenceFile, facts: FileFacts): EvidenceFile {
  const said = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      throw new EvidenceError(error.fault, facts.path, error.message);
    }
  };
  return {
    facts,
    path: facts.path,
    size: copy.size,
    get inPlace(): EvidenceFile["inPlace"] {
      return copy.inPlace;
    },
    read: (offset, length, into) => said(() => copy.read(offset, length, into)),
    now: () => facts,
    companion: () => null,
    close: () => copy.close(),
  };
}
