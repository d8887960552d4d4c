/**
 * The diff stage: what an older database holds that a newer one does not, and
 * what became of it.
 *
 * @module
 */

export { DIFF_COLUMNS, writeCsv } from "./csv_form.ts";
export { type DatabaseRef, placeOf } from "./database_ref.ts";
export { type HomeDatabases, homeDatabases } from "./home_databases.ts";
export type { DiffJob } from "./job.ts";
export { recordAsJson } from "./json_form.ts";
export { NothingToCompare, planSides, planSnapshots, type Side } from "./plan.ts";
export { type DiffRecord, recordsOf } from "./records.ts";
export { type DiffOptions, type DiffReport, diffRun, hasDamage } from "./run.ts";
export { reportLines } from "./text_form.ts";
