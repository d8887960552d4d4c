/**
 * Builds an index: every document of the sources, with its words.
 *
 * @module
 */

import { closeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Database, isSqliteError } from "../../evidence/database.ts";
import type { Source } from "../../parse/mod.ts";
import { OutputError, reasonOf } from "../../row/output_error.ts";
import {
  createTemporary,
  discard,
  type OutputPlace,
  placeOf,
  publish,
} from "../../row/output_place.ts";
import { type DatabaseReading, holdsSessions, homeOf, isLive, readDatabase } from "../databases.ts";
import { readHeads } from "../session_head.ts";
import { type Document, MESSAGE_COLUMNS, messageDocument } from "../search/document.ts";
import { promptDocuments } from "../search/prompts.ts";
import { toldBy } from "../search/run.ts";
import { rowDocuments } from "../search/scan_rows.ts";
import { survivorDocuments } from "../search/survivors.ts";
import { IndexWriter } from "./index_writer.ts";

/** How an index is built. */
export interface BuildOptions extends DatabaseReading {
  /** What the evidence is now; see `fingerprint.ts`. */
  readonly fingerprint: string;
  readonly onProgress: (source: Source) => void;
}

/** A live database changed while it was read: what stands in the index of it cannot stay. */
class Stale extends Error {}

/**
 * Builds the index under a temporary name and gives it its own when it is whole.
 *
 * @throws {OutputPlaceError} When the file cannot be created
 * @throws {OutputError} When it cannot be written to its end
 * @throws {EvidenceError} `needs-work-folder`
 */
export function buildIndex(
  path: string,
  sources: readonly Source[],
  options: BuildOptions,
): void {
  const place = placeOf(path);
  const changed = new Set<string>();
  for (;;) {
    try {
      return attempt(place, sources, { ...options, changed });
    } catch (error) {
      discard(place);
      if (error instanceof Stale) changed.add(error.message);
      else if (isSqliteError(error)) {
        throw new OutputError(path, `Cannot write ${path}: ${reasonOf(error)}`);
      } else throw error;
    }
  }
}

function attempt(place: OutputPlace, sources: readonly Source[], options: BuildOptions): void {
  closeSync(createTemporary(place));
  const db = new DatabaseSync(place.temporary);
  try {
    const writer = new IndexWriter(db);
    for (const source of sources) {
      options.onProgress(source);
      addSource(writer, source, options);
    }
    writer.finish(options.fingerprint);
  } finally {
    db.close();
  }
  publish(place);
}

function addSource(writer: IndexWriter, source: Source, options: BuildOptions): void {
  const isDatabase = holdsSessions(source);
  writer.startFile({ source, isDatabase, home: homeOf(source) });
  const onFault = (source: Source, message: string): void => {
    writer.addFault(message);
    options.onFault(source, message);
  };
  const reading = { ...options, onFault };
  if (!isDatabase) {
    for (const { document, isAlone } of rowDocuments(toldBy(source, reading))) {
      writer.add(document, isAlone);
    }
    return;
  }
  let begun = false;
  readDatabase(source, reading, (db, attempt) => {
    if (begun) throw new Stale(source.path);
    begun = true;
    addDatabase(writer, db, isLive(source));
    attempt.commit();
  });
}

function addDatabase(writer: IndexWriter, db: Database, isLiveStore: boolean): void {
  for (const head of readHeads(db).values()) writer.addSession(head);
  for (const cells of db.rows("messages", MESSAGE_COLUMNS)) {
    writer.add(messageDocument(cells), false);
  }
  const alone = (documents: Iterable<Document>): void => {
    for (const document of documents) writer.add(document, true);
  };
  alone(promptDocuments(db));
  alone(survivorDocuments(db, isLiveStore));
}
