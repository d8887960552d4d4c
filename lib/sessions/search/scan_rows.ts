/**
 * Searches a store other than a database of sessions, by the rows it tells.
 *
 * @module
 */

import { isTrouble } from "../../row/trouble.ts";
import type { Told } from "../../stores/reader.ts";
import type { Asked } from "./asked.ts";
import { type ContextLine, contextLine, type Document } from "./document.ts";
import type { TellHit } from "./scan_database.ts";
import { rowDocument } from "./survivors.ts";

/** The rows of a store that hold words, as documents; thinking is searched nowhere. */
export function* rowDocuments(told: Iterable<Told>): Generator<Document> {
  for (const item of told) {
    if (!isTrouble(item) && item.turn !== "thinking") yield rowDocument(item);
  }
}

/** A hit that waits for the row after it. */
interface Waiting {
  readonly document: Document;
  readonly before: ContextLine | null;
  readonly own: ContextLine;
  after: ContextLine | null;
}

/** Tells the hits in the store's own order, each with the rows around it. */
export function scanRows(
  documents: Iterable<Document>,
  options: { readonly asked: Asked; readonly limit: number; readonly tell: TellHit },
): void {
  const { asked, tell } = options;
  const last = new Map<string | null, { line: ContextLine; hit: Waiting | null }>();
  const waiting: Waiting[] = [];
  let found = 0;
  for (const document of documents) {
    const previous = last.get(document.sessionId);
    const line = contextLine(document.role, document.fields[0] ?? null);
    if (previous?.hit) previous.hit.after = line;
    let hit: Waiting | null = null;
    if (
      found < options.limit && asked.accepts(document) && asked.matcher.matches(document.fields)
    ) {
      hit = { document, before: previous?.line ?? null, own: line, after: null };
      waiting.push(hit);
      found++;
    }
    last.set(document.sessionId, { line, hit });
    tellWhole(waiting, tell, false);
    if (found >= options.limit && waiting.length === 0) return;
  }
  tellWhole(waiting, tell, true);
}

/** Hits keep their order: one that waits holds up those behind it. */
function tellWhole(waiting: Waiting[], tell: TellHit, all: boolean): void {
  let told = 0;
  for (const { document, ...context } of waiting) {
    if (context.after === null && !all) break;
    tell(document, context);
    told++;
  }
  if (told > 0) waiting.splice(0, told);
}
