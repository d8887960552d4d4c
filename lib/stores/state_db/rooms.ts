/**
 * Bot Mode group chats: their log, their tombstones and their links.
 *
 * Rests on gateway/hosted_rooms.py and gateway/hosted_room_discussion.py of the
 * vendor. A link's grant is a secret and is never read.
 *
 * @module
 */

import { text, value } from "../../evidence/columns.ts";
import { compactJson, field, type JsonObject, textOf } from "../../evidence/json.ts";
import { systemRow } from "../../row/row.ts";
import { contentText } from "../content_parts.ts";
import type { Told } from "../reader.ts";
import { columnTrouble, jsonColumn } from "./json_column.ts";
import { part } from "./part.ts";
import { columnTime } from "../stored_time.ts";
import { roomDeleted, roomEvent, roomLink } from "./texts.ts";

/** Event kinds whose payload is what somebody said. */
const SPOKEN: ReadonlySet<string | null> = new Set(["message.user", "message.member"]);

/** One part of state.db: the log of the rooms. */
export const roomEvents = part({
  table: "hosted_room_events",
  columns: [
    text("room_id"),
    text("seq"),
    text("kind"),
    text("actor_json"),
    text("payload_json"),
    value("created_at"),
  ],
  *told([line, roomId, seq, kind, actorJson, payloadJson, createdAt], state): Generator<Told> {
    const actor = jsonColumn(actorJson);
    const payload = jsonColumn(payloadJson);
    const says = roomEvent.says({
      name: roomId === null ? null : state.roomNames.get(roomId),
      roomId,
      seq,
      kind,
      actorKind: textOf(actor.object?.get("kind")),
      actorId: textOf(actor.object?.get("id")),
      displayName: textOf(actor.object?.get("display_name")),
      text: eventText(kind, payload.object),
    });
    yield systemRow(says, { ...columnTime(createdAt), line });
    const place = { key: line };
    const actorName = "hosted_room_events.actor_json";
    yield* columnTrouble(actor, { ...place, name: actorName, stored: actorJson });
    const payloadName = "hosted_room_events.payload_json";
    yield* columnTrouble(payload, { ...place, name: payloadName, stored: payloadJson });
  },
});

/** One part of state.db: the ids of rooms that were deleted. */
export const roomTombstones = part({
  table: "hosted_room_retired_ids",
  columns: [text("room_id"), value("retired_at")],
  *told([line, roomId, retiredAt]): Generator<Told> {
    yield systemRow(roomDeleted.says({ roomId }), { ...columnTime(retiredAt), line });
  },
});

/** One part of state.db: rooms shared with other machines. */
export const roomLinks = part({
  table: "hosted_room_links",
  columns: [text("target_url")],
  *told([line, targetUrl]): Generator<Told> {
    yield systemRow(roomLink.says({ targetUrl }), { line });
  },
});

function eventText(kind: string | null, payload: JsonObject | null): string | null {
  if (payload === null) return null;
  return SPOKEN.has(kind) ? contentText(field(payload, "text")) : compactJson(payload);
}
