/**
 * The first words of a session's first prompt.
 *
 * Rests on hermes_state_sessions.py of the vendor, whose list shows 63 characters.
 *
 * @module
 */

import { type Database, type Key, sql, text } from "../../evidence/database.ts";
import { storedContentText } from "../../stores/content_parts.ts";
import { type FirstPrompt, PROMPT_START } from "./activity.ts";

/** Characters (code points) of a preview. */
const LENGTH = 63;

/**
 * Makes the previews of a database; empty for a session without a prompt.
 *
 * @param prompts All that will be asked for
 */
export function previewer(
  db: Database,
  prompts: readonly (FirstPrompt | null)[],
): (prompt: FirstPrompt | null) => string {
  if (!db.has("messages", "content")) return () => "";
  if (db.tables.get("messages")?.rowid === null) return walkedPreviews(db, prompts);
  const decoder = new TextDecoder(db.facts.encoding.toLowerCase(), { ignoreBOM: true });
  const start = db.fetcher("messages", [sql(`substr(CAST(content AS BLOB), 1, ${PROMPT_START})`)]);
  const whole = db.fetcher("messages", [text("content")]);
  const startOf = (key: Key): string => {
    const bytes = start(key)?.[1];
    return bytes instanceof Uint8Array ? decoder.decode(bytes) : "";
  };
  return (prompt) => {
    if (prompt === null) return "";
    const beginning = prompt.start ?? startOf(prompt.key);
    // a list of parts begins with NUL and shows its words only when it is whole
    const isList = beginning.startsWith("\0");
    const words = isList ? storedContentText(whole(prompt.key)?.[1] ?? "") : beginning;
    return firstOf(words ?? "");
  };
}

/** For a table that has no keys to fetch by. */
function walkedPreviews(
  db: Database,
  prompts: readonly (FirstPrompt | null)[],
): (prompt: FirstPrompt | null) => string {
  const wanted = new Set(prompts.map((prompt) => prompt?.key));
  const found = new Map<Key, string>();
  for (const [key, content] of db.rows("messages", [text("content")])) {
    if (wanted.has(key)) found.set(key, firstOf(storedContentText(content) ?? ""));
  }
  return (prompt) => prompt === null ? "" : found.get(prompt.key) ?? "";
}

/** The first characters of a text, none of them cut. */
function firstOf(text: string): string {
  let end = 0;
  for (let left = LENGTH; left > 0 && end < text.length; left--) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
