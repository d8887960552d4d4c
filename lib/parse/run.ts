/**
 * One run of `parse`: from sources to a timeline, sorted, streaming.
 *
 * Databases that can be read by time are merged as they stand; everything else
 * goes through the spool. At most two images are held open at a time, so the
 * databases beyond the first two go through the spool as well.
 *
 * @module
 */

import { setImmediate } from "node:timers/promises";
import { merge } from "../row/merge.ts";
import { compareRanked } from "../row/order.ts";
import type { RowWriter, WriteReport } from "../row/row_writer.ts";
import type { StampedRow } from "../row/stamped.ts";
import type { ReadOptions } from "../stores/reader.ts";
import type { Filter } from "./filter.ts";
import { BATCH, type Pairing, pairSources } from "./pairing.ts";
import { ChangedInPlace, readSafely } from "./read_safely.ts";
import { countRow, keepFault, type RunReport, type SourceReport, startReport } from "./report.ts";
import type { Source } from "./source.ts";
import { type PlacedRow, Spool } from "./spool.ts";
import { stamp, type StampOptions } from "./stamp.ts";
import { WorkFolder } from "./work_folder.ts";

/** How a run goes. */
export interface RunOptions extends StampOptions {
  /** Opens the output; called again when a live database forces a new start. */
  readonly openWriter: () => RowWriter;
  /** False for standard output, which cannot be taken back. */
  readonly canRestart: boolean;
  /** Bytes that images and rows on their way may take. */
  readonly maxMemory: number;
  /** Folder in which a work folder may be made; null when there is none. */
  readonly workBase: string | null;
  readonly withoutWal: boolean;
  readonly keepDuplicates: boolean;
  readonly filter: Filter;
  /** Turns true when the examiner asks to stop. */
  readonly stopped: () => boolean;
}

/** The examiner asked to stop: nothing half-written stays. */
export class Stopped extends Error {
  override name = "Stopped";
}

/**
 * Reads all sources and writes one timeline.
 *
 * @throws {EvidenceError} `needs-work-folder` before anything is written
 * @throws {OutputError} {@linkcode Stopped} {@linkcode ChangedInPlace}
 */
export async function run(sources: readonly Source[], options: RunOptions): Promise<RunReport> {
  const imageOnly = new Set<string>();
  for (;;) {
    try {
      return await attempt(sources, options, imageOnly);
    } catch (error) {
      if (!(error instanceof ChangedInPlace) || !options.canRestart) throw error;
      imageOnly.add(error.path); // it is live: this time an image of one moment is made
    }
  }
}

/** A source with what this attempt knows of it. */
interface Task {
  readonly source: Source;
  readonly report: SourceReport;
  readonly options: ReadOptions;
}

async function attempt(
  sources: readonly Source[],
  options: RunOptions,
  imageOnly: ReadonlySet<string>,
): Promise<RunReport> {
  const work = new WorkFolder(options.workBase);
  let writer: RowWriter | null = null;
  try {
    const tasks = sources.map((source) => startTask(source, options, { work, imageOnly }));
    const spool = new Spool(work.make, options.maxMemory / 4);
    const pause = (): Promise<void> => pauseUnless(options.stopped);
    const pairing = await pairSources(tasks, {
      ...options,
      pause,
      passOn: ({ source, row, emission, number }) => {
        if (options.filter(row, source)) spool.add(placed(source, row, { emission, number }));
      },
    });
    const rows = await mergedRows(tasks, pairing, { options, spool, pause });
    writer = options.openWriter();
    const written = await writeAll(rows, writer, { pairing, pause });
    return { sources: tasks.map(({ report }) => report), written };
  } catch (error) {
    writer?.abort();
    throw error;
  } finally {
    work.remove();
  }
}

function startTask(
  source: Source,
  options: RunOptions,
  attempt: { work: WorkFolder; imageOnly: ReadonlySet<string> },
): Task {
  const report = startReport(source);
  return {
    source,
    report,
    options: {
      maxMemory: options.maxMemory,
      workFolder: attempt.work.make,
      withoutWal: options.withoutWal,
      imageOnly: attempt.imageOnly.has(source.path),
      onDatabase: (facts) => report.database = facts,
    },
  };
}

/** How many databases are merged as they stand. */
const MOST_OPEN = 2;

/** What pairing has not passed on goes through the spool, but for the first databases. */
async function mergedRows(
  tasks: readonly Task[],
  pairing: Pairing,
  at: { options: RunOptions; spool: Spool; pause: () => Promise<void> },
): Promise<Iterable<PlacedRow>> {
  let count = 0;
  const left = tasks.filter(({ source }) =>
    source.kind !== "secondary" || !pairing.hasRead(source)
  );
  const direct = left.filter(({ source }) => source.reader.readByTime).slice(0, MOST_OPEN);
  for (const task of left) {
    if (direct.includes(task)) continue;
    for (const row of placedRows(task, pairing, at.options)) {
      at.spool.add(row);
      if (++count % BATCH === 0) await at.pause();
    }
  }
  const streams = direct.map((task) => placedRows(task, pairing, at.options));
  return merge([...streams, at.spool.rows()], compareRanked);
}

/** One source's rows with their places. */
function* placedRows(task: Task, pairing: Pairing, options: RunOptions): Generator<PlacedRow> {
  const { source, report } = task;
  const isCounted = pairing.hasRead(source);
  const told = readSafely(source, {
    options: task.options,
    byTime: true,
    onFault: (fault) => keepFault(report, fault),
  });
  let emission = 0;
  for (const item of told) {
    const { row } = stamp(item, source, options);
    if (!isCounted) countRow(report, item, row);
    const number = isCounted ? pairing.firstNumber(source) + emission : null;
    if (options.filter(row, source)) yield placed(source, row, { emission, number });
    emission++;
  }
}

function placed(
  source: Source,
  row: StampedRow,
  as: { emission: number; number: number | null },
): PlacedRow {
  const { storeOrder, pathRank } = source;
  return { time: row.time, storeOrder, pathRank, ...as, row };
}

/** Lets signals come in, and stops when one asks for it. */
async function pauseUnless(stopped: () => boolean): Promise<void> {
  await setImmediate();
  if (stopped()) throw new Stopped("Stopped before the end");
}

async function writeAll(
  rows: Iterable<PlacedRow>,
  writer: RowWriter,
  by: { pairing: Pairing; pause: () => Promise<void> },
): Promise<WriteReport> {
  let count = 0;
  for (const { row, number } of rows) {
    writer.write(number === null ? row : by.pairing.withCopies(number, row));
    if (++count % BATCH === 0) await by.pause();
  }
  return writer.finish();
}
