/**
 * What the messages of a session say of it.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import type { Micros } from "../../row/row.ts";

/** The messages of one session. */
export interface Activity {
  readonly messages: number;
  readonly first: Micros | null;
  readonly last: Micros | null;
  readonly prompt: FirstPrompt | null;
}

/** The first prompt of a session. */
export interface FirstPrompt {
  readonly key: Key;
  /** What it starts with: {@linkcode PROMPT_START} bytes, decoded; null where it was not met. */
  readonly start: string | null;
}

/** Bytes that hold the characters of a preview, however wide they are, and a cut one after them. */
export const PROMPT_START = 256;

/** A session without messages. */
export const NO_ACTIVITY: Activity = { messages: 0, first: null, last: null, prompt: null };
