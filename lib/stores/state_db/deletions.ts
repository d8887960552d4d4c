/**
 * Tombstones: what the deletion fences in state_meta tell.
 *
 * Rests on hermes_state_mutation_retirement.py of the vendor. A user's delete
 * leaves a marker for ever, a sweep's marker goes after 7 days; older builds
 * write `{}`, and builds before schema 31 write nothing.
 *
 * @module
 */

import { text } from "../../evidence/columns.ts";
import { textOf } from "../../evidence/json.ts";
import { systemRow } from "../../row/row.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { keysUnder, RETIRED_SESSION } from "./meta_keys.ts";
import { part } from "./part.ts";
import { sessionColumns } from "./state.ts";
import { sessionDeleted } from "./texts.ts";
import { epochTime } from "../stored_time.ts";

/** One part of state.db: the retired-session markers. */
export const deletions = part({
  table: "state_meta",
  columns: [text("key"), text("value")],
  filter: (state) => keysUnder(state.db, RETIRED_SESSION),
  *told([line, key, stored], state): Generator<Told> {
    if (!key?.startsWith(RETIRED_SESSION)) return;
    const id = key.slice(RETIRED_SESSION.length);
    const marker = jsonColumn(stored);
    const expires = textOf(marker.object?.get("expires"));
    const sweep = expires !== null && expires !== "false" && expires !== "0";
    yield systemRow(sessionDeleted.says({ id, sweep }), {
      ...sessionColumns(state, id),
      ...epochTime(marker.object?.get("retired_at")),
      line,
    });
    const place = { key: line, name: "state_meta.value", stored, sessionId: id };
    yield* columnTrouble(marker, place);
  },
});
