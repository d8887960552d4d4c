/**
 * Opens a SQLite database without changing it, its folder or its writer's day.
 *
 * SQLite never gets a live path to open as it likes: even a read-only open
 * makes or rewrites files beside the database, and `immutable=1` hides the
 * log. So the header, the write-ahead log and the rollback journal are looked
 * at here first. When the main file alone is the database, SQLite reads it in
 * place as immutable; otherwise it gets an image of ours.
 *
 * @module
 */

import type { ImageOptions } from "./database.ts";
import type { EvidenceFile } from "./file.ts";
import { type OpenImage, openInMemory, openInPlace, openWorkFile } from "./image_connection.ts";
import { factsOf, type ImageFacts, type ImageRoute } from "./image_facts.ts";
import { settled } from "./image_settled.ts";
import { type Survey, surveyUnit, type Unit } from "./image_survey.ts";
import { takesUris } from "./sqlite_uri.ts";

export type { OpenImage } from "./image_connection.ts";
export type { ImageFacts, ImageRoute } from "./image_facts.ts";

/** What an inspection takes for granted unless told: no folder is made, nothing is opened. */
export type InspectOptions = Partial<Omit<ImageOptions, "workFolder">>;

const DEFAULT_MEMORY = 512 * 1024 ** 2;
/** SQLite's and the runtimes' own limits make larger images in memory unsafe, in bytes. */
const LARGEST_IN_MEMORY = 1024 ** 3;

/**
 * What {@linkcode openImage} would give, from header, log and journal alone.
 *
 * @throws {EvidenceError} `not-this-format`, `unreadable`, `changed`
 */
export function inspectImage(file: EvidenceFile, options: InspectOptions = {}): ImageFacts {
  const given = {
    maxMemory: DEFAULT_MEMORY,
    withoutWal: false,
    imageOnly: false,
    ...options,
  };
  return settled(file, given, (unit) => {
    const survey = surveyUnit(unit);
    return { survey, made: factsOf(survey, routeOf(unit, survey, given)), discard: () => {} };
  });
}

/**
 * Opens a database for reading, by the safest route that holds all of it.
 *
 * @throws {EvidenceError} `not-this-format` before any SQLite open, `unreadable`,
 * `changed` when the files never stood still, `needs-work-folder`
 */
export function openImage(file: EvidenceFile, options: ImageOptions): OpenImage {
  return settled(file, options, (unit, before) => {
    const survey = surveyUnit(unit);
    const route = routeOf(unit, survey, options);
    if (route === "in-place") return openInPlace(unit, { survey, before });
    if (route === "memory") return openInMemory(unit, survey);
    return openWorkFile(unit, survey, options);
  });
}

function routeOf(
  unit: Unit,
  survey: Survey,
  options: Pick<ImageOptions, "maxMemory" | "imageOnly">,
): ImageRoute {
  const mayStand = unit.main.inPlace !== null && takesUris() && !options.imageOnly;
  if (survey.mainAlone && mayStand) return "in-place";
  const fits = 2 * survey.size <= options.maxMemory && survey.size <= LARGEST_IN_MEMORY;
  return fits ? "memory" : "work-file";
}
