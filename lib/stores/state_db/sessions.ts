/**
 * The rows of a session: start, models, platform, worktree, approval bypass, end.
 *
 * Rests on hermes_state_common.py (columns), hermes_state_sessions.py and
 * hermes_cli/foreign_sessions.py (imports) of the vendor. A delete removes the
 * record; archiving only sets a flag.
 *
 * @module
 */

import { type Cells, type Key, type SqlValue, text, value } from "../../evidence/columns.ts";
import { field, isObject, type Json, type JsonObject, textOf } from "../../evidence/json.ts";
import { type Row, systemRow } from "../../row/row.ts";
import { orDash } from "../../row/text.ts";
import { formatMicros } from "../../row/time.ts";
import type { Trouble } from "../../row/trouble.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { parentLink } from "./parent_link.ts";
import { part } from "./part.ts";
import { ranOverPlatform } from "./platforms.ts";
import type { State } from "./state.ts";
import { columnTime, epochTime } from "../stored_time.ts";
import {
  modelUsed,
  scratchDirectory,
  sessionEnd,
  sessionRelayed,
  sessionStart,
  sessionYolo,
} from "./texts.ts";

const COLUMNS = [
  text("id"),
  text("source"),
  text("model"),
  text("model_config"),
  text("title"),
  text("title_source"),
  text("parent_session_id"),
  value("started_at"),
  value("ended_at"),
  text("end_reason"),
  text("message_count"),
  text("archived"),
  text("cwd"),
  text("git_branch"),
  text("user_id"),
  text("chat_id"),
  text("chat_type"),
  text("thread_id"),
  text("display_name"),
  text("origin_json"),
  text("git_repo_root"),
] as const;

/** One part of state.db: the sessions table. */
export const sessions = part({
  table: "sessions",
  columns: COLUMNS,
  *told(cells, state): Generator<Told> {
    const session = decode(cells);
    const base = ownColumns(session);
    const started = { ...base, ...columnTime(session.startedAt) };
    yield startRow(session, state, started);
    yield* modelRows(session, state, { base, started });
    yield* relayRows(session, state, started);
    yield* scratchRows(session, started);
    if (session.config?.has("yolo_mode")) {
      const yolo = textOf(session.config.get("yolo_mode"));
      yield systemRow(sessionYolo.says({ value: yolo }), started);
    }
    if (session.endedAt !== null) {
      const ended = { ...base, ...columnTime(session.endedAt) };
      yield systemRow(sessionEnd.says({ endReason: session.endReason }), ended);
    }
    yield* session.troubles;
  },
});

/** From the record itself: in a damaged table several may share an id, or have none. */
function ownColumns(session: Session): Partial<Row> {
  return {
    line: session.key,
    sessionId: session.id,
    projectPath: session.cwd || session.gitRoot || null,
    gitBranch: session.gitBranch || null,
    model: session.model || null,
  };
}

/** A session's columns, decoded. */
interface Session {
  readonly key: Key;
  readonly id: string | null;
  readonly source: string | null;
  readonly model: string | null;
  readonly title: string | null;
  readonly titleSource: string | null;
  readonly parent: string | null;
  readonly startedAt: SqlValue;
  readonly endedAt: SqlValue;
  readonly endReason: string | null;
  readonly messageCount: string | null;
  readonly archived: boolean;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
  readonly gitRoot: string | null;
  readonly userId: string | null;
  readonly chatId: string | null;
  readonly chatType: string | null;
  readonly threadId: string | null;
  readonly displayName: string | null;
  readonly originJson: string | null;
  readonly origin: JsonObject | null;
  readonly config: JsonObject | null;
  readonly troubles: readonly Trouble[];
}

function decode(cells: Cells<typeof COLUMNS>): Session {
  const [
    key,
    id,
    source,
    model,
    modelConfig,
    title,
    titleSource,
    parent,
    startedAt,
    endedAt,
    ...rest
  ] = cells;
  const [endReason, messageCount, archived, cwd, gitBranch, ...peer] = rest;
  const [userId, chatId, chatType, threadId, displayName, originJson, gitRoot] = peer;
  const origin = jsonColumn(originJson);
  const config = jsonColumn(modelConfig);
  const place = { key, sessionId: id };
  const troubles = [
    ...columnTrouble(origin, { ...place, name: "sessions.origin_json", stored: originJson }),
    ...columnTrouble(config, { ...place, name: "sessions.model_config", stored: modelConfig }),
  ];
  return {
    key,
    id,
    source,
    model,
    title,
    titleSource,
    parent,
    startedAt,
    endedAt,
    endReason,
    messageCount,
    archived: archived !== null && archived !== "" && archived !== "0",
    cwd,
    gitBranch,
    gitRoot,
    userId,
    chatId,
    chatType,
    threadId,
    displayName,
    originJson,
    origin: origin.object,
    config: config.object,
    troubles,
  };
}

function startRow(session: Session, state: State, started: Partial<Row>): Row {
  const counted = session.messageCount === null ? [] : [`messages=${session.messageCount}`];
  const titled = session.titleSource ? [`title_source=${session.titleSource}`] : [];
  const notes = [...counted, ...titled, ...(started.notes ?? [])];
  const words = sessionStart.says({
    source: session.source,
    model: session.model,
    title: session.title,
    parent: session.parent,
    parentLink: parentLink(session, (id) => state.sessions.get(id)?.endReason ?? null),
    endReason: session.endReason,
    archived: session.archived,
    imported: importedFrom(session.origin),
  });
  return systemRow(words, { ...started, notes });
}

function importedFrom(origin: JsonObject | null): {
  tool: string | null;
  path: string | null;
  session: string | null;
  at: string | null;
} | null {
  const from = field(origin ?? undefined, "imported_from");
  if (!isObject(from)) return null;
  return {
    tool: textOf(field(from, "tool")),
    path: textOf(field(from, "path")),
    session: textOf(field(from, "foreign_session_id")),
    at: importTime(field(from, "imported_at")),
  };
}

function importTime(stored: Json | undefined): string | null {
  const { time } = epochTime(stored);
  return time === null ? textOf(stored) || null : formatMicros(time);
}

/** The models of the main loop, else the session's own. */
function* modelRows(
  session: Session,
  state: State,
  rows: { base: Partial<Row>; started: Partial<Row> },
): Generator<Row> {
  const uses = session.id === null ? undefined : state.modelUse.get(session.id);
  if (uses === undefined) {
    if (!session.model) return;
    const words = modelUsed.says({ before: null, model: session.model, provider: null });
    yield systemRow(words, rows.started);
    return;
  }
  for (const [i, { key, model, provider, firstSeen }] of uses.entries()) {
    const last = orDash(i === 0 ? model : uses[i - 1]?.model ?? null);
    const before = last === orDash(model) ? null : last;
    const words = modelUsed.says({ before, model, provider });
    yield systemRow(words, { ...rows.base, ...columnTime(firstSeen), line: key });
  }
}

function* relayRows(session: Session, state: State, started: Partial<Row>): Generator<Row> {
  if (!ranOverPlatform(session, state.localPolicies)) return;
  const words = sessionRelayed.says({
    source: session.source,
    chatId: session.chatId,
    chatType: session.chatType,
    threadId: session.threadId,
    userId: session.userId,
    userName: textOf(field(session.origin ?? undefined, "user_name")),
    displayName: session.displayName || textOf(field(session.origin ?? undefined, "chat_name")),
  });
  yield systemRow(words, started);
}

function* scratchRows(session: Session, started: Partial<Row>): Generator<Row> {
  const { cwd, gitBranch } = session;
  const repo = /^(.+)[/\\]\.worktrees[/\\][^/\\]+$/.exec(cwd ?? "")?.[1];
  if (cwd === null || repo === undefined || gitBranch === null) return;
  if (!/^hermes(?:-subagent)?\//.test(gitBranch)) return;
  yield systemRow(scratchDirectory.says({ cwd, repo, branch: gitBranch }), started);
}
