/**
 * One run of `diff`: every job from its databases to its report.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import { text } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { Change } from "./change.ts";
import { ChangeSpool } from "./change_spool.ts";
import {
  ChangedMeanwhile,
  type DatabaseRef,
  type OpenOptions,
  placeOf,
  withDatabase,
} from "./database_ref.ts";
import { diffHome, type HomeReport } from "./home_report.ts";
import type { DiffJob } from "./job.ts";
import { SESSIONS } from "./session_fields.ts";

/** How a run goes. */
export interface DiffOptions extends Pick<OpenOptions, "maxMemory" | "workFolder" | "withoutWal"> {
  readonly catalog: Catalog;
  readonly onlySessions: ReadonlySet<string>;
  readonly listAdded: boolean;
  /** Told what is being looked at. */
  readonly onProgress: (words: string) => void;
}

/** What a run found; the changes of all comparisons wait in one spool, in order. */
export interface DiffReport {
  readonly homes: readonly HomeReport[];
  readonly changes: ChangeSpool;
}

/**
 * Compares. A live database that changes while it is read is read again, as an
 * image of one moment.
 *
 * @throws {EvidenceError} `needs-work-folder`
 */
export function diffRun(jobs: readonly DiffJob[], options: DiffOptions): DiffReport {
  const imageOnly = new Set<string>();
  for (;;) {
    const changes = new ChangeSpool({
      limit: options.maxMemory / 4,
      workFolder: options.workFolder,
    });
    try {
      return { homes: attempt(jobs, { ...options, imageOnly }, changes), changes };
    } catch (error) {
      changes.close();
      if (!(error instanceof ChangedMeanwhile)) throw error;
      imageOnly.add(error.path);
    }
  }
}

/** True when some evidence could not be read or is damaged. */
export function hasDamage({ homes }: DiffReport): boolean {
  return homes.some(({ leftAside, comparisons, liveDamage }) =>
    liveDamage.length > 0 || leftAside.some(({ isDamage }) => isDamage) ||
    comparisons.some(({ comparison: { damage } }) => damage.older.length + damage.newer.length > 0)
  );
}

function attempt(
  jobs: readonly DiffJob[],
  options: DiffOptions & OpenOptions,
  changes: ChangeSpool,
): HomeReport[] {
  const residents = residentsOf(jobs, options);
  return jobs.map((job) => {
    options.onProgress(`comparing ${job.place}`);
    return diffHome(job, {
      ...options,
      livesElsewhere: (id) => residents(job, id),
      onChange: (told: Change) => changes.add(told),
    });
  });
}

/** Where a session lives among the profiles of one home. */
function residentsOf(
  jobs: readonly DiffJob[],
  options: OpenOptions,
): (job: DiffJob, id: string) => string | null {
  const families = Map.groupBy(
    jobs.filter(({ family }) => family !== null),
    ({ family }) => family,
  );
  const homesOf = new Map<string, DiffJob[]>();
  for (const family of families.values()) {
    if (family.length < 2) continue;
    for (const job of family) {
      if (job.live === null) continue;
      for (const id of sessionIds(job.live, options)) {
        homesOf.set(id, [...homesOf.get(id) ?? [], job]);
      }
    }
  }
  return (job, id) => {
    const other = homesOf.get(id)?.find((one) =>
      one !== job && one.family === job.family &&
      (job.live === null || one.home?.tree === job.home?.tree)
    );
    return other === undefined
      ? null
      : `profile ${other.profile ?? "-"} (${placeOf(other.live as DatabaseRef)})`;
  };
}

/** A database that cannot be read has nobody; its own report says why. */
function sessionIds(ref: DatabaseRef, options: OpenOptions): string[] {
  try {
    return withDatabase(
      ref,
      options,
      (db) => Array.from(db.rows(SESSIONS, [text("id")]), ([, id]) => id ?? ""),
    );
  } catch (error) {
    if (error instanceof EvidenceError && error.fault !== "needs-work-folder") return [];
    throw error;
  }
}
