/**
 * Input that was put aside, and whether it became a message after all: then it
 * needs no row of its own.
 *
 * Which words wait is looked up before anything else is read, so that of all the
 * messages only the few are kept that say them.
 *
 * @module
 */

import type { Row } from "../row/row.ts";
import { isTrouble } from "../row/trouble.ts";
import { pendingMessages } from "../stores/pending_messages.ts";
import type { ReadOptions, Told } from "../stores/reader.ts";
import { readSafely } from "./read_safely.ts";
import type { Source } from "./source.ts";

/** A message and its input are of one moment, as far as two clocks of one machine agree. */
const WINDOW = 2_000_000;

/** The inputs that wait in a run, and the messages that say the same. */
export class KnownInputs {
  /** Words that wait, each with the moments of the messages found, by home and session. */
  readonly #moments = new Map<string, Map<string, number[]>>();

  /** Looks into the sources that hold such input. */
  constructor(sources: readonly { readonly source: Source; readonly options: ReadOptions }[]) {
    for (const { source, options } of sources) {
      if (!holdsInputs(source)) continue;
      for (const item of readSafely(source, { options, byTime: false, onFault: () => {} })) {
        const words = isTrouble(item) ? null : item.words;
        if (words) this.#moments.set(words, new Map());
      }
    }
  }

  /** Keeps the moment of a message that says what waits. */
  note(item: Told, { home }: Source): void {
    if (this.#moments.size === 0 || isTrouble(item) || item.record === undefined) return;
    if (item.turn === "thinking" || item.turn === "tool_use") return;
    const sessions = this.#moments.get(item.words ?? item.text);
    if (sessions === undefined || item.time === null || !item.sessionId) return;
    const place = placeOf(home, item.sessionId);
    const moments = sessions.get(place);
    if (moments === undefined) sessions.set(place, [item.time]);
    else moments.push(item.time);
  }

  /** True for input whose words stand in a message of its session, within two seconds. */
  holds(item: Told, source: Source): boolean {
    if (!holdsInputs(source) || isTrouble(item)) return false;
    const { words, time, sessionId } = item;
    if (!words || time === null || !sessionId) return false;
    const moments = this.#moments.get(words)?.get(placeOf(source.home, sessionId)) ?? [];
    return moments.some((moment) => Math.abs(moment - time) <= WINDOW);
  }
}

function holdsInputs({ reader }: Source): boolean {
  return reader.id === pendingMessages.id;
}

function placeOf(home: string, session: Row["sessionId"]): string {
  return JSON.stringify([home, session]);
}
