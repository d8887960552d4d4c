/**
 * Final answers that outlive their session.
 *
 * Rests on hermes_state_terminal.py of the vendor: a delete empties a retained
 * turn result of its messages and reasoning, but keeps the final response.
 *
 * @module
 */

import { text } from "../../evidence/columns.ts";
import { field } from "../../evidence/json.ts";
import { systemRow } from "../../row/row.ts";
import { contentText } from "../content_parts.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { keysUnder } from "./meta_keys.ts";
import { part } from "./part.ts";
import { survivingAnswer } from "./texts.ts";

const PREFIX = "gateway.admission.result.v1.";

/** One part of state.db: the retained turn results of sessions that are gone. */
export const answers = part({
  table: "state_meta",
  columns: [text("key"), text("value")],
  filter: (state) => keysUnder(state.db, PREFIX),
  *told([line, key, stored], state): Generator<Told> {
    if (!key?.startsWith(PREFIX)) return;
    const sessionId = state.admissions.targets.get(key.slice(PREFIX.length)) ?? null;
    const record = jsonColumn(stored);
    const gone = sessionId === null || !state.sessions.has(sessionId);
    if (gone && record.object !== null) {
      const result = field(record.object, "result");
      const answer = contentText(field(result, "final_response"));
      yield systemRow(survivingAnswer.says({ answer }), { sessionId, line });
    }
    yield* columnTrouble(record, { key: line, name: "state_meta.value", stored, sessionId });
  },
});
