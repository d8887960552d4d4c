/**
 * The three ways SQLite gets to read a database, none of which can write to it.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import type { ImageOptions } from "./database.ts";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { buildImage, fileSink, memorySink } from "./image_build.ts";
import { factsOf, type ImageFacts, type ImageRoute } from "./image_facts.ts";
import type { Attempt } from "./image_settled.ts";
import { localTree } from "./local_tree.ts";
import { type Stamp, stampOf, whatChanged } from "./image_stamp.ts";
import { closeUnit, openUnit, type Survey, surveyUnit, type Unit } from "./image_survey.ts";
import { immutableUri, takesUris } from "./sqlite_uri.ts";

/** A database that is open for reading. */
export interface OpenImage {
  readonly db: DatabaseSync;
  readonly facts: ImageFacts;
  /** A file that is all of what SQLite reads; null for an image in memory. */
  readonly whole: EvidenceFile | null;
  /** False when a live file read in place is no longer what it was when opened. */
  unchanged(): boolean;
  /** Closes the connection and removes a work file; the evidence file stays open. */
  close(): void;
}

/**
 * SQLite reads the file itself, as immutable: no lock, no companion, no copy.
 *
 * @param known.before The stamp taken before the survey
 */
export function openInPlace(
  unit: Unit,
  known: { readonly survey: Survey; readonly before: Stamp },
): Attempt<OpenImage> {
  const { main, withoutWal } = unit;
  const { survey, before } = known;
  const db = connectInPlace(main);
  const close = closing(db, () => {});
  return {
    survey,
    made: {
      db,
      facts: factsOf(survey, "in-place"),
      whole: main,
      unchanged: () => main.inPlace?.stable === true || stillAlone(main, { withoutWal, before }),
      close,
    },
    discard: close,
  };
}

function connectInPlace(main: EvidenceFile): DatabaseSync {
  try {
    return connect(immutableUri(main.inPlace?.localPath ?? ""));
  } catch (error) {
    const { message } = error as Error;
    throw new EvidenceError("unreadable", main.path, `SQLite error: ${message}`);
  }
}

/** Whether a live file is still all of its database, and as it was. */
function stillAlone(
  main: EvidenceFile,
  opened: { readonly withoutWal: boolean; readonly before: Stamp },
): boolean {
  const read = { alone: true, withoutWal: true };
  let unit: Unit | null = null;
  try {
    if (whatChanged(opened.before, stampOf(main), read) !== null) return false;
    unit = openUnit(main, opened.withoutWal);
    return surveyUnit(unit).mainAlone;
  } catch (error) {
    // It could be read when it was opened.
    if (error instanceof EvidenceError) return false;
    throw error;
  } finally {
    if (unit !== null) closeUnit(unit);
  }
}

/** SQLite reads a copy in memory. */
export function openInMemory(unit: Unit, first: Survey): Attempt<OpenImage> {
  const sink = memorySink(first.size);
  const survey = buildImage(unit, first, sink);
  const db = connect(":memory:", sink.bytes());
  return imageAttempt(db, survey, { route: "memory", whole: null, close: () => {} });
}

/**
 * SQLite reads a copy in the work folder, removed on close.
 *
 * @throws {EvidenceError} `needs-work-folder` when there is none
 */
export function openWorkFile(unit: Unit, first: Survey, options: ImageOptions): Attempt<OpenImage> {
  if (options.workFolder === null) {
    const size = Math.ceil(first.size / 1024 ** 2);
    const message = `Needs an image of ${size} MiB, more than --max-memory holds: ` +
      "name a folder for it with --work DIR";
    throw new EvidenceError("needs-work-folder", unit.main.path, message);
  }
  const sink = fileSink(options.workFolder());
  try {
    const survey = buildImage(unit, first, sink);
    sink.close();
    // our own copy: a rollback-mode file, of which a read-only connection makes nothing else
    const db = connect(takesUris() ? immutableUri(sink.path) : sink.path);
    const whole = localTree({ stable: true }).open(sink.path);
    const close = (): void => {
      whole.close();
      sink.remove();
    };
    return imageAttempt(db, survey, { route: "work-file", whole, close });
  } catch (error) {
    sink.close();
    sink.remove();
    throw error;
  }
}

function imageAttempt(
  db: DatabaseSync,
  survey: Survey,
  kind: Pick<OpenImage, "whole" | "close"> & { readonly route: ImageRoute },
): Attempt<OpenImage> {
  const { whole } = kind;
  const close = closing(db, kind.close);
  const facts = factsOf(survey, kind.route);
  return { survey, made: { db, facts, whole, unchanged: () => true, close }, discard: close };
}

function closing(db: DatabaseSync, remove: () => void): () => void {
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    db.close();
    remove();
  };
}

/** No temporary files, no function or table that a schema names, no write. */
function connect(location: string, image: Uint8Array | null = null): DatabaseSync {
  const db = new DatabaseSync(location, { readOnly: image === null });
  try {
    if (image !== null) db.deserialize(image);
    db.exec("PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF; PRAGMA query_only=ON");
    if (typeof db.enableDefensive === "function") db.enableDefensive(true);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
