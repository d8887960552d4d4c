/**
 * What a home's other stores say of sessions: the words that name one, and an
 * index of the words that name none.
 *
 * @module
 */

import { ChangedInPlace, type FileFault, readSafely } from "../parse/read_safely.ts";
import type { Source } from "../parse/source.ts";
import { isTrouble } from "../row/trouble.ts";
import type { Row } from "../row/row.ts";
import { ChangedMeanwhile, type OpenOptions } from "./database_ref.ts";
import { WordIndex } from "./word_index.ts";

/** Where words of sessions stand outside every state.db. */
export interface Traces {
  /** Rows by session id, then by file as it is printed. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly index: WordIndex;
}

/** Stores whose words name no session. */
const NAMELESS: ReadonlySet<string> = new Set(["prompt_history", "cron_output"]);
/** Stores whose words name the session they belong to. */
const NAMING: ReadonlySet<string> = new Set([
  "divert",
  "legacy_session",
  "pending_messages",
  "response_store",
]);

/** True for a store whose words can outlive their session. */
export function holdsTraces(source: Source): boolean {
  return NAMELESS.has(source.reader.id) || NAMING.has(source.reader.id);
}

/** How the stores are read. */
export interface TraceOptions {
  readonly open: OpenOptions;
  /** Takes a file that cannot be read. */
  readonly onFault: (fault: FileFault) => void;
}

/**
 * Reads the stores.
 *
 * @throws {ChangedMeanwhile} When a database among them changed while it was read
 */
export function readTraces(sources: readonly Source[], options: TraceOptions): Traces {
  const traces: Gathered = { named: new Map(), index: new WordIndex() };
  for (const source of sources.filter(holdsTraces)) {
    try {
      readSource(source, options, traces);
    } catch (error) {
      if (error instanceof ChangedInPlace) throw new ChangedMeanwhile(source.path);
      throw error;
    }
  }
  return traces;
}

interface Gathered {
  readonly named: Map<string, Map<string, number>>;
  readonly index: WordIndex;
}

function readSource(source: Source, { open, onFault }: TraceOptions, traces: Gathered): void {
  const images = { ...open, imageOnly: open.imageOnly.has(source.path) };
  for (const told of readSafely(source, { options: images, byTime: false, onFault })) {
    if (isTrouble(told)) continue;
    if (NAMELESS.has(source.reader.id)) addWords(traces.index, told, source);
    else if (told.sessionId && isWords(told, source)) {
      countRow(traces.named, told.sessionId, source);
    }
  }
}

/** Input that became no message is told by a sentence; every other sentence is no words. */
function isWords(row: Row, source: Source): boolean {
  return row.turn !== "system" || source.reader.id === "pending_messages";
}

function addWords(index: WordIndex, row: Row, source: Source): void {
  if (row.turn !== "user" && row.turn !== "assistant") return;
  index.add({
    role: row.turn,
    text: row.text,
    time: row.time,
    isLocal: row.basis === "host-local",
    isCron: source.reader.id === "cron_output",
    place: source.sourceFile,
  });
}

function countRow(
  named: Map<string, Map<string, number>>,
  id: string,
  source: Source,
): void {
  const places = named.get(id) ?? new Map<string, number>();
  named.set(id, places);
  places.set(source.sourceFile, (places.get(source.sourceFile) ?? 0) + 1);
}
