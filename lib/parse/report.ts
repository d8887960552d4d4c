/**
 * What a run read and wrote: for stderr, for `--summary`, and for the exit code.
 *
 * @module
 */

import type { EvidenceFault } from "../evidence/errors.ts";
import type { Micros, Row, Turn } from "../row/row.ts";
import type { StampedRow } from "../row/stamped.ts";
import { isTrouble } from "../row/trouble.ts";
import type { WriteReport } from "../row/row_writer.ts";
import type { DatabaseFacts, Told } from "../stores/reader.ts";
import type { FileFault } from "./read_safely.ts";
import type { Source } from "./source.ts";

/** What one source gave. */
export interface SourceReport {
  readonly source: Source;
  /** Rows by turn type, before duplicates and filters are taken out. */
  readonly rows: Map<Turn, number>;
  duplicates: number;
  /** Error rows: records and whole files that could not be used. */
  errors: number;
  first: Micros | null;
  last: Micros | null;
  fault: { readonly kind: EvidenceFault; readonly message: string } | null;
  /** What its first whole-file error row says. */
  said: string | null;
  /** True when part of the file is damaged: its rows are not all there. */
  damaged: boolean;
  database: DatabaseFacts | null;
}

/** What a whole run did. */
export interface RunReport {
  readonly sources: readonly SourceReport[];
  readonly written: WriteReport;
}

/** An empty report of a source. */
export function startReport(source: Source): SourceReport {
  return {
    source,
    rows: new Map(),
    duplicates: 0,
    errors: 0,
    first: null,
    last: null,
    fault: null,
    said: null,
    damaged: false,
    database: null,
  };
}

/** Counts one row into its source's report. */
export function countRow(report: SourceReport, told: Told, row: StampedRow): void {
  countMoment(report, row);
  if (!isTrouble(told)) return;
  report.errors++;
  if (told.trouble === "file") {
    report.damaged = true;
    report.said ??= told.text.replace(/^parser: /, "");
  }
}

/** Counts a row of which no more is at hand than whose turn it was, and when. */
export function countMoment(
  report: SourceReport,
  { turn, time }: Pick<Row, "turn" | "time">,
): void {
  report.rows.set(turn, (report.rows.get(turn) ?? 0) + 1);
  if (time === null) return;
  if (report.first === null || time < report.first) report.first = time;
  if (report.last === null || time > report.last) report.last = time;
}

/** True for a copy that is no database: it is named, and gives no row. */
export function isNotParsed({ source, rows }: SourceReport): boolean {
  return source.reader.id === "state_db_copy" && rows.size === 0;
}

/** Keeps a fault that ended a source. */
export function keepFault(report: SourceReport, { error }: FileFault): void {
  report.fault = { kind: error.fault, message: error.message };
  report.damaged = true;
}

/** True when some evidence could not be read or is damaged: exit status 1. */
export function hasDamage(report: RunReport): boolean {
  return report.sources.some((source) => source.damaged);
}
