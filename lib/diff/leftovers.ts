/**
 * Messages that found no twin in the first walk: 64 bytes each, whatever they say.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Key } from "../evidence/database.ts";
import { type ComparedMessage, sessionOf } from "./message_shape.ts";

/** Where the parts of a message's record begin, in words of four bytes. */
export const IDENTITY = 0;
/** All zero for a message without an id of its own. */
export const UID = 4;
/** Of all else that is compared. */
export const DETAILS = 8;
/** One word: the flags. */
export const STATE = 12;
const SESSION = 13;

/** Words of one record. */
const RECORD = 14;
/** Words of a digest: 128 bits of SHA-256, so that evidence cannot forge a twin. */
export const DIGEST = 4;

/** Bytes of details that are worth remembering, and how many of those. */
const SHORT = 64;
const MOST_KNOWN = 256;

/** Numbers for session ids, shared by both sides; the absent one is a session too. */
export class SessionNumbers {
  readonly #numbers = new Map<string | null, number>();
  readonly #ids: (string | null)[] = [];

  /** The number of a session. */
  number(id: string | null): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }

  /** The session of a number. */
  id(number: number): string | null {
    return this.#ids[number] ?? null;
  }
}

/** The messages of one side, in stored order. */
export class Leftovers {
  #words = new Uint32Array(RECORD * 64);
  #keys = new Float64Array(64);
  /** Keys that a double cannot hold, by position. */
  readonly #wide = new Map<number, bigint>();
  /** Short details that were digested before, and where. */
  readonly #known = new Map<string, number>();
  #length = 0;

  constructor(readonly sessions: SessionNumbers) {}

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** Adds a message. */
  add(message: ComparedMessage): void {
    const at = this.#length++;
    this.#grow();
    const session = sessionOf(message.identity);
    const time = `${typeof message.timestamp} ${storedText(message.timestamp)}`;
    this.#digest(at, IDENTITY, [message.identity, time]);
    if (message.uid !== null && message.uid.length > 0) {
      this.#digest(at, UID, [message.uid, `${session}`]);
    }
    this.#digestDetails(at, message.details);
    this.#words[at * RECORD + STATE] = message.state;
    this.#words[at * RECORD + SESSION] = this.sessions.number(session);
    if (typeof message.key === "bigint") this.#wide.set(at, message.key);
    else this.#keys[at] = message.key;
  }

  /** The key of a message. */
  key(at: number): Key {
    return this.#wide.get(at) ?? this.#keys[at] as number;
  }

  /** One word of a message's record. */
  word(at: number, offset: number): number {
    return this.#words[at * RECORD + offset] as number;
  }

  /** True for a message that has an id of its own. */
  hasUid(at: number): boolean {
    for (let word = UID; word < UID + DIGEST; word++) if (this.word(at, word) !== 0) return true;
    return false;
  }

  /** The flags of a message. */
  state(at: number): number {
    return this.word(at, STATE);
  }

  /** The number of a message's session. */
  session(at: number): number {
    return this.word(at, SESSION);
  }

  /** Most messages have the details of many others: those are digested once. */
  #digestDetails(at: number, details: Uint8Array): void {
    if (details.length > SHORT) return this.#digest(at, DETAILS, [details]);
    const name = Buffer.from(details.buffer, details.byteOffset, details.length).toString("latin1");
    const known = this.#known.get(name);
    if (known === undefined) {
      this.#digest(at, DETAILS, [details]);
      if (this.#known.size < MOST_KNOWN) this.#known.set(name, at);
      return;
    }
    const from = known * RECORD + DETAILS;
    this.#words.copyWithin(at * RECORD + DETAILS, from, from + DIGEST);
  }

  #digest(at: number, offset: number, parts: readonly (Uint8Array | string)[]): void {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part);
    const digest = hash.digest();
    for (let word = 0; word < DIGEST; word++) {
      this.#words[at * RECORD + offset + word] = digest.readUInt32LE(word * 4);
    }
  }

  #grow(): void {
    if (this.#length <= this.#keys.length) return;
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const words = new Uint32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
  }
}

/** A stored value as text that no other value of its type has. */
function storedText(stored: ComparedMessage["timestamp"]): string {
  return stored instanceof Uint8Array ? Buffer.from(stored).toString("hex") : String(stored);
}
