/**
 * One home, or one pair of databases: every comparison, the ledger, and what
 * was not read.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { Database } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { Change } from "./change.ts";
import { type CompareContext, compareDatabases, type OpenSide } from "./compare.ts";
import type { Comparison } from "./comparison.ts";
import {
  damageOf,
  type DatabaseRef,
  type OpenOptions,
  placeOf,
  withDatabase,
} from "./database_ref.ts";
import { type Glimpse, glimpse, NOTHING } from "./glimpse.ts";
import type { DiffJob } from "./job.ts";
import type { LeftAside } from "./judged.ts";
import { deletionLedger, type Vanished, type Witness } from "./ledger.ts";
import { type NotRead, notRead } from "./not_read.ts";
import { bestTombstone } from "./tombstones.ts";
import { readTraces, type Traces } from "./traces.ts";
import { readVanishedWords } from "./vanished_words.ts";

/** A comparison, and how many of its changes were told. */
export interface ToldComparison {
  readonly comparison: Comparison;
  readonly told: number;
}

/** All that is known of one job. */
export interface HomeReport {
  readonly job: DiffJob;
  readonly comparisons: readonly ToldComparison[];
  readonly leftAside: readonly LeftAside[];
  /** What of the live database could not be read. */
  readonly liveDamage: readonly string[];
  /** Null when the live database could not be read: then nothing can be said to be gone. */
  readonly ledger: readonly Vanished[] | null;
  /** Write-ahead logs were left out of everything. */
  readonly withoutWal: boolean;
  readonly notRead: readonly NotRead[];
}

/** How a job is done. */
export interface HomeOptions extends OpenOptions {
  readonly catalog: Catalog;
  readonly onlySessions: ReadonlySet<string>;
  readonly listAdded: boolean;
  readonly livesElsewhere: (id: string) => string | null;
  readonly onChange: (told: Change) => void;
}

/** What a job gathers. */
interface Work {
  readonly job: DiffJob;
  readonly options: HomeOptions;
  readonly traces: Traces;
  readonly leftAside: LeftAside[];
  readonly comparisons: ToldComparison[];
  /** What the small tables of each database say; without those that cannot be read. */
  readonly glimpses: Map<DatabaseRef, Glimpse>;
  readonly words: Map<DatabaseRef, Witness["words"]>;
}

/** Does one job. */
export function diffHome(job: DiffJob, options: HomeOptions): HomeReport {
  const leftAside: LeftAside[] = [...job.leftAside];
  const traces = readTraces(job.traces, {
    open: options,
    onFault: ({ source: { sourceFile: path }, error }) =>
      void leftAside.push({ label: path, path, why: error.message, isDamage: true }),
  });
  const work: Work = {
    ...{ job, options, traces, leftAside, comparisons: [] },
    ...{ glimpses: new Map(), words: new Map() },
  };
  glimpseAll(work, [...job.witnesses, ...job.older]);
  const live = job.live === null ? null : openedLive(work, job.live);
  const isReadable = job.live === null || live !== null;
  if (live === null) {
    leftAside.push(...uncompared(work));
    lookInto([...job.older, ...job.witnesses], work, null);
  }
  return {
    job,
    comparisons: work.comparisons,
    leftAside,
    liveDamage: live?.damage ?? [],
    ledger: isReadable ? ledgerOf(work, live) : null,
    withoutWal: options.withoutWal,
    notRead: job.mayHoldMore.flatMap((one) => notRead(one, options.catalog)),
  };
}

/** Older databases that there is no live one to hold against. */
function uncompared({ job, glimpses }: Work): LeftAside[] {
  const why = job.live === null
    ? "no live database to compare it with"
    : "the live database cannot be read";
  return job.older.filter((ref) => glimpses.has(ref)).map((ref): LeftAside => {
    return { label: ref.label, path: placeOf(ref), why, isDamage: false };
  });
}

interface Live {
  readonly witness: Witness;
  readonly damage: readonly string[];
}

/** Everything that needs the live database open; null when it cannot be read. */
function openedLive(work: Work, ref: DatabaseRef): Live | null {
  const { options, traces } = work;
  return attempt(work, ref, () =>
    withDatabase(ref, options, (db, open) => {
      const side: OpenSide = { ...open, ref, glimpse: glimpse(db) };
      const words = readVanishedWords(db, {
        ids: [],
        isKnown: (id) => side.glimpse.sessions.has(id),
        index: traces.index,
        sourceOf: () => null,
      });
      const witness = { ref, glimpse: side.glimpse, words };
      lookInto(work.job.witnesses, work, side);
      const alone = mainAlone(ref, db, options);
      glimpseAll(work, alone);
      for (const older of [...work.job.older, ...alone]) compareOlder(older, side, work);
      return { witness, damage: damageOf(db) };
    }));
}

/** The main file by itself, when its write-ahead log holds commits. */
function mainAlone(ref: DatabaseRef, db: Database, options: OpenOptions): DatabaseRef[] {
  const committed = db.facts.wal?.committed ?? 0;
  if (committed === 0 || options.withoutWal) return [];
  const label = `${ref.label} without its write-ahead log`;
  return [{ ...ref, kind: "main file alone", label, withoutWal: true }];
}

/** Tombstones first: one that the live database has dropped may stand in any other. */
function glimpseAll(work: Work, refs: readonly DatabaseRef[]): void {
  for (const ref of refs) {
    const seen = attempt(work, ref, () => withDatabase(ref, work.options, (db) => glimpse(db)));
    if (seen !== null) work.glimpses.set(ref, seen);
  }
}

function compareOlder(ref: DatabaseRef, newer: OpenSide, work: Work): void {
  const { options, traces } = work;
  const seen = work.glimpses.get(ref);
  if (seen === undefined) return;
  const known = [newer, ...Array.from(work.glimpses.values(), (glimpse) => ({ glimpse }))];
  attempt(work, ref, () => {
    withDatabase(ref, options, (_db, open) => {
      let told = 0;
      const context: CompareContext = {
        ...options,
        index: traces.index,
        tombstoneOf: (id) => bestTombstone(known, id),
        onChange: (change) => {
          told++;
          options.onChange(change);
        },
      };
      const { comparison, words } = compareDatabases(
        { ...open, ref, glimpse: seen },
        newer,
        context,
      );
      work.comparisons.push({ comparison, told });
      work.words.set(ref, words);
    });
  });
}

/** Databases that are not compared: what they hold of sessions that are gone. */
function lookInto(refs: readonly DatabaseRef[], work: Work, live: OpenSide | null): void {
  const known = live?.glimpse ?? NOTHING;
  for (const ref of refs) {
    const seen = work.glimpses.get(ref);
    if (seen === undefined) continue;
    attempt(work, ref, () =>
      withDatabase(ref, work.options, (db) => {
        const words = readVanishedWords(db, {
          ids: [...seen.sessions.keys()].filter((id) => !known.sessions.has(id)),
          isKnown: (id) => known.sessions.has(id),
          index: work.traces.index,
          sourceOf: (id) => seen.sessions.get(id)?.source ?? null,
        });
        work.words.set(ref, words);
        const damage = damageOf(db).join("; ");
        if (damage !== "") work.leftAside.push(unreadable(ref, damage));
      }));
  }
}

/** A database that cannot be read is named, and the rest goes on. */
function attempt<Result>(work: Work, ref: DatabaseRef, read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.fault === "needs-work-folder") throw error;
    const why = ref.size === 0 ? `0 bytes: ${error.message}` : error.message;
    work.leftAside.push({ ...unreadable(ref, why), isDamage: ref.kind !== "main file alone" });
    return null;
  }
}

function unreadable(ref: DatabaseRef, why: string): LeftAside {
  return { label: ref.label, path: placeOf(ref), why, isDamage: true };
}

function ledgerOf(work: Work, found: Live | null): Vanished[] {
  const { options, traces, glimpses, words } = work;
  const order = (a: Witness, b: Witness): number => {
    const [timeA, timeB] = [a.ref.time ?? Infinity, b.ref.time ?? Infinity];
    return timeA === timeB ? 0 : timeA - timeB;
  };
  const older = Array.from(
    glimpses,
    ([ref, glimpse]): Witness => ({ ref, glimpse, words: words.get(ref) ?? new Map() }),
  ).sort(order);
  const { livesElsewhere, onlySessions } = options;
  const { witness: live, damage: liveDamage } = found ?? { witness: null, damage: [] };
  const all = deletionLedger({ live, liveDamage, older, traces, livesElsewhere });
  return onlySessions.size === 0 ? all : all.filter(({ id }) => onlySessions.has(id));
}
