/**
 * One OpenAI chat-completions message as Hermes keeps it, turned into rows:
 * shared by state.db, the diverts, the response store and the legacy files.
 *
 * Rests on hermes_state_messages.py and agent/session_persistence.py of the vendor.
 *
 * @module
 */

import { EMPTY_ROW, type Row, type Turn } from "../row/row.ts";
import { orDash, type RowText } from "../row/text.ts";
import { recordTrouble } from "../row/trouble.ts";
import { modelSwitched, modelSwitchOther, readMarker } from "./model_switch.ts";
import { permissionDecisions } from "./permission_decision.ts";
import type { Told } from "./reader.ts";
import { pairingId, type ToolCalls } from "./tool_calls.ts";

/** A message, decoded by the store that holds it. */
export interface ChatMessage {
  readonly role: string | null;
  /** The words, with parts joined. */
  readonly content: string | null;
  /** `reasoning`, else `reasoning_content`. */
  readonly reasoning: string | null;
  readonly toolCalls: ToolCalls;
  /** The tool calls as stored, for an error row. */
  readonly toolCallsStored: string | null;
  readonly toolCallId: string | null;
  readonly toolName: string | null;
  readonly displayKind: string | null;
  readonly active: boolean;
  readonly compacted: boolean;
  readonly compressedSummary: boolean;
  readonly observed: boolean;
  readonly platformMessageId: string | null;
  readonly apiContentDiffers: boolean;
}

/** What the store knows around a message. */
export interface MessagePlace extends
  Pick<
    Row,
    "time" | "basis" | "sessionId" | "projectPath" | "gitBranch" | "model" | "line" | "record"
  > {
  /** True for an inactive copy of a message that is active elsewhere in its session. */
  readonly superseded: boolean;
  /** Model of the session before a model-switch marker. */
  readonly modelBefore: string | null;
  /** True when the message has no tool name but answers a call of the shell tool. */
  readonly answersShell: boolean;
  /** The session's source where nobody types; null elsewhere. */
  readonly untypedSource: string | null;
  /** The note on a time that is not to be trusted, or null. */
  readonly timeNote: string | null;
}

/** A place of which the store knows nothing more. */
export const NO_PLACE: MessagePlace = {
  ...EMPTY_ROW,
  superseded: false,
  modelBefore: null,
  answersShell: false,
  untypedSource: null,
  timeNote: null,
};

/** The name under which the vendor registers the shell tool (tools/terminal_tool.py). */
export const SHELL_TOOL = "terminal";

/** Words injected for the model, of a kind the interface hides or shows apart. */
export const injectedNotice: RowText<{ kind: string; text: string | null }> = {
  means: "Words put into the conversation by the program, not typed; the kind comes first",
  example: { kind: "hidden", text: "Continue with the task." },
  says: ({ kind, text }) => `${kind}: ${orDash(text)}`,
};

/** What the model was told in place of the turns that compaction left out. */
export const contextSummary: RowText<{ text: string | null }> = {
  means: "The summary that replaced earlier turns for the model",
  example: { text: "[CONTEXT COMPACTION] The user asked for a new navigation." },
  says: ({ text }) => `context summary: ${orDash(text)}`,
};

/** The first line of a gateway session's transcript. */
export const sessionMeta: RowText<{ text: string | null }> = {
  means: "What the gateway recorded at the start of a session: tools, model, platform",
  example: { text: null },
  says: ({ text }) => `session_meta: ${orDash(text)}`,
};

/** The texts that any store of messages can give. */
export const MESSAGE_TEXTS = {
  modelSwitched,
  modelSwitchOther,
  injectedNotice,
  contextSummary,
  sessionMeta,
};

const TURN_BY_ROLE: ReadonlyMap<string | null, Turn> = new Map<string | null, Turn>([
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool_result"],
  ["system", "system"],
]);

/**
 * The rows of one message: thinking, its words, its tool calls, what it tells
 * of permissions, and an error row when its tool calls do not decode. A list,
 * since this is the hot path: a generator for each message costs more than its rows.
 */
export function chatMessageRows(message: ChatMessage, place: MessagePlace): Told[] {
  const told = messageNotes(message, place);
  const frame: Frame = {
    base: baseOf(place, withTimeNote(told, place)),
    userNotes: userNotes(told, place),
    // A later switch puts a marker out of use, which is no rewind.
    prefix: message.active || isMarker(message) ? "" : "[rewound] ",
  };
  const rows: Told[] = [];
  if (message.reasoning) {
    rows.push({ ...frame.base, turn: "thinking", text: frame.prefix + message.reasoning });
  }
  if (isMarker(message)) addMarker(rows, message, { place, frame });
  else addWords(rows, message, frame);
  addToolCalls(rows, message, frame);
  addDecisions(rows, message, { place, frame });
  addTrouble(rows, message, place);
  return rows;
}

function isMarker({ displayKind }: ChatMessage): boolean {
  return displayKind === "model_switch";
}

type Base = Omit<Row, "turn" | "text">;

/** What all rows of one message share. */
interface Frame {
  readonly base: Base;
  readonly userNotes: readonly string[];
  readonly prefix: string;
}

function mainRow(message: ChatMessage): { turn: Turn; text: string } | null {
  const text = message.content ?? "";
  const { role, displayKind } = message;
  if (role === "session_meta") return { turn: "system", text: sessionMeta.says({ text }) };
  if (role === "user" && displayKind && displayKind !== "steer") {
    return { turn: "system", text: injectedNotice.says({ kind: displayKind, text }) };
  }
  if (message.compressedSummary && !displayKind) {
    return { turn: "system", text: contextSummary.says({ text }) };
  }
  const turn = TURN_BY_ROLE.get(role) ?? "system";
  return turn === "assistant" && text === "" ? null : { turn, text };
}

/** A message's place and what its rows share. */
interface Framed {
  readonly place: MessagePlace;
  readonly frame: Frame;
}

function addWords(rows: Told[], message: ChatMessage, { base, prefix, userNotes }: Frame): void {
  const main = mainRow(message);
  if (main === null) return;
  const row: Row = {
    ...base,
    turn: main.turn,
    text: prefix + main.text,
    toolName: message.toolName,
    toolUseId: pairingId(message.toolCallId),
    notes: main.turn === "user" ? userNotes : base.notes,
  };
  const isBare = row.text === message.content;
  rows.push(isBare ? row : { ...row, words: message.content });
}

function addToolCalls(rows: Told[], message: ChatMessage, { base, prefix }: Frame): void {
  for (const { name, id, text, given } of message.toolCalls.calls) {
    const row: Row = {
      ...base,
      turn: "tool_use",
      text: prefix + text,
      toolName: name,
      toolUseId: id,
    };
    rows.push(given === null ? row : { ...row, given });
  }
}

function addMarker(rows: Told[], message: ChatMessage, { place, frame }: Framed): void {
  const { base, userNotes } = frame;
  const marker = readMarker(message.content);
  if (marker === null) {
    const text = modelSwitchOther.says({ text: message.content });
    rows.push({ ...base, turn: "system", text });
    return;
  }
  const text = modelSwitched.says({ ...marker, before: place.modelBefore });
  rows.push({ ...base, turn: "system", text, model: marker.model });
  if (marker.prompt === null) return;
  rows.push({ ...base, turn: "user", text: marker.prompt, notes: userNotes });
}

function addDecisions(rows: Told[], message: ChatMessage, { place, frame }: Framed): void {
  if (message.role !== "tool") return;
  const fromShell = message.toolName ? message.toolName === SHELL_TOOL : place.answersShell;
  if (!fromShell) return;
  for (const text of permissionDecisions(message.content)) {
    rows.push({
      ...frame.base,
      turn: "system",
      text: frame.prefix + text,
      toolName: SHELL_TOOL,
      toolUseId: pairingId(message.toolCallId),
    });
  }
}

function addTrouble(rows: Told[], message: ChatMessage, place: MessagePlace): void {
  const { fault } = message.toolCalls;
  if (fault === null) return;
  rows.push(recordTrouble(place.line ?? "-", fault, {
    value: message.toolCallsStored ?? "",
    sessionId: place.sessionId,
    projectPath: place.projectPath,
    line: place.line,
    inactive: !message.active,
  }));
}

/** Notes in the order of the output contract; those of the row kind come later. */
function messageNotes(message: ChatMessage, place: MessagePlace): readonly string[] {
  const notes: string[] = [];
  if (!message.active) notes.push("inactive");
  if (message.compacted) notes.push("compacted");
  if (place.superseded) notes.push("superseded copy");
  if (message.displayKind) notes.push(`display_kind=${message.displayKind}`);
  if (!TURN_BY_ROLE.has(message.role)) notes.push(`role=${orDash(message.role)}`);
  if (message.compressedSummary) notes.push("compressed summary");
  if (message.observed) notes.push("observed");
  if (message.apiContentDiffers) notes.push("api_content differs");
  if (message.platformMessageId) notes.push(`platform_message_id=${message.platformMessageId}`);
  return notes;
}

function userNotes(notes: readonly string[], place: MessagePlace): readonly string[] {
  if (place.untypedSource === null) return withTimeNote(notes, place);
  return withTimeNote([...notes, `session source=${place.untypedSource}`], place);
}

function withTimeNote(notes: readonly string[], place: MessagePlace): readonly string[] {
  return place.timeNote === null ? notes : [...notes, place.timeNote];
}

function baseOf(place: MessagePlace, notes: readonly string[]): Base {
  const { time, basis, sessionId, projectPath, gitBranch, model, line, record } = place;
  return {
    time,
    basis,
    sessionId,
    projectPath,
    gitBranch,
    model,
    toolName: null,
    toolUseId: null,
    line,
    notes,
    record: record ?? null,
  };
}
