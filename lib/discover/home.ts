/**
 * What is found: homes, and the files of their stores.
 *
 * @module
 */

import type { Catalog, Entry, HomeForm } from "../catalog/mod.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";

/** What the examiner named; with nothing in it, this machine is meant. */
export interface EvidenceRequest {
  /** Homes, single files, bundles, or folders that stand for a machine. */
  readonly paths: readonly string[];
  /** Folders that stand for a machine. */
  readonly roots: readonly string[];
  /** Homes in any other place, added to the rest. */
  readonly homes: readonly string[];
}

/** One Hermes home, named once however many names it has. */
export interface Home {
  readonly tree: EvidenceTree;
  /** In the tree, which is the path on the examined host. */
  readonly path: string;
  /** Its other names: links, aliases, and the real path behind them. */
  readonly names: readonly string[];
  readonly form: HomeForm;
  /** Account, `docker:<volume>` or `podman:<volume>`; null when unknown. */
  readonly user: string | null;
  /** `default` or a name; null where the form has no profiles. */
  readonly profile: string | null;
  /** True for a profile inside a profile, which Hermes never makes. */
  readonly nested: boolean;
  /** Path of the home a profile belongs to. */
  readonly parent: string | null;
  /** Windows rules hold below it. */
  readonly ignoresCase: boolean;
  /** How it was found, in a few words; empty when its place alone tells. */
  readonly via: string;
  /** Store files that are links to another home's: their path, and the other's. */
  readonly shared: ReadonlyMap<string, string>;
}

/** A file of a store that parse can read. */
export interface StoreFile {
  /** Null for a file that was named by itself. */
  readonly home: Home | null;
  readonly tree: EvidenceTree;
  readonly entry: Entry;
  /** In the tree. */
  readonly path: string;
  /** As the timeline prints it. */
  readonly sourceFile: string;
  readonly facts: FileFacts;
  readonly user: string | null;
  readonly profile: string | null;
}

/** A place that evidence names and that was not touched. */
export interface NotVisited {
  readonly path: string;
  /** Who names it. */
  readonly namedBy: string;
  readonly reason: string;
}

/** Something that is there and could not be looked into. */
export interface Refusal {
  readonly path: string;
  /** The system's own word for it. */
  readonly why: string;
}

/** The folder of an account of a machine. */
export interface AccountPlace {
  readonly tree: EvidenceTree;
  readonly path: string;
  /** Null when the folder is taken for an account's without a name. */
  readonly account: string | null;
}

/** What was found in the evidence. */
export interface Located {
  readonly homes: readonly Home[];
  /** The updater's folders: Hermes', and no homes. */
  readonly caches: readonly Home[];
  /** Single files that were named. */
  readonly loose: readonly StoreFile[];
  /** The folders of the accounts of the machines that were looked through. */
  readonly accounts: readonly AccountPlace[];
  /** The machine that a tree is of, as a bundle records it; else null. */
  hostOf(tree: EvidenceTree): string | null;
  /** The machine that all of it is of, as bundles record it; else null. */
  readonly host: string | null;
  /** IANA name of the zone of all of it, as bundles record it; else null. */
  readonly zone: string | null;
  /** Said on stderr: what is read, links that lead nowhere, loops. */
  readonly notes: readonly string[];
  readonly refused: readonly Refusal[];
  readonly notVisited: readonly NotVisited[];
}

/** A bundle that is open for reading. */
export interface BundleEvidence {
  readonly tree: EvidenceTree;
  /** What its paths start with: nothing, or one entry per drive (`C:`). */
  readonly tops: readonly string[];
  readonly host: string | null;
  readonly zone: string | null;
  /** Homes that the bundle records, which no form may tell. */
  readonly homes: readonly RecordedHome[];
  /** Files that were collected by themselves. */
  readonly files: readonly RecordedFile[];
  /** What has to be said of it: that it is incomplete, what was left out. */
  readonly notes: readonly string[];
  /** What of its manifest is damaged; absent when nothing is. */
  readonly faults?: readonly string[];
}

/** A home as a bundle records it. */
export interface RecordedHome {
  readonly path: string;
  /** Id of its form. */
  readonly form: string;
  readonly user: string | null;
  /** How it was found, in a few words; empty, or absent, when its place alone tells. */
  readonly via?: string;
  /** Set for the home of one profile. */
  readonly profile?: { readonly name: string; readonly parent: string };
}

/** A single file as a bundle records it. */
export interface RecordedFile {
  readonly path: string;
  /** Id of its entry. */
  readonly store: string;
  readonly user: string | null;
  readonly profile: string | null;
}

/** How evidence is located. */
export interface LocateOptions {
  readonly catalog: Catalog;
  /** Never fall back to this machine. */
  readonly excludeLocal?: boolean;
  /** Opens a bundle; null when the path is none. Without it a bundle is refused. */
  readonly openBundle?: (path: string) => BundleEvidence | null;
  /** Bytes for an image that tells whether a database is Hermes'; 512 MiB unless told. */
  readonly maxMemory?: number;
  /** Told what is being looked at, for slow trees. */
  readonly onProgress?: (path: string) => void;
}

/** An operand names nothing that can be read: exit 2, and the message says why. */
export class OperandError extends Error {
  override name = "OperandError";
}
