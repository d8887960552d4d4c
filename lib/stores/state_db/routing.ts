/**
 * The approval bypass of messaging sessions.
 *
 * Rests on tools/approval_yolo.py and the `gateway_routing` table of
 * hermes_state_common.py of the vendor. A delete removes the session's entry.
 *
 * @module
 */

import { text, value } from "../../evidence/columns.ts";
import { textOf } from "../../evidence/json.ts";
import { systemRow } from "../../row/row.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { part } from "./part.ts";
import { sessionColumns } from "./state.ts";
import { columnTime } from "../stored_time.ts";
import { routingYolo } from "./texts.ts";

/** Names under which an entry keeps the bypass. */
const YOLO_KEYS = ["yolo_mode", "yolo"];

/** One part of state.db: the gateway_routing table. */
export const routing = part({
  table: "gateway_routing",
  columns: [text("session_key"), text("entry_json"), value("updated_at")],
  *told([line, sessionKey, stored, updatedAt], state): Generator<Told> {
    const entry = jsonColumn(stored);
    const sessionId = textOf(entry.object?.get("session_id")) || null;
    const yolo = YOLO_KEYS.find((key) => entry.object?.has(key));
    if (yolo !== undefined) {
      const says = routingYolo.says({ value: textOf(entry.object?.get(yolo)), sessionKey });
      const columns = { ...sessionColumns(state, sessionId), ...columnTime(updatedAt), line };
      yield systemRow(says, columns);
    }
    const name = "gateway_routing.entry_json";
    yield* columnTrouble(entry, { key: line, name, stored, sessionId });
  },
});
