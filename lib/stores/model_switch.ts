/**
 * The marker that a model switch leaves in the transcript.
 *
 * Rests on tui_gateway/server.py of the vendor, which writes the sentence; a
 * prompt typed next may be merged behind it, after a blank line.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** A switch of the model in mid-session. */
export const modelSwitched: RowText<{ before: string | null; model: string; provider: Maybe }> = {
  means: "A person switched the session's model, and from which one",
  example: {
    before: "openai/gpt-5.1",
    model: "anthropic/claude-opus-4.1",
    provider: "openrouter",
  },
  says: ({ before, model, provider }) => {
    const from = before === null || before === model ? "" : `${before} -> `;
    const by = provider === null || provider === undefined ? "" : ` provider=${provider}`;
    return `model: ${from}${model}${by}`;
  },
};

/** A marker whose sentence is not the one we know. */
export const modelSwitchOther: RowText<{ text: Maybe }> = {
  means: "A model-switch marker in words we do not know",
  example: { text: "[System: model changed]" },
  says: ({ text }) => `model_switch: ${orDash(text)}`,
};

/** What a marker says. */
export interface Marker {
  readonly model: string;
  readonly provider: string | null;
  /** What a person typed, merged behind the marker's sentence; null when nothing. */
  readonly prompt: string | null;
}

const SENTENCE =
  /^\[System: The active model for this chat has changed to ([^\n]+?)(?: via provider ([^\n]+?))?\. From this point forward, [^\]]*\]/;

/** Reads a marker's text; null when it has another form. */
export function readMarker(text: string | null): Marker | null {
  const match = text === null ? null : SENTENCE.exec(text);
  if (match === null || text === null) return null;
  const rest = text.slice(match[0].length);
  const prompt = /^\r?\n\r?\n([^]+)$/.exec(rest)?.[1] ?? null;
  if (prompt === null && rest.trim() !== "") return null;
  return { model: match[1] as string, provider: match[2] ?? null, prompt };
}
