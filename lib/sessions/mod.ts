/**
 * Hermes' own questions over its sessions, asked of evidence: which there are,
 * what was said in them, and all of one.
 *
 * @module
 */

export { type DatabaseReading } from "./databases.ts";
export { lineageIn } from "./list/lineage.ts";
export { type ListedSession } from "./list/listed.ts";
export { type Listing, listSessions } from "./list/list_sessions.ts";
export { sessionFilter, type SessionFilters } from "./list/session_filter.ts";
export { heavyJson, sessionJson, usageJson } from "./list/session_json.ts";
export { sessionLines, treeLine, usageLines } from "./list/session_lines.ts";
export { sessionTree, type TreeNode } from "./list/tree.ts";
export { heaviest, usageByModel } from "./list/usage.ts";
export { type Filters } from "./search/asked.ts";
export { type Hit, hitJson, hitLines } from "./search/hit.ts";
export { looser, type Question, QuestionError, readQuestion } from "./search/question.ts";
export { isSearched, searchSources } from "./search/run.ts";
export { type SearchReport } from "./search/telling.ts";
export { buildIndex } from "./index/build.ts";
export { fingerprintOf } from "./index/fingerprint.ts";
export { openIndex } from "./index/index_file.ts";
export { indexFaults, indexFingerprint, searchIndex } from "./index/search_index.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./export/export_lines.ts";
export { type ExportReport, exportSessions } from "./export/export_sessions.ts";
export { fileForEach, oneFile, type SessionFiles } from "./export/session_files.ts";
