/**
 * Searches a store other than a database of sessions, by the rows it tells.
 *
 * @module
 */

import { isTrouble } from "../../row/trouble.ts";
import type { Told } from "../../stores/reader.ts";
import type { Asked } from "./asked.ts";
import { callsIn, type ContextLine, contextLine, type Document } from "./document.ts";
import type { TellHit } from "./scan_database.ts";
import { toldDocument } from "./survivors.ts";

/** A document of a store. */
export interface StoreDocument {
  readonly document: Document;
  /** Nothing stands before or after it. */
  readonly isAlone: boolean;
}

/**
 * What a store tells that holds words, as documents; thinking is searched nowhere.
 * Records that do not decode come last, whatever stood beside them.
 */
export function* rowDocuments(told: Iterable<Told>): Generator<StoreDocument> {
  for (const item of told) {
    const isAlone = isTrouble(item);
    if (isAlone ? item.trouble === "record" : item.turn !== "thinking") {
      yield { document: toldDocument(item), isAlone };
    }
  }
}

/** A hit that waits for the row after it. */
interface Waiting extends StoreDocument {
  readonly before: ContextLine | null;
  readonly own: ContextLine;
  after: ContextLine | null;
}

/** Tells the hits in the store's own order, each with the rows around it. */
export function scanRows(
  documents: Iterable<StoreDocument>,
  options: { readonly asked: Asked; readonly limit: number; readonly tell: TellHit },
): void {
  const { asked, tell } = options;
  const last = new Map<string | null, { line: ContextLine; hit: Waiting | null }>();
  const waiting: Waiting[] = [];
  let found = 0;
  for (const { document, isAlone } of documents) {
    const previous = isAlone ? undefined : last.get(document.sessionId);
    const line = contextLine(document.role, document.fields[0] ?? null, callsIn(document));
    if (previous?.hit) previous.hit.after = line;
    let hit: Waiting | null = null;
    if (
      found < options.limit && asked.accepts(document) && asked.matcher.matches(document.fields)
    ) {
      hit = { document, isAlone, before: previous?.line ?? null, own: line, after: null };
      waiting.push(hit);
      found++;
    }
    if (!isAlone) last.set(document.sessionId, { line, hit });
    tellWhole(waiting, tell, false);
    if (found >= options.limit && waiting.length === 0) return;
  }
  tellWhole(waiting, tell, true);
}

/** Hits keep their order: one that waits holds up those behind it. */
function tellWhole(waiting: Waiting[], tell: TellHit, all: boolean): void {
  let told = 0;
  for (const { document, isAlone, ...context } of waiting) {
    if (context.after === null && !isAlone && !all) break;
    tell(document, isAlone ? null : context);
    told++;
  }
  if (told > 0) waiting.splice(0, told);
}
