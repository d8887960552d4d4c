/**
 * One hit, and how it is printed.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import { compactJson, type Json } from "../../evidence/json.ts";
import type { Source } from "../../parse/mod.ts";
import { jsonForTerminal, onOneLine } from "../../row/escape.ts";
import { orDash } from "../../row/text.ts";
import { formatMicros, trustedMicros } from "../../row/time.ts";
import { jsonObject, jsonValue } from "../json_record.ts";
import type { SessionHead } from "../session_head.ts";
import type { Context, ContextLine, Document } from "./document.ts";

/** Where a hit's file is and whose. */
export type HitFile = Pick<Source, "sourceFile" | "kind" | "owner">;

/** One document that answers the question. */
export interface Hit {
  readonly file: HitFile;
  readonly document: Omit<Document, "fields">;
  /** A piece of the text with the matches marked. */
  readonly snippet: string;
  readonly context: Context | null;
  /** Its session, or null when that has no record. */
  readonly head: SessionHead | null;
}

/** The hit as one JSON object: the keys of the vendor's results first, then ours. */
export function hitJson({ file, document, snippet, context, head }: Hit): string {
  const { line, sessionId, role, timestamp, toolName, notes } = document;
  const fields = jsonObject({
    id: jsonValue(line),
    "session_id": sessionId,
    role,
    timestamp: jsonValue(timestamp),
    snippet,
    context: contextJson(context),
    source: head?.source ?? null,
    model: head?.model ?? null,
    "session_started": jsonValue(head?.startedAt ?? null),
    "tool_name": toolName,
    title: head?.title ?? null,
    "timestamp_utc": utcOf(timestamp),
    user: file.owner.user,
    profile: file.owner.profile,
    "source_file": file.sourceFile,
    "source_kind": file.kind,
    notes: notes.join("; ") || null,
  });
  return jsonForTerminal(compactJson(fields));
}

/** The hit as lines for a terminal: where it is, what stands before, the snippet, what follows. */
export function hitLines({ file, document, snippet, context, head }: Hit): string[] {
  const { line, sessionId, role, timestamp, toolName, notes } = document;
  const place = line === null ? file.sourceFile : `${file.sourceFile}#${line}`;
  const session = [orDash(sessionId), head?.source, head?.title && `"${head.title}"`];
  const first = [
    utcOf(timestamp) ?? "no time",
    toolName ? `${orDash(role)} (${toolName})` : orDash(role),
    session.filter((part) => part).join(" "),
    place,
    ...(notes.length > 0 ? [`[${notes.join("; ")}]`] : []),
  ].join("  ");
  const lines = [first, `  > ${snippet}`];
  if (context?.before) lines.splice(1, 0, contextText(context.before));
  if (context?.after) lines.push(contextText(context.after));
  return lines.map(onOneLine);
}

/** As the vendor gives it: the line before, the hit's own, the line after. */
function contextJson(context: Context | null): Json {
  const lines = context === null ? [] : [context.before, context.own, context.after];
  return lines.filter((line) => line !== null)
    .map(({ role, content }) => jsonObject({ role, content }));
}

function contextText({ role, content }: ContextLine): string {
  return `    ${orDash(role)}: ${orDash(content.trim())}`;
}

function utcOf(timestamp: SqlValue): string | null {
  const time = trustedMicros(timestamp);
  return time === null ? null : formatMicros(time);
}
