/**
 * The databases of what was located, home by home.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { Home, Located } from "../discover/mod.ts";
import type { ImageOptions } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import { planSources } from "../parse/mod.ts";
import { openSource, type Source } from "../parse/source.ts";
import type { Micros } from "../row/row.ts";
import { isTrouble } from "../row/trouble.ts";
import type { DatabaseRef, RefKind } from "./database_ref.ts";
import { type Judged, judgeSnapshots, type LeftAside } from "./judged.ts";
import { holdsTraces } from "./traces.ts";

/** The databases of one home, or of one file that was named by itself. */
export interface HomeDatabases {
  readonly home: Home | null;
  readonly place: string;
  readonly user: string | null;
  readonly profile: string | null;
  readonly live: DatabaseRef | null;
  /** Snapshots, then copies, each oldest first. */
  readonly older: readonly DatabaseRef[];
  readonly judged: Judged;
  readonly traces: readonly Source[];
}

/** How homes are looked through. */
export interface HomeOptions {
  readonly catalog: Catalog;
  readonly images: ImageOptions;
}

/** Homes that hold a database, and databases named by themselves. */
export function homeDatabases(located: Located, options: HomeOptions): HomeDatabases[] {
  const found = located.homes.map((home) => ofHome(located, home, options));
  const loose = planSources({ ...located, homes: [] }, { catalog: options.catalog, host: null });
  return [
    ...found.filter(({ live, older, judged }) =>
      live !== null || older.length > 0 || isTold(judged)
    ),
    ...loose.flatMap((source) => ofFile(source, options)),
  ];
}

function isTold({ leftAside, unfinished }: Judged): boolean {
  return leftAside.length > 0 || unfinished.length > 0;
}

function ofHome(located: Located, home: Home, options: HomeOptions): HomeDatabases {
  const refused: LeftAside[] = [];
  const sources = planSources({ ...located, homes: [home], loose: [] }, {
    catalog: options.catalog,
    host: null,
    onRefused: (path, why) => refused.push({ label: path, path, why, isDamage: true }),
  });
  const live = sources.find(({ reader }) => reader.id === "state_db");
  const older: DatabaseRef[] = [];
  for (const source of sources) {
    const ref = olderRef(source, home, options.images);
    if (ref === null) continue;
    if ("why" in ref) refused.push(ref);
    else older.push(ref);
  }
  const ids = new Set(older.filter(({ kind }) => kind === "snapshot").map(({ label }) => label));
  const judged = judgeSnapshots(home, options.catalog, ids);
  return {
    home,
    place: home.path,
    user: home.user,
    profile: home.profile,
    live: live === undefined
      ? null
      : refOf(live, { kind: "live", label: live.path.split("/").at(-1) }),
    older,
    judged: { ...judged, leftAside: [...judged.leftAside, ...refused] },
    traces: sources.filter(holdsTraces),
  };
}

/** A database by itself is live enough: it is what it is asked for. */
function ofFile(source: Source, { images }: HomeOptions): HomeDatabases[] {
  if (!DATABASES.has(source.reader.id)) return [];
  const kind: RefKind = source.reader.id === "state_db" ? "live" : "copy";
  const label = source.path.split("/").at(-1);
  return [{
    home: null,
    place: source.sourceFile,
    user: source.owner.user,
    profile: source.owner.profile,
    live: { ...refOf(source, { kind, label }), time: headerTime(source, images).time },
    older: [],
    judged: { leftAside: [], unfinished: [] },
    traces: [],
  }];
}

const DATABASES: ReadonlySet<string> = new Set(["state_db", "state_snapshot", "state_db_copy"]);

/** A snapshot or a copy; why not, for a file that only has the name of one; else null. */
function olderRef(
  source: Source,
  home: Home,
  images: ImageOptions,
): DatabaseRef | LeftAside | null {
  const { id } = source.reader;
  if (id !== "state_snapshot" && id !== "state_db_copy") return null;
  const isSnapshot = id === "state_snapshot";
  const label = isSnapshot
    ? source.path.split("/").at(-2)
    : source.path.slice(home.path.length + 1);
  const { time, why } = headerTime(source, images);
  if (why !== null) {
    return { label: label ?? "", path: source.sourceFile, why: why.words, isDamage: why.isDamage };
  }
  return { ...refOf(source, { kind: isSnapshot ? "snapshot" : "copy", label }), time };
}

/** The time of a copy is that of the header row its reader gives before it opens a database. */
function headerTime(source: Source, images: ImageOptions): {
  readonly time: Micros | null;
  readonly why: { readonly words: string; readonly isDamage: boolean } | null;
} {
  if (source.reader.id === "state_db") return { time: null, why: null };
  try {
    const file = openSource(source);
    try {
      for (const told of source.reader.read(file, images)) {
        return { time: isTrouble(told) ? null : told.time, why: null };
      }
      return { time: null, why: { words: "not a SQLite database: not compared", isDamage: false } };
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { time: null, why: { words: error.message, isDamage: true } };
  }
}

function refOf(
  source: Source,
  named: { readonly kind: RefKind; readonly label: string | undefined },
): DatabaseRef {
  const { tree, path, sourceFile } = source;
  return {
    kind: named.kind,
    label: named.label ?? "",
    tree,
    path,
    sourceFile,
    evidence: null,
    time: null,
    size: tree.facts(path)?.size ?? 0,
    withoutWal: false,
  };
}
