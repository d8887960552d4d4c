/**
 * The parse stage: from located evidence to one timeline.
 *
 * @module
 */

export { filterOf, type FilterOptions, sourceRule } from "./filter.ts";
export { planSources } from "./plan.ts";
export { ChangedInPlace } from "./read_safely.ts";
export { hasDamage, type RunReport, type SourceReport } from "./report.ts";
export { run, type RunOptions, Stopped } from "./run.ts";
export type { Owner, Source } from "./source.ts";
export { faultLines, imageLines, summaryLines, summaryRecord } from "./summary.ts";
export { type ProjectFile, trajectoryFiles } from "./trajectories.ts";
export { WorkFolder } from "./work_folder.ts";
