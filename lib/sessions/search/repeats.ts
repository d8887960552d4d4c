/**
 * Hits that repeat what another file of the same home has told.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { callsIn, type Document } from "./document.ts";

/**
 * Tells hits of later files from those they repeat, one to one: the second "ok"
 * of a copy repeats nothing when the live store holds a single one.
 */
export class Repeats {
  /** How often one file told it at most. */
  readonly #earlier = new Map<string, number>();
  #here = new Map<string, number>();

  /** True for a message that an earlier database told, to the last column. */
  repeatsMessage(document: Document): boolean {
    const { sessionId, role, timestamp, toolName, fields } = document;
    const isRepeat = this.#count(digestOf([sessionId, role, timestamp, toolName, ...fields]));
    for (const words of wordsOf(document, null)) this.#count(words);
    return isRepeat;
  }

  /** True for a row of another store whose words an earlier file told in that session, or at all. */
  repeatsWords(document: Document): boolean {
    const told = wordsOf(document, callsIn(document));
    const [inSession, anywhere] = told.map((words) => this.#count(words));
    return (document.sessionId === null ? anywhere : inSession) ?? false;
  }

  /** Call after each file. */
  endFile(): void {
    for (const [digest, count] of this.#here) {
      if (count > (this.#earlier.get(digest) ?? 0)) this.#earlier.set(digest, count);
    }
    this.#here = new Map();
  }

  /** Counts one more in this file; true while earlier files told as many. */
  #count(digest: string): boolean {
    const count = (this.#here.get(digest) ?? 0) + 1;
    this.#here.set(digest, count);
    return count <= (this.#earlier.get(digest) ?? 0);
  }
}

/** @param given What a call was given, where its words are a part of that alone */
function wordsOf(
  { sessionId, role, fields }: Document,
  given: string | null,
): [string, string] {
  const [words = ""] = fields;
  return [digestOf(["in", sessionId, role, words, given]), digestOf(["any", role, words, given])];
}

function digestOf(values: readonly unknown[]): string {
  const plain = JSON.stringify(values, (_, it) => typeof it === "bigint" ? `${it}n` : it);
  return createHash("sha256").update(plain).digest("latin1").slice(0, 16);
}
