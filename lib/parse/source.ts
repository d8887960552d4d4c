/**
 * One file of a store as `parse` reads it: where it is, whose it is, and where
 * its rows stand in the timeline.
 *
 * @module
 */

import type { EvidenceFile, EvidenceTree } from "../evidence/file.ts";
import type { SourceKind } from "../row/stamped.ts";
import type { StoreReader } from "../stores/reader.ts";

/** Whose a file is; readers know nothing of it. */
export interface Owner {
  /** The examined host's name, or null. */
  readonly host: string | null;
  /** Account, `docker:<volume>` or `podman:<volume>`; null when unknown. */
  readonly user: string | null;
  /** `default`, the profile's name, or null where none applies. */
  readonly profile: string | null;
}

/** A file to read, with everything the timeline says of it. */
export interface Source {
  readonly reader: StoreReader;
  readonly tree: EvidenceTree;
  /** Path in the tree, which is the path on the examined host. */
  readonly path: string;
  /** Path as the timeline prints it. */
  readonly sourceFile: string;
  readonly kind: SourceKind;
  readonly owner: Owner;
  /** For a file of a project: the owners of all homes that name it. */
  readonly namers?: readonly Owner[];
  /** The Hermes home it belongs to; duplicates are looked for inside one home. */
  readonly home: string;
  /** Place of its store in the order of stores. */
  readonly storeOrder: number;
  /** Place among the run's files of that store, by the store's own order. */
  readonly pathRank: number;
  /** Sources of one group count as one when duplicates are paired. */
  readonly group: string;
}

export { WHOLE_COPIES } from "../stores/mod.ts";

/** Opens a source's file; a special file is refused here. */
export function openSource(source: Source): EvidenceFile {
  return source.tree.open(source.path);
}
