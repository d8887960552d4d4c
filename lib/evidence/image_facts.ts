/**
 * What an image is, for the record.
 *
 * @module
 */

import type { Survey } from "./image_survey.ts";
import type { JournalFacts } from "./journal.ts";
import type { SqliteEncoding } from "./sqlite_header.ts";
import type { WalFacts } from "./wal.ts";

/** How SQLite gets to read a database. */
export type ImageRoute = "in-place" | "memory" | "work-file";

/** What the image that is read is, log and journal applied. */
export interface ImageFacts {
  /** Bytes. */
  readonly size: number;
  /** Bytes. */
  readonly pageSize: number;
  readonly pages: number;
  readonly encoding: SqliteEncoding;
  /** The database asks for a write-ahead log, whether or not there is one. */
  readonly walMode: boolean;
  readonly changeCounter: number;
  readonly applicationId: number;
  readonly userVersion: number;
  readonly schemaCookie: number;
  /** Null when there is none; described also when it is left out on request. */
  readonly wal: WalFacts | null;
  /** Null when there is none. */
  readonly journal: JournalFacts | null;
  readonly route: ImageRoute;
}

/** The facts of a surveyed database. */
export function factsOf(survey: Survey, route: ImageRoute): ImageFacts {
  const { header, size } = survey;
  return {
    size,
    pageSize: header.pageSize,
    pages: Math.floor(size / header.pageSize),
    encoding: header.encoding,
    walMode: header.walMode,
    changeCounter: header.changeCounter,
    applicationId: header.applicationId,
    userVersion: header.userVersion,
    schemaCookie: header.schemaCookie,
    wal: survey.wal?.facts ?? null,
    journal: survey.journal?.facts ?? null,
    route,
  };
}
