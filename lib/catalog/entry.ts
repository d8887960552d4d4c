/**
 * What the catalog holds: home forms, entries, exclusions and secrets, each with
 * the source it rests on. The data are YAML (`catalog/FORMAT.md`); nothing here
 * knows a path.
 *
 * @module
 */

/** What a store is worth beside the others; `kept` is known but not read. */
export type Standing = "primary" | "secondary" | "settings" | "kept";

/** What a path of an entry is relative to. */
export type Root = "home" | "desktop" | "updater" | "project";

/** What collect does with an entry: copy it, name it without copying, or neither. */
export type Taking = "collected" | "listed" | "left";

/** A row that is somebody's words, not a sentence of the reader's own. */
export interface Words {
  /** One of the turn types of the timeline. */
  readonly turn: string;
  readonly means: string;
  readonly example: string;
}

/** Where a rule stands in the catalog, and what it rests on. */
export interface Origin {
  /** File of the catalog, `stores/state_db.yaml`. */
  readonly file: string;
  /** Section of the notes on Hermes' stores. */
  readonly section: string;
  /** Files of Hermes' own source, as read at `reviewed`. */
  readonly sources: readonly string[];
  /** Commit of Hermes the sources were read at; empty where the notes name none. */
  readonly reviewed: string;
}

/** One thing the catalog knows by its path. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** What it is, in a paragraph or two. */
  readonly doc: string;
  /** Who writes it. */
  readonly writer: string;
  readonly standing: Standing;
  readonly root: Root;
  /** Patterns (`pattern.ts`), relative to the root. */
  readonly paths: readonly string[];
  /** Paths that the patterns reach and that are something else. */
  readonly except: readonly string[];
  /** Suffixes of the files that belong to it and are never read alone (`-wal`). */
  readonly companions: readonly string[];
  readonly taking: Taking;
  /** Id of the reader, or null: known, not read. */
  readonly reader: string | null;
  /** How it is read, or why it is not. */
  readonly reading: string;
  /** Rows that are somebody's words; the reader's sentences carry their own meaning. */
  readonly words: readonly Words[];
  /** What a delete leaves of it. */
  readonly survives: string;
  /** Credentials that may stand in it; empty when none are known. */
  readonly credentials: string;
  readonly origin: Origin;
}

/** A rule that keeps something out of a bundle, or flags it as a credential. */
export interface Rule {
  readonly id: string;
  readonly root: Root;
  readonly paths: readonly string[];
  readonly except: readonly string[];
  /** What it is: the reason of an exclusion, what a secret holds. */
  readonly what: string;
  /** Secrets only: snapshots keep a copy, flagged in volumes too. */
  readonly inSnapshots: boolean;
  /** Secrets only: false where the rule holds in accounts' homes alone. */
  readonly inVolumes: boolean;
  readonly origin: Origin;
}

/** A rule and the one of its patterns that matched. */
export interface RuleHit {
  readonly rule: Rule;
  readonly pattern: string;
}

/** A place where a home, or another root of the catalog, can be. */
export interface HomeForm {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  readonly root: Root;
  /** Patterns of whole segments, each relative to where it may be found. */
  readonly at: readonly string[];
  /** `anywhere`, or `system`: never inside an account's folder. */
  readonly place: "anywhere" | "system";
  /** Windows rules hold below it, whatever system the path is read on. */
  readonly ignoresCase: boolean;
  /** Volume names that are homes; empty where the form has no volume. */
  readonly names: readonly string[];
  /** A home only when its content says so. */
  readonly byContent: boolean;
  /** Secret patterns hold at any depth, or from the top only. */
  readonly secrets: "anywhere" | "top";
  /** Folder of named profiles, each a whole home; null where there are none. */
  readonly profiles: string | null;
  /** Folder of snapshots; null where there are none. */
  readonly snapshots: string | null;
  /** Ids of the only entries that are read below it; empty when all are. */
  readonly only: readonly string[];
  readonly origin: Origin;
}

/** A place whose owner can be told from the path. */
export interface AccountPlace {
  /** Segments with one `<account>`, or a fixed path. */
  readonly at: string;
  /** Name of the account of a fixed path; null when `<account>` tells it. */
  readonly name: string | null;
}

/** A place where the catalog claims nothing, and why. */
export interface Unclaimed {
  /** A segment of the path. */
  readonly segment: string;
  readonly why: string;
}

/** All that the YAML says, checked: plain data, fit for JSON. */
export interface CatalogData {
  readonly forms: readonly HomeForm[];
  readonly accounts: readonly AccountPlace[];
  readonly unclaimed: readonly Unclaimed[];
  readonly entries: readonly Entry[];
  readonly exclusions: readonly Rule[];
  readonly secrets: readonly Rule[];
}
