/**
 * Histories that each repeat the ones before them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { compactJson, type Json } from "../evidence/json.ts";

/** What earlier histories held, as hashes: 16 bytes for each message. */
export class CumulativeHistories {
  readonly #held = new Set<string>();

  /**
   * The positions (from 0) whose message no earlier history of the session held
   * at the same place. Histories without a session may be strangers to each
   * other: there only one that begins with the whole of an earlier one repeats it.
   */
  fresh(session: string | null, history: readonly Json[]): ReadonlySet<number> {
    return session === null ? this.#beyondWhole(history) : this.#unseen(session, history);
  }

  #unseen(session: string, history: readonly Json[]): Set<number> {
    const fresh = new Set<number>();
    for (const [position, message] of history.entries()) {
      const key = digest(`${session}\0${position}\0${compactJson(message)}`);
      if (!this.#held.has(key)) fresh.add(position);
      this.#held.add(key);
    }
    return fresh;
  }

  #beyondWhole(history: readonly Json[]): Set<number> {
    let fresh = new Set(history.keys());
    let whole = "";
    for (const [position, message] of history.entries()) {
      whole = digest(`${whole}\0${compactJson(message)}`);
      if (this.#held.has(whole)) fresh = new Set(history.keys().drop(position + 1));
    }
    if (history.length > 0) this.#held.add(whole);
    return fresh;
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("latin1").slice(0, 16);
}
