/**
 * Sources made of rows instead of files, and the timeline of them, for tests.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import { fileFacts } from "../evidence/plain_facts.ts";
import { compareRanked } from "../row/order.ts";
import { EMPTY_ROW, type Row } from "../row/row.ts";
import type { RowWriter } from "../row/row_writer.ts";
import type { SourceKind, StampedRow } from "../row/stamped.ts";
import { formatMicros } from "../row/time.ts";
import { isTrouble } from "../row/trouble.ts";
import { STORE_ORDER, type Told } from "../stores/mod.ts";
import type { RunReport } from "./report.ts";
import { run, type RunOptions } from "./run.ts";
import type { Source } from "./source.ts";

/** A second in microseconds. */
export const SECOND = 1_000_000;
/** An hour in microseconds. */
export const HOUR = 3600 * SECOND;
/** 2026-10-29T09:30:00Z: when made rows begin. */
export const NOON = Date.UTC(2026, 9, 29, 9, 30) * 1000;

/** What a made source is, beside its rows. */
export interface SourceShape {
  /** Id of its store; `state_db` unless told. */
  readonly store?: string;
  /** Path of its file; `/h/<store>` unless told. */
  readonly path?: string;
  readonly home?: string;
  /** Its group; what `planSources` would say unless told. */
  readonly group?: string;
  readonly pathRank?: number;
  readonly user?: string | null;
  readonly profile?: string | null;
  /** Thrown after its rows. */
  readonly fault?: Error;
}

const KINDS: ReadonlyMap<string, SourceKind> = new Map([
  ["state_db", "primary"],
  ["settings", "settings"],
]);
const FILES_APART: ReadonlySet<string> = new Set(["state_snapshot", "state_db_copy"]);

/** A user row at {@linkcode NOON} in session `S`, unless told otherwise. */
export function madeRow(text: string, fields: Partial<Row> = {}): Row {
  const time = fields.time === undefined ? NOON : fields.time;
  const basis = time === null ? null : "utc";
  return { ...EMPTY_ROW, sessionId: "S", line: 1, turn: "user", text, basis, ...fields, time };
}

/** A source that tells these rows; a state.db tells them by time when asked to. */
export function madeSource(shape: SourceShape, told: readonly Told[]): Source {
  const { store = "state_db", home = "/h" } = shape;
  const path = shape.path ?? `${home}/${store}`;
  function* read(): Generator<Told> {
    yield* told;
    if (shape.fault !== undefined) throw shape.fault;
  }
  const byTime = (): Told[] =>
    told.map((item, emission) => ({ ...placeOf(item), emission, item }))
      .sort(compareRanked).map(({ item }) => item);
  return {
    reader: { id: store, read, ...(store === "state_db" ? { readByTime: byTime } : {}) },
    tree: noTree(),
    path,
    sourceFile: path,
    kind: KINDS.get(store) ?? "secondary",
    owner: { host: null, user: shape.user ?? null, profile: shape.profile ?? null },
    home,
    storeOrder: STORE_ORDER.indexOf(store),
    pathRank: shape.pathRank ?? 0,
    group: shape.group ?? (FILES_APART.has(store) ? path : `${home}\0${store}`),
  };
}

function placeOf(item: Told): { time: number | null; storeOrder: number; pathRank: number } {
  return { time: isTrouble(item) ? null : item.time, storeOrder: 0, pathRank: 0 };
}

/** A tree whose files hold nothing: made readers do not look into them. */
function noTree(): Source["tree"] {
  const facts = fileFacts("/h", 0);
  return {
    facts: () => facts,
    list: () => [],
    open: (path) => ({
      facts,
      path,
      size: 0,
      inPlace: null,
      read: () => new Uint8Array(),
      now: () => facts,
      companion: () => null,
      close: () => {},
    }),
    resolve: (path) => path,
  };
}

/** A timeline, and what the run says of it. */
export interface Timeline {
  readonly rows: readonly StampedRow[];
  /** `<file>#<line> <turn> <text>`, then notes in square brackets. */
  readonly lines: readonly string[];
  readonly report: RunReport;
}

/** The timeline of sources in the order given, which is their rank. */
export async function timelineOf(
  sources: readonly Source[],
  options: Partial<RunOptions> = {},
): Promise<Timeline> {
  const rows: StampedRow[] = [];
  const ranked = sources.map((source, pathRank) => ({ ...source, pathRank }));
  const report = await run(ranked, {
    openWriter: () => listWriter(rows),
    canRestart: true,
    maxMemory: 64 * 2 ** 20,
    workBase: null,
    withoutWal: false,
    mainFileOnly: false,
    keepDuplicates: false,
    filter: () => true,
    hostZone: null,
    stopped: () => false,
    ...options,
  });
  return { rows, lines: rows.map(lineOf), report };
}

function listWriter(rows: StampedRow[]): RowWriter {
  return {
    write: (row) => void rows.push(row),
    finish: () => ({ rows: rows.length, untimed: 0, longCells: 0, extraFiles: [] }),
    abort: () => void rows.splice(0),
  };
}

function lineOf(row: StampedRow): string {
  const line = row.line === null ? "" : `#${row.line}`;
  const notes = row.notes.length === 0 ? "" : ` [${row.notes.join("; ")}]`;
  return `${row.sourceFile}${line} ${row.turn} ${row.text}${notes}`;
}

/** A row's time as the timeline prints it. */
export function timeOf(row: StampedRow): string {
  return row.time === null ? "-" : formatMicros(row.time);
}

/** A fault of a whole file. */
export function faultOf(kind: EvidenceError["fault"], message = "broken"): EvidenceError {
  return new EvidenceError(kind, "/h/file", message);
}
