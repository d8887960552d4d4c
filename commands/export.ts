/**
 * `export`: whole sessions, field by field.
 *
 * @module
 */

import { existsSync, statSync } from "node:fs";
import { sep } from "node:path";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportReport,
  exportSessions,
  fileForEach,
  type ListedSession,
  listSessions,
  oneFile,
  type SessionFiles,
  sessionFilter,
} from "../lib/sessions/mod.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  listOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { type SessionEvidence, withSessions } from "./session_evidence.ts";
import { SESSION_NARROWING, sessionFilters } from "./session_options.ts";

/** The subcommand. */
export const exportCommand: Command = {
  name: "export",
  summary: "Write whole sessions as JSON: first the session's id (or --all), then the evidence",
  operands: "[id-then-evidence...]",
  options: [
    { flags: "--all", help: "Every session; all operands are evidence" },
    {
      flags: "--format <format>",
      help: "A line per record, the vendor's own shape, or a conversation (default: jsonl)",
      choices: EXPORT_FORMATS,
    },
    ...SESSION_NARROWING,
    { flags: "--keep-duplicates", help: "Write a session for every copy that holds it" },
  ],
  examples: [
    { line: "hermeneut export 20261029_093016_a1b2c3 ~/.hermes", does: "One session" },
    { line: "hermeneut export --all state.db --out sessions/", does: "A file for each" },
    { line: "hermeneut export S1 state.db --format openai", does: "As a conversation" },
  ],
  run(call, voice): ExitCode {
    const isAll = flagOption(call, "all");
    const [id, operands] = isAll
      ? [null, call.operands]
      : [call.operands[0] ?? null, call.operands.slice(1)];
    if (!isAll && (!id || isEvidence(call, id))) {
      const before = id ? `, before the evidence ${id}` : "";
      throw new UsageError(`Expected the id of a session, or --all${before}`);
    }
    const filter = sessionFilter({ ...sessionFilters(call), sessions: id === null ? [] : [id] });
    const out = textOption(call, "out");
    const isFolder = out !== null && namesFolder(out);
    const outputs = { files: isFolder ? [] : [out], folders: isFolder ? [out] : [] };
    const asking = { voice, outputs, withProjects: false };
    return withSessions({ ...call, operands }, asking, (evidence) => {
      const keepCopies = flagOption(call, "keepDuplicates");
      const listing = listSessions(evidence.sources, { ...evidence.reading, keepCopies });
      const found = listing.sessions.filter(filter);
      if (found.length === 0) {
        voice.warn(id === null ? "hermeneut: no session found" : `hermeneut: no session ${id}`);
        return 3;
      }
      const files = isFolder ? fileForEach(out) : oneFile(out);
      told(write(call, found, { evidence, files }), found, voice);
      return 0;
    });
  },
};

/** True for a lone operand that is a path: then the id was forgotten, and no other machine is meant. */
function isEvidence(call: Call, operand: string): boolean {
  const isAlone = call.operands.length === 1 && listOption(call, "root").length === 0 &&
    listOption(call, "home").length === 0;
  return isAlone && /[/\\.]/.test(operand) && existsSync(operand);
}

function namesFolder(out: string): boolean {
  if (out.endsWith("/") || out.endsWith(sep)) return true;
  return statSync(out, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function write(
  call: Call,
  found: readonly ListedSession[],
  { evidence, files }: { evidence: SessionEvidence; files: SessionFiles },
): ExportReport {
  const format = (textOption(call, "format") ?? "jsonl") as ExportFormat;
  try {
    const report = exportSessions(found, { ...evidence.reading, format, sink: files });
    files.finish();
    return report;
  } catch (error) {
    files.abort();
    throw error;
  }
}

function told(
  { sessions, left }: ExportReport,
  found: readonly ListedSession[],
  voice: Voice,
): void {
  voice.note(`${sessions} session${sessions === 1 ? "" : "s"} written`);
  if (left > 0) {
    const are = left === 1 ? "message is" : "messages are";
    voice.note(
      `${left} ${are} no part of a conversation (rewound, compacted or of another role): --format jsonl has all`,
    );
  }
  const copies = found.reduce((sum, session) => sum + session.copies, 0);
  if (copies > 0) {
    const them = copies === 1 ? "copy in another file" : "copies in other files";
    voice.note(`${copies} ${them} left out: --keep-duplicates has all`);
  }
}
