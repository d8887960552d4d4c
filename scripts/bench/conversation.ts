/**
 * Sessions as Hermes would have stored them: prompts, tool calls and their
 * results, reasoning, answers, some of them rewound or compacted.
 *
 * @module
 */

import type { Random } from "./random.ts";

/** A message in the order of `MESSAGE_COLUMNS`. */
export type Message = (string | number | Uint8Array | null)[];

/** One session and its messages. */
export interface Conversation {
  /** In the order of `SESSION_COLUMNS`. */
  readonly session: (string | number | null)[];
  readonly messages: readonly Message[];
}

/** Messages of a session, on average. */
const SESSION_LENGTH = 40;

/** Mean characters of a text, by what it is; together about 1.4 KB a message. */
const MEANS = { prompt: 220, answer: 700, reasoning: 400, argument: 120, result: 1400 };

/** Columns of `MESSAGE_COLUMNS` that are changed when a copy is made. */
const ACTIVE = 9;
const COMPACTED = 10;

/**
 * One session.
 *
 * @param start When it began, seconds since the epoch
 * @param limit Messages it may have at most
 */
export function conversation(random: Random, start: number, limit: number): Conversation {
  const id = `${stamp(start)}_${random.hex(8)}`;
  const wanted = Math.min(limit, 2 + random.length(SESSION_LENGTH - 2));
  const messages: Message[] = [];
  let time = start;
  const add = (message: Partial<Record<Field, string>>): void => {
    time += 0.2 + random.fraction() * 30;
    if (messages.length < wanted) messages.push(stored(random, { id, time, message }));
  };
  while (messages.length < wanted) addTurn(random, add);
  if (random.chance(0.05)) age(messages, random);
  const ended = random.chance(0.8);
  return {
    session: [
      ...[id, random.chance(0.8) ? "cli" : "tui", "model-large-4", start],
      ...[ended ? time : null, ended ? "user_exit" : null, messages.length],
      ...["/srv/project", "main", `${random.text(40)} ${random.hex(6)}`],
    ],
    messages,
  };
}

type Field = "role" | "content" | "callId" | "calls" | "tool" | "finish" | "reasoning";

/** A prompt, some tool calls with their results, an answer. */
function addTurn(random: Random, add: (message: Partial<Record<Field, string>>) => void): void {
  add({ role: "user", content: random.text(random.length(MEANS.prompt)) });
  for (let left = random.below(8); left > 0; left--) {
    const callId = `call_${random.hex(24)}`;
    const tool = random.chance(0.6) ? "terminal" : "read_file";
    const thought = random.chance(0.3)
      ? { reasoning: random.text(random.length(MEANS.reasoning)) }
      : {};
    const text = random.chance(0.4) ? random.text(random.length(120)) : "";
    add({
      ...{ role: "assistant", content: text, calls: callText(random, callId, tool) },
      ...{ finish: "tool_calls", ...thought },
    });
    const output = {
      output: random.text(random.length(MEANS.result)),
      "exit_code": 0,
      error: null,
    };
    add({ role: "tool", content: JSON.stringify(output), callId, tool });
  }
  add({ role: "assistant", content: random.text(random.length(MEANS.answer)), finish: "stop" });
}

function callText(random: Random, callId: string, tool: string): string {
  const key = tool === "terminal" ? "command" : "path";
  const call = {
    id: callId,
    "call_id": callId,
    "response_item_id": `fc_${random.hex(24)}`,
    type: "function",
    function: {
      name: tool,
      arguments: JSON.stringify({ [key]: random.text(random.length(MEANS.argument)) }),
    },
  };
  return JSON.stringify([call]);
}

interface Placed {
  readonly id: string;
  readonly time: number;
  readonly message: Partial<Record<Field, string>>;
}

function stored(random: Random, { id, time, message }: Placed): Message {
  return [
    ...[id, message.role ?? "user", message.content ?? null, message.callId ?? null],
    ...[message.calls ?? null, message.tool ?? null, time, message.finish ?? null],
    ...[message.reasoning ?? null, 1, 0, identity(random), random.hex(32)],
  ];
}

function identity(random: Random): Uint8Array {
  return Uint8Array.from({ length: 32 }, () => random.below(256));
}

/** Rewinds the end of a session, or compacts its beginning. */
function age(messages: readonly Message[], random: Random): void {
  const isRewound = random.chance(0.5);
  const half = messages.length >> 1;
  for (const message of isRewound ? messages.slice(half) : messages.slice(0, half)) {
    message[ACTIVE] = 0;
    message[COMPACTED] = isRewound ? 0 : 1;
  }
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "_");
}
