/**
 * Tasks given to background subagents.
 *
 * Rests on the `async_delegations` table of hermes_state_common.py of the
 * vendor: no delete touches it, so it outlives the session that delegated.
 *
 * @module
 */

import { text, value } from "../../evidence/columns.ts";
import { field, isList, type JsonObject, textOf } from "../../evidence/json.ts";
import { systemRow } from "../../row/row.ts";
import { contentText } from "../content_parts.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { part } from "./part.ts";
import { sessionColumns } from "./state.ts";
import { columnTime } from "../stored_time.ts";
import { delegation } from "./texts.ts";

/** One part of state.db: the async_delegations table. */
export const delegations = part({
  table: "async_delegations",
  columns: [
    text("parent_session_id"),
    text("origin_session"),
    value("dispatched_at"),
    text("task_json"),
    text("event_json"),
    text("result_json"),
  ],
  *told([line, parent, origin, at, taskJson, eventJson, resultJson], state): Generator<Told> {
    const task = jsonColumn(taskJson);
    const event = jsonColumn(eventJson);
    const result = jsonColumn(resultJson);
    const sessionId = parent || origin || null;
    const says = delegation.says({
      goal: goalOf(task.object) ?? goalOf(event.object),
      summary: summariesOf(result.object) ?? summariesOf(event.object),
    });
    yield systemRow(says, { ...sessionColumns(state, sessionId), ...columnTime(at), line });
    const columns = [
      { column: task, name: "task_json", stored: taskJson },
      { column: event, name: "event_json", stored: eventJson },
      { column: result, name: "result_json", stored: resultJson },
    ];
    for (const { column, name, stored } of columns) {
      const at = { key: line, name: `async_delegations.${name}`, stored, sessionId };
      yield* columnTrouble(column, at);
    }
  },
});

function goalOf(record: JsonObject | null): string | null {
  return textOf(field(record ?? undefined, "goal")) || null;
}

/** What the subagents reported, one after the other; null when none did. */
function summariesOf(record: JsonObject | null): string | null {
  const results = field(record ?? undefined, "results");
  const own = contentText(field(record ?? undefined, "summary"));
  if (!isList(results)) return own || null;
  const told = results.map((result) => contentText(field(result, "summary")));
  return told.filter((summary) => !!summary).join("; ") || own || null;
}
