/**
 * Exports sessions, each from the file that a list takes it from.
 *
 * @module
 */

import type { Source } from "../../parse/mod.ts";
import { jsonForTerminal } from "../../row/escape.ts";
import { type DatabaseReading, readDatabase } from "../databases.ts";
import type { ListedSession } from "../list/listed.ts";
import { type ExportFormat, exportPieces } from "./export_lines.ts";
import { readTranscripts, type Transcript } from "./transcript.ts";

/** Where the text of sessions goes. */
export interface SessionSink {
  /** What comes next is of this session. */
  start(id: string | null, source: Source): void;
  write(text: string): void;
  end(): void;
}

/** How sessions are exported. */
export interface ExportOptions extends DatabaseReading {
  readonly format: ExportFormat;
  readonly sink: SessionSink;
}

/** What an export did. */
export interface ExportReport {
  sessions: number;
  /** Messages that the format leaves out. */
  left: number;
}

/**
 * Writes the sessions, file by file, in stored order.
 *
 * @throws {OutputError} {@linkcode EvidenceError} `needs-work-folder`
 */
export function exportSessions(
  sessions: readonly ListedSession[],
  options: ExportOptions,
): ExportReport {
  const report: ExportReport = { sessions: 0, left: 0 };
  for (const [source, ids] of byFile(sessions)) {
    readDatabase(source, options, (db, attempt) => {
      const named = [...ids].filter((id) => id !== null);
      const transcripts = readTranscripts(db, ids.has(null) ? null : new Set(named));
      attempt.commit();
      for (const transcript of transcripts) {
        if (ids.has(transcript.id)) writeOne(transcript, source, { ...options, report });
      }
    });
  }
  return report;
}

/** In the order of the files, which is that of the sources. */
function byFile(sessions: readonly ListedSession[]): Map<Source, Set<string | null>> {
  const files = new Map<Source, Set<string | null>>();
  for (const { file, id } of sessions) {
    const ids = files.get(file);
    if (ids === undefined) files.set(file, new Set([id]));
    else ids.add(id);
  }
  return new Map(
    [...files].sort(([a], [b]) => a.storeOrder - b.storeOrder || a.pathRank - b.pathRank),
  );
}

function writeOne(
  transcript: Transcript,
  source: Source,
  { format, sink, report }: ExportOptions & { report: ExportReport },
): void {
  sink.start(transcript.id, source);
  const pieces = exportPieces(transcript, source, format);
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) sink.write(jsonForTerminal(piece.value));
  report.left += piece.value;
  report.sessions++;
  sink.end();
}
