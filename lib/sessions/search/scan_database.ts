/**
 * Searches one database by walking over it.
 *
 * The walk keeps the keys of its hits alone; their words are fetched again when
 * they are told, so that a word in every message fills no memory.
 *
 * @module
 */

import type { Cells, Database, Key } from "../../evidence/database.ts";
import { storedContentText } from "../../stores/content_parts.ts";
import type { Attempt } from "../databases.ts";
import type { Asked } from "./asked.ts";
import {
  type Context,
  type ContextLine,
  contextLine,
  type Document,
  MESSAGE_COLUMNS,
  messageDocument,
  messageFields,
} from "./document.ts";
import { messageFetcher, type Neighbours, readNeighbours } from "./neighbours.ts";
import { RecentLines } from "./recent_lines.ts";
import { PROMPT_ROLE, promptDocuments } from "./prompts.ts";
import { survivorDocuments } from "./survivors.ts";
import { walkedMessages } from "./walked_messages.ts";

/** Takes a hit; the context is null where nothing can stand around it. */
export type TellHit = (document: Document, context: Context | null) => void;

/** How a database is searched. */
export interface ScanOptions {
  readonly asked: Asked;
  readonly isLive: boolean;
  /** Hits wanted at most. */
  readonly limit: number;
  readonly tell: TellHit;
}

/** Tells the hits: messages by id, then system prompts, then what outlived its messages. */
export function scanDatabase(db: Database, attempt: Attempt, options: ScanOptions): void {
  const { keys, sessions, isClose } = messageHits(db, options);
  const others = otherHits(db, { ...options, limit: options.limit - keys.length });
  const neighbours = keys.length === 0 ? [] : readNeighbours(db, keys, sessions);
  attempt.commit();
  const read = isClose ? walkedMessages(db) : messageFetcher(db, MESSAGE_COLUMNS);
  tellMessages(read, { keys, neighbours, tell: options.tell });
  for (const document of others) options.tell(document, null);
}

/** Hits lie close where there is one among so many messages. */
const CLOSE = 8;

interface MessageHits {
  readonly keys: readonly Key[];
  readonly sessions: ReadonlySet<string | null>;
  /** A walk over the messages costs less than to fetch the hits. */
  readonly isClose: boolean;
}

function messageHits(db: Database, { asked, limit }: ScanOptions): MessageHits {
  const keys: Key[] = [];
  const sessions = new Set<string | null>();
  let seen = 0;
  if (limit <= 0) return { keys, sessions, isClose: false };
  for (const cells of db.rows("messages", MESSAGE_COLUMNS)) {
    const [key, sessionId, role, content, toolName, toolCalls, timestamp] = cells;
    seen++;
    if (!asked.accepts({ sessionId, role, timestamp })) continue;
    if (!asked.matcher.matches(messageFields(content, toolName, toolCalls))) continue;
    keys.push(key);
    sessions.add(sessionId);
    if (keys.length >= limit) break;
  }
  return { keys, sessions, isClose: keys.length * CLOSE > seen };
}

function otherHits(db: Database, { asked, isLive, limit }: ScanOptions): Document[] {
  const hits: Document[] = [];
  const matches = remembering(asked);
  for (const documents of [promptDocuments(db), survivorDocuments(db, isLive)]) {
    for (const document of documents) {
      if (hits.length >= limit) return hits;
      if (asked.accepts(document) && matches(document)) hits.push(document);
    }
  }
  return hits;
}

/** Prompts whose answer is remembered. */
const MOST_KNOWN = 64;

/** Sessions share a few long prompts: each is looked through once. */
function remembering({ matcher }: Asked): (document: Document) => boolean {
  const known = new Map<string, boolean>();
  return ({ role, fields }) => {
    const [prompt = ""] = fields;
    if (role !== PROMPT_ROLE) return matcher.matches(fields);
    const matches = known.get(prompt) ?? matcher.matches(fields);
    if (known.size < MOST_KNOWN) known.set(prompt, matches);
    return matches;
  };
}

function tellMessages(
  read: (key: Key) => Cells<typeof MESSAGE_COLUMNS> | null,
  hits: { keys: readonly Key[]; neighbours: readonly Neighbours[]; tell: TellHit },
): void {
  const lines = new RecentLines((key) => {
    const cells = read(key);
    return cells === null ? null : lineOf(cells);
  });
  const lineAt = (key: Key | null): ContextLine | null => key === null ? null : lines.at(key);
  for (const [index, key] of hits.keys.entries()) {
    const cells = read(key);
    if (cells === null) continue;
    const { before = null, after = null } = hits.neighbours[index] ?? {};
    const own = lineOf(cells);
    lines.keep(key, own);
    hits.tell(messageDocument(cells), { before: lineAt(before), own, after: lineAt(after) });
  }
}

function lineOf([, , role, content, , toolCalls]: Cells<typeof MESSAGE_COLUMNS>): ContextLine {
  return contextLine(role, storedContentText(content), toolCalls);
}
