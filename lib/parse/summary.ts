/**
 * The report of a run in words for stderr, and as a record for `--summary`.
 *
 * @module
 */

import { inspectImage } from "../evidence/sqlite_image.ts";
import { EvidenceError } from "../evidence/errors.ts";
import { hashFile } from "../evidence/hashing.ts";
import { formatMicros, nanosToMicros } from "../row/time.ts";
import { LONGEST_CELL } from "../row/row_writer.ts";
import { isNotParsed, type RunReport, type SourceReport } from "./report.ts";
import { openSource } from "./source.ts";
import { whatIsThere } from "./what_is_there.ts";

/** A spreadsheet's most rows, the header among them. */
const SPREADSHEET_ROWS = 1_048_576;

/** One line per damaged or unreadable source: each is named. */
export function faultLines(report: RunReport): string[] {
  return report.sources.flatMap((source) => {
    if (!source.damaged) return [];
    const said = source.fault?.message ?? source.said ?? "damaged";
    const message = source.fault?.kind === "changed" ? `changed while it was read: ${said}` : said;
    return [`${source.source.sourceFile}: ${message}${bytesInstead(source)}`];
  });
}

/** What the logs beside databases held that is no part of them. */
export function imageLines(report: RunReport): string[] {
  return report.sources.flatMap(({ source, database }) => {
    const wal = database?.image.wal;
    const journal = database?.image.journal;
    const lines: string[] = [];
    if (wal && wal.uncommitted > 0) {
      lines.push(`${wal.uncommitted} frames at the end of its WAL were never committed`);
    }
    if (wal && wal.torn > 0) lines.push(`its WAL is torn (${wal.tornBytes} bytes)`);
    if (journal?.hot) lines.push(`a hot journal of ${journal.pages} pages was rolled back`);
    return lines.map((line) => `${source.sourceFile}: ${line}`);
  });
}

/** What was written, and what its reader should know of it. */
export function summaryLines(report: RunReport): string[] {
  const { written, sources } = report;
  const duplicates = sum(sources.map((source) => source.duplicates));
  const errors = sum(sources.map((source) => source.errors));
  const lines = [
    `${counted(written.rows, "row")} from ${counted(sources.length, "file")}` +
    ` (${counted(duplicates, "duplicate")}, ${counted(errors, "error row")},` +
    ` ${written.untimed} without a time)`,
  ];
  if (written.longCells > 0) {
    lines.push(`${written.longCells} cells are longer than a spreadsheet keeps (${LONGEST_CELL})`);
  }
  if (written.rows >= SPREADSHEET_ROWS) {
    lines.push(`More rows than a spreadsheet keeps (${SPREADSHEET_ROWS})`);
  }
  for (const report of sources.filter(isNotParsed)) {
    lines.push(`${report.source.sourceFile}: not parsed (${whatIsThere(report.source)})`);
  }
  for (const file of written.extraFiles) {
    lines.push(`${written.untimed} rows without a time are in ${file}`);
  }
  return lines;
}

/** The report as a plain record; hashing reads every source once more. */
export function summaryRecord(report: RunReport): Record<string, unknown> {
  return {
    sources: report.sources.map(sourceRecord),
    rows: report.written.rows,
    untimed: report.written.untimed,
    long_cells: report.written.longCells,
    records_sync: false,
    records_relay: true,
    records_origin: false,
  };
}

function sourceRecord(report: SourceReport): Record<string, unknown> {
  const { source } = report;
  return {
    source_file: source.sourceFile,
    store: source.reader.id,
    source_kind: source.kind,
    user: source.owner.user,
    profile: source.owner.profile,
    rows: Object.fromEntries([...report.rows].sort(([a], [b]) => a < b ? -1 : 1)),
    duplicates: report.duplicates,
    errors: report.errors,
    first: report.first === null ? null : formatMicros(report.first),
    last: report.last === null ? null : formatMicros(report.last),
    fault: report.fault?.message ?? null,
    damaged: report.damaged,
    parsed: !isNotParsed(report),
    schema_version: report.database?.schemaVersion ?? null,
    beyond_known_schema: report.database?.unknown ?? [],
    ...fileRecord(report),
  };
}

function fileRecord(report: SourceReport): Record<string, unknown> {
  try {
    const file = openSource(report.source);
    try {
      const { sha256, size } = hashFile(file);
      const modified = nanosToMicros(file.facts.mtimeNs);
      const mtime = modified === null ? null : formatMicros(modified);
      const image = report.database?.image ?? imageOf(file);
      return { size, mtime, sha256, image };
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { size: null, mtime: null, sha256: null, image: null };
  }
}

function imageOf(file: Parameters<typeof inspectImage>[0]): unknown {
  try {
    return inspectImage(file);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return null;
  }
}

/** A file that is no database: what it is instead, so that nobody has to look. */
function bytesInstead({ source, fault }: SourceReport): string {
  return fault?.kind === "not-this-format" ? ` (${whatIsThere(source)})` : "";
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
