/**
 * Reads the rows of an index.
 *
 * @module
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Key, SqlValue } from "../../evidence/columns.ts";
import type { SourceKind } from "../../row/stamped.ts";
import { type Context, type ContextLine, contextLine, type Document } from "../search/document.ts";
import type { HitFile } from "../search/hit.ts";
import { RecentLines } from "../search/recent_lines.ts";
import type { Heads, SessionHead } from "../session_head.ts";

/** A file, as the index keeps it. */
export interface KnownFile extends HitFile {
  readonly id: number;
  readonly home: string;
  readonly isDatabase: boolean;
}

/** The sessions of a file, by id and one after the other. */
export interface ListedHeads extends Heads {
  values(): Iterable<SessionHead>;
}

/** A document with its place in the index. */
export interface IndexedDocument {
  readonly id: number;
  readonly file: number;
  readonly isAlone: boolean;
  readonly document: Document;
  /** As stored. */
  readonly toolCalls: string | null;
}

type Bytes = Uint8Array | null;

type HeadRow = [id: Bytes, source: Bytes, model: Bytes, title: Bytes, startedAt: SqlValue];

type DocumentRow = [
  file: number,
  line: number | bigint | null,
  sessionId: Bytes,
  role: Bytes,
  timestamp: SqlValue,
  toolName: Bytes,
  notes: Bytes,
  isAlone: number,
  content: Bytes,
  toolCalls: Bytes,
  callWords: Bytes,
];

const DOCUMENT = "SELECT file, line, session_id, role, timestamp, tool_name, notes, is_alone, " +
  "content, tool_calls, call_words FROM documents WHERE id = ?";

/** Bytes that hold the characters shown of a document, and more than those. */
const SHOWN = 2000;
const LINE = `SELECT role, substr(content, 1, ${SHOWN}), tool_calls FROM documents WHERE id = ?`;

const BESIDE =
  "SELECT id FROM documents WHERE file = ? AND session_id IS ? AND is_alone = 0 AND id";

/** An index that is open for reading. */
export class IndexReader {
  readonly #db: DatabaseSync;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  readonly #document: StatementSync;
  readonly #before: StatementSync;
  readonly #after: StatementSync;
  readonly #shown: StatementSync;
  readonly #lines = new RecentLines((id) => this.#line(id));

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#document = this.#prepare(DOCUMENT);
    this.#before = this.#prepare(`${BESIDE} < ? ORDER BY id DESC LIMIT 1`);
    this.#after = this.#prepare(`${BESIDE} > ? ORDER BY id LIMIT 1`);
    this.#shown = this.#prepare(LINE);
  }

  /** What the evidence was when the index was built. */
  fingerprint(): string | null {
    const [row] = this.#all<[string]>("SELECT fingerprint FROM about");
    return row?.[0] ?? null;
  }

  /** What was wrong with the files. */
  faults(): { sourceFile: string; message: string }[] {
    return this.#all<[string, string]>(
      "SELECT source_file, message FROM faults JOIN files ON files.id = faults.file ORDER BY file",
    ).map(([sourceFile, message]) => ({ sourceFile, message }));
  }

  /** The files in the order they were read. */
  files(): KnownFile[] {
    return this.#all<[number, string, SourceKind, ...(string | null)[]]>(
      "SELECT id, source_file, kind, host, user, profile, home, is_database FROM files ORDER BY id",
    ).map(([id, sourceFile, kind, host = null, user = null, profile = null, home, isDatabase]) => ({
      id: Number(id),
      sourceFile,
      kind,
      owner: { host, user, profile },
      home: home ?? "",
      isDatabase: Number(isDatabase) === 1,
    }));
  }

  /** The sessions that a file knows, looked up when asked for. */
  heads(file: number): ListedHeads {
    const columns = "id, source, model, title, started_at FROM sessions WHERE file = ?";
    const one = this.#prepare(`SELECT ${columns} AND id = ?`);
    const all = this.#prepare(`SELECT ${columns} ORDER BY rowid`);
    return {
      get: (id) => {
        const row = one.get(file, this.#encoder.encode(id)) as unknown as HeadRow | undefined;
        return row && this.#head(row);
      },
      values: () => (all.all(file) as unknown as HeadRow[]).map((row) => this.#head(row)),
    };
  }

  /** One document, or null when there is none of that id. */
  document(id: number): IndexedDocument | null {
    const row = this.#document.get(id) as unknown as DocumentRow | undefined;
    if (row === undefined) return null;
    const [file, line, sessionId, role, timestamp, toolNameBytes, notes, isAlone, ...texts] = row;
    const toolName = this.#text(toolNameBytes);
    const [content = null, toolCalls = null, callWords = null] = texts.map((text) =>
      this.#text(text)
    );
    const fields = [content ?? "", toolName, toolCalls, callWords];
    return {
      id,
      file: Number(file),
      isAlone: Number(isAlone) === 1,
      toolCalls,
      document: {
        line: narrow(line) as number | bigint | null,
        sessionId: this.#text(sessionId),
        role: this.#text(role),
        timestamp: narrow(timestamp),
        toolName,
        fields: fields.filter((text) => text !== null && text !== undefined),
        notes: (this.#text(notes) ?? "").split("\n").filter((note) => note !== ""),
      },
    };
  }

  /** What stands around a document in its session. */
  context(
    { id, file, isAlone, document, toolCalls }: IndexedDocument,
  ): Context | null {
    if (isAlone) return null;
    const { sessionId, role, fields } = document;
    const session = sessionId === null ? null : this.#encoder.encode(sessionId);
    const beside = (query: StatementSync): ContextLine | null => {
      const row = query.get(file, session, id) as unknown as [bigint] | undefined;
      return row === undefined ? null : this.#lines.at(Number(row[0]));
    };
    const own = contextLine(role, fields[0] ?? null, toolCalls);
    this.#lines.keep(id, own);
    return { before: beside(this.#before), own, after: beside(this.#after) };
  }

  /** A document as it is shown beside a hit. */
  #line(id: Key): ContextLine {
    const [role, words, calls] = this.#shown.get(id) as unknown as [Bytes, Bytes, Bytes];
    return contextLine(this.#text(role), this.#text(words), this.#text(calls));
  }

  #head([id, source, model, title, startedAt]: HeadRow): SessionHead {
    return {
      id: this.#text(id) ?? "",
      source: this.#text(source),
      model: this.#text(model),
      title: this.#text(title),
      startedAt: narrow(startedAt),
    };
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement;
  }

  #all<T>(sql: string): T[] {
    return this.#prepare(sql).all() as unknown as T[];
  }

  #text(bytes: Bytes | undefined): string | null {
    return bytes === null || bytes === undefined ? null : this.#decoder.decode(bytes);
  }
}

function narrow(stored: SqlValue): SqlValue {
  if (typeof stored !== "bigint") return stored;
  return Number.isSafeInteger(Number(stored)) ? Number(stored) : stored;
}
