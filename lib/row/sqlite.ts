/**
 * Rows as a SQLite database: the timeline, its sessions and sources, and a
 * full-text index over the words.
 *
 * @module
 */

import { closeSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Cell, cellsOf, COLUMNS } from "./columns.ts";
import { wellFormed } from "./escape.ts";
import { OutputError, reasonOf } from "./output_error.ts";
import {
  createTemporary,
  discard,
  type OutputPlace,
  outputStep,
  placeOf,
  publish,
  syncPath,
} from "./output_place.ts";
import { type RowWriter, Tally, type WriteReport } from "./row_writer.ts";
import { Digest } from "./sqlite_digest.ts";
import type { StampedRow } from "./stamped.ts";

/**
 * Opens a database at `path`, which appears there when it is whole.
 *
 * @throws {OutputPlaceError} When the file cannot be created
 */
export function openSqlite(path: string): RowWriter {
  const place = placeOf(path);
  closeSync(createTemporary(place));
  try {
    return new SqliteWriter(place);
  } catch (error) {
    discard(place);
    throw error;
  }
}

class SqliteWriter implements RowWriter {
  readonly #place: OutputPlace;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #tally = new Tally();
  readonly #digest = new Digest();
  #finished = false;

  constructor(place: OutputPlace) {
    this.#place = place;
    this.#database = this.#step(() => new DatabaseSync(place.temporary));
    this.#insert = this.#step(() => begin(this.#database));
  }

  write(row: StampedRow): void {
    const cells = cellsOf(row);
    this.#tally.count(cells);
    this.#digest.add(row);
    this.#step(() => this.#insert.run(...cells.map(bound)));
  }

  finish(): WriteReport {
    this.#step(() => {
      this.#digest.store(this.#database);
      this.#database.exec("INSERT INTO timeline_fts(timeline_fts) VALUES ('rebuild')");
      this.#database.exec("COMMIT");
      this.#database.close();
    });
    outputStep(this.#place.path, () => syncPath(this.#place.temporary));
    publish(this.#place);
    this.#finished = true;
    return this.#tally.report([]);
  }

  abort(): void {
    if (this.#finished) return;
    if (this.#database.isOpen) this.#database.close();
    discard(this.#place);
  }

  #step<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      throw new OutputError(
        this.#place.path,
        `Cannot write ${this.#place.path}: ${sqliteReason(error)}`,
      );
    }
  }
}

/** Makes the tables and leaves a transaction open; nothing but the one file is written. */
function begin(database: DatabaseSync): StatementSync {
  // Defensive mode, the default, forbids to do without a journal.
  database.enableDefensive(false);
  for (const pragma of ["journal_mode=OFF", "synchronous=OFF", "temp_store=MEMORY"]) {
    database.prepare(`PRAGMA ${pragma}`).get();
  }
  const columns = COLUMNS.map((name) => `${name} ${name === "source_line" ? "INTEGER" : "TEXT"}`);
  database.exec("BEGIN");
  database.exec(`CREATE TABLE timeline (${columns.join(", ")})`);
  database.exec(
    "CREATE VIRTUAL TABLE timeline_fts USING fts5(text, content='timeline', content_rowid='rowid')",
  );
  return database.prepare(`INSERT INTO timeline VALUES (${COLUMNS.map(() => "?").join(", ")})`);
}

function bound(cell: Cell): Cell {
  return typeof cell === "string" ? wellFormed(cell) : cell;
}

/** SQLite's words for what the system said, since not every runtime passes its code. */
function sqliteReason(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("database or disk is full")) return "no space left";
  if (message.includes("disk I/O error")) return "input/output error";
  return message || reasonOf(error);
}
