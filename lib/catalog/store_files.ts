/**
 * Where the stores of a home lie, as steps a directory walk can follow.
 *
 * @module
 */

import type { CatalogData, Entry, HomeForm } from "./entry.ts";
import { compilePattern, type Pattern } from "./pattern.ts";

/** One place of a store: the walk goes through folders whose names match, in order. */
export interface StoreFiles {
  readonly entry: Entry;
  /** As in the YAML: `cron/output/<job>/<time>.md`. */
  readonly path: string;
  /** One pattern per segment; the last one is the file's. An exact one needs no listing. */
  readonly steps: readonly Pattern[];
  /** Whole paths that the steps reach and that are something else. */
  readonly except: readonly Pattern[];
}

/** The places of every store that is read below a form, in the catalog's order. */
export function storeFiles(data: CatalogData, form: HomeForm): StoreFiles[] {
  return data.entries
    .filter((entry) => entry.root === form.root && entry.reader !== null)
    .filter((entry) => form.only.length === 0 || form.only.includes(entry.id))
    .flatMap((entry) => entry.paths.map((path) => stepsOf(entry, path)));
}

function stepsOf(entry: Entry, path: string): StoreFiles {
  return {
    entry,
    path,
    steps: path.split("/").map((segment) => compilePattern(segment)),
    except: entry.except.map((except) => compilePattern(except)),
  };
}
