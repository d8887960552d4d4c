/**
 * Writes the rows of an index.
 *
 * @module
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Source } from "../../parse/mod.ts";
import type { Document } from "../search/document.ts";
import { isLetter, isUnspaced, mayBeUnspaced, spacedOut } from "../search/letters.ts";
import type { SessionHead } from "../session_head.ts";
import { AFTERWARDS, TABLES } from "./index_file.ts";
import { packedVocabulary } from "./vocabulary.ts";

/** A file, as the index keeps it. */
export interface IndexedFile {
  readonly source: Source;
  readonly isDatabase: boolean;
  /** What its copies share with it. */
  readonly home: string;
}

/** A new index in an empty database; nothing but the one file is written. */
export class IndexWriter {
  readonly #db: DatabaseSync;
  readonly #encoder = new TextEncoder();
  readonly #insert: Readonly<Record<"document" | "words" | "unspaced" | "unwieldy", StatementSync>>;
  readonly #session: StatementSync;
  #file = 0;
  #id = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.enableDefensive(false);
    for (
      const pragma of [
        "page_size=16384",
        "journal_mode=OFF",
        "synchronous=OFF",
        "temp_store=MEMORY",
      ]
    ) {
      db.prepare(`PRAGMA ${pragma}`).get();
    }
    db.exec("BEGIN");
    db.exec(TABLES);
    this.#insert = {
      document: db.prepare(`INSERT INTO documents VALUES (${places(12)})`),
      words: db.prepare(
        `INSERT INTO words (rowid, content, tool_name, tool_calls, call_words) VALUES (${
          places(5)
        })`,
      ),
      unspaced: db.prepare("INSERT INTO unspaced (rowid, characters) VALUES (?, ?)"),
      unwieldy: db.prepare("INSERT INTO unwieldy VALUES (?)"),
    };
    this.#session = db.prepare(`INSERT INTO sessions VALUES (${places(6)})`);
  }

  /** What is added from here on is of this file. */
  startFile({ source, isDatabase, home }: IndexedFile): void {
    const { sourceFile, kind, owner } = source;
    const names = [sourceFile, kind, owner.host, owner.user, owner.profile, home];
    this.#db.prepare(`INSERT INTO files VALUES (${places(8)})`)
      .run(++this.#file, ...names, isDatabase ? 1 : 0);
  }

  /** What is wrong with the file. */
  addFault(message: string): void {
    this.#db.prepare("INSERT INTO faults VALUES (?, ?)").run(this.#file, message);
  }

  /** A session that the file knows. */
  addSession({ id, source, model, title, startedAt }: SessionHead): void {
    const names = [id, source, model, title].map((name) => this.#bytes(name));
    this.#session.run(this.#file, ...names, startedAt);
  }

  /**
   * A document of the file, in its order.
   *
   * @param isAlone Nothing stands before or after it
   */
  add(document: Document, isAlone: boolean): void {
    const { line, sessionId, role, timestamp, toolName, notes, fields } = document;
    const [content = "", ...others] = fields;
    const [toolCalls = null, callWords = null] = toolName === null ? others : others.slice(1);
    const texts = [content, toolName, toolCalls, callWords];
    const id = ++this.#id;
    this.#insert.document.run(
      ...[id, this.#file, line, this.#bytes(sessionId), this.#bytes(role), timestamp],
      ...[this.#bytes(toolName), this.#bytes(notes.join("\n")), isAlone ? 1 : 0],
      ...[content, toolCalls, callWords].map((text) => this.#bytes(text)),
    );
    this.#insert.words.run(id, ...texts.map(asWords));
    const characters = unspacedIn(texts);
    if (characters !== "") this.#insert.unspaced.run(id, characters);
    if (texts.some((text) => text !== null && UNWIELDY.test(text))) this.#insert.unwieldy.run(id);
  }

  /** Nothing may be added afterwards. */
  finish(fingerprint: string): void {
    this.#db.exec(AFTERWARDS);
    const insert = this.#db.prepare("INSERT INTO vocabulary VALUES (?)");
    for (const words of packedVocabulary(this.#db)) insert.run(words);
    this.#db.prepare("INSERT INTO about VALUES (?)").run(fingerprint);
    this.#db.exec("COMMIT");
  }

  /** Texts are kept as bytes: a runtime may cut TEXT at its first NUL. */
  #bytes(text: string | null): Uint8Array | null {
    return text === null ? null : this.#encoder.encode(text);
  }
}

/** FTS5 cuts words at 32,768 bytes; a run this long of what may be one is never looked up there. */
const UNWIELDY = /[^\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]{8000}/;

/** A space where words begin and end that FTS5 would join, or cut off at a NUL. */
function asWords(text: string | null): string | null {
  if (text === null) return null;
  return spacedOut(text.includes("\0") ? text.replaceAll("\0", " ") : text);
}

/** The characters of writing without spaces, each a word of its own. */
function unspacedIn(texts: readonly (string | null)[]): string {
  let found = "";
  for (const text of texts) {
    if (text === null || !mayBeUnspaced(text)) continue;
    for (const character of text) {
      const code = character.codePointAt(0) as number;
      if (isUnspaced(code) && isLetter(code)) found += `${character} `;
    }
  }
  return found;
}

function places(count: number): string {
  return Array(count).fill("?").join(", ");
}
