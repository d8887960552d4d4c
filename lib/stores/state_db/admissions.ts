/**
 * Input that was admitted but stands in no message.
 *
 * Rests on hermes_state_runtime.py of the vendor (schema 31 and later).
 *
 * @module
 */

import { text } from "../../evidence/columns.ts";
import { systemRow } from "../../row/row.ts";
import type { Told } from "../reader.ts";
import { admittedText } from "./admission_match.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { part } from "./part.ts";
import { sessionColumns } from "./state.ts";
import { admittedInput } from "./texts.ts";

/** One part of state.db: the session_admissions table. */
export const admissions = part({
  table: "session_admissions",
  columns: [text("target_session_id"), text("payload_json"), text("status")],
  *told([line, target, stored, status], state): Generator<Told> {
    const payload = jsonColumn(stored);
    const words = admittedText(payload.object?.get("text"));
    if (words !== null && state.admissions.unmatched.has(line)) {
      const says = admittedInput.says({ text: words, status });
      yield systemRow(says, { ...sessionColumns(state, target), line });
    }
    const name = "session_admissions.payload_json";
    yield* columnTrouble(payload, { key: line, name, stored, sessionId: target });
  },
});
