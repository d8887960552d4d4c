/**
 * Messages by key, in one walk: for hits that lie so close that fetching each of
 * them, and those beside it, would cost more.
 *
 * @module
 */

import type { Cells, Database, Key } from "../../evidence/database.ts";
import { RecentRows } from "../../evidence/recent_rows.ts";
import { later } from "../../stores/state_db/later.ts";
import { MESSAGE_COLUMNS } from "./document.ts";
import { messageFetcher } from "./neighbours.ts";

/** How far the walk goes for a message; one that lies further off is fetched. */
const AHEAD = 64;
/** What is kept: the message before a hit was met before it, and the one after it may be the next. */
const KEPT = { rows: 128, text: 2 * 2 ** 20 };

type MessageCells = Cells<typeof MESSAGE_COLUMNS>;

/** A function that reads messages by key; cheap where keys mostly rise. */
export function walkedMessages(db: Database): (key: Key) => MessageCells | null {
  const fetch = later(() => messageFetcher(db, MESSAGE_COLUMNS));
  const walk = db.rows("messages", MESSAGE_COLUMNS);
  const kept = new RecentRows<MessageCells>(KEPT);
  let reached: Key = -Infinity;
  return (key) => {
    for (let step = 0; key > reached && step < AHEAD; step++) {
      const next = walk.next();
      if (next.done) reached = Infinity;
      else {
        reached = next.value[0];
        kept.keep(reached, next.value);
      }
    }
    return kept.at(key) ?? fetch()(key);
  };
}
