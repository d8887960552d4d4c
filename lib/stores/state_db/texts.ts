/**
 * Every sentence that a state.db can put on the timeline, with its meaning.
 *
 * @module
 */

import type { Row } from "../../row/row.ts";
import { type Maybe, orDash, type RowText } from "../../row/text.ts";
import type { ParentLink } from "./parent_link.ts";

/** A session's first row. */
export const sessionStart: RowText<{
  source: Maybe;
  model: Maybe;
  title: Maybe;
  parent: Maybe;
  parentLink: ParentLink | null;
  endReason: Maybe;
  archived: boolean;
  imported: { tool: Maybe; path: Maybe; session: Maybe; at: string | null } | null;
}> = {
  means: "A session began; its front end, model, title, parent and how it later ended",
  example: {
    source: "cli",
    model: "openai/gpt-5.1",
    title: "Count lines",
    parent: null,
    parentLink: null,
    endReason: "user_exit",
    archived: false,
    imported: null,
  },
  says: (session) => {
    const link = session.parentLink === null ? "" : ` parent_link=${session.parentLink}`;
    const archived = session.archived ? " | archived=1" : "";
    return `session start: source=${orDash(session.source)} model=${orDash(session.model)}` +
      ` title=${orDash(session.title)} parent=${orDash(session.parent)}${link}` +
      ` end_reason=${orDash(session.endReason)}${archived}${importedFrom(session.imported)}`;
  },
};

/** True for the start row of a cron run's session: no words of a message make one. */
export function startsCronSession({ turn, record, text }: Row): boolean {
  return turn === "system" && record === undefined &&
    text.startsWith("session start: source=cron ");
}

function importedFrom(
  from: { tool: Maybe; path: Maybe; session: Maybe; at: string | null } | null,
): string {
  if (from === null) return "";
  const at = from.at === null ? "" : ` imported_at=${from.at}`;
  return ` | imported from ${orDash(from.tool)} ${orDash(from.path)}` +
    ` session ${orDash(from.session)}${at}`;
}

/** A session's last row. */
export const sessionEnd: RowText<{ endReason: Maybe }> = {
  means: "A session ended, and for which reason",
  example: { endReason: "user_exit" },
  says: ({ endReason }) => `session end: ${orDash(endReason)}`,
};

/** A messaging session: other people's platform carried it. */
export const sessionRelayed: RowText<{
  source: Maybe;
  chatId: Maybe;
  chatType: Maybe;
  threadId: Maybe;
  userId: Maybe;
  userName: Maybe;
  displayName: Maybe;
}> = {
  means: "The session ran over a messaging platform, where its messages also live",
  example: {
    source: "discord",
    chatId: "55102",
    chatType: "channel",
    threadId: null,
    userId: "88213",
    userName: "ops_kim",
    displayName: "build-alerts",
  },
  says: (from) =>
    `session relayed: ${orDash(from.source)} chat ${orDash(from.chatId)}` +
    ` type ${orDash(from.chatType)} thread ${orDash(from.threadId)} user ${orDash(from.userId)}` +
    ` name ${orDash(from.userName)} display ${orDash(from.displayName)}` +
    ` (from state.db sessions, started_at)`,
};

/** A worktree the agent made for a session. */
export const scratchDirectory: RowText<{ cwd: string; repo: string; branch: string }> = {
  means: "The session worked in a git worktree that the agent created",
  example: {
    cwd: "/srv/site/.worktrees/fix-nav",
    repo: "/srv/site",
    branch: "hermes/fix-nav",
  },
  says: ({ cwd, repo, branch }) =>
    `scratch directory: ${cwd} (git worktree the agent created in ${repo}, branch ${branch})`,
};

/** The session's own approval bypass. */
export const sessionYolo: RowText<{ value: Maybe }> = {
  means: "Whether every approval check was off for this session",
  example: { value: true },
  says: ({ value }) =>
    `permission setting: yolo_mode=${
      orDash(value)
    } (from state.db sessions.model_config, started_at)`,
};

/** The approval bypass of a messaging session, kept in its routing entry. */
export const routingYolo: RowText<{ value: Maybe; sessionKey: Maybe }> = {
  means: "Whether every approval check was off for a messaging session",
  example: { value: true, sessionKey: "agent:main:discord:channel:55102" },
  says: ({ value, sessionKey }) =>
    `permission setting: yolo_mode=${orDash(value)}` +
    ` (from state.db gateway_routing ${orDash(sessionKey)}, updated_at)`,
};

/** The models a session used, in the order first used. */
export const modelUsed: RowText<{ before: string | null; model: Maybe; provider: Maybe }> = {
  means: "The first model call of a session on a model, and the model it used before",
  example: {
    before: "openai/gpt-5.1",
    model: "anthropic/claude-opus-4.1",
    provider: "openrouter",
  },
  says: ({ before, model, provider }) => {
    const from = before === null ? "" : `${before} -> `;
    const by = provider === null || provider === undefined || provider === ""
      ? ""
      : ` provider=${provider}`;
    return `model: ${from}${orDash(model)}${by}`;
  },
};

/** A tombstone. */
export const sessionDeleted: RowText<{ id: Maybe; sweep: boolean }> = {
  means: "A session was deleted (by the automatic sweep where it says sweep)",
  example: { id: "20261020_081200_77aa01fe", sweep: true },
  says: ({ id, sweep }) =>
    `session deleted: ${orDash(id)}${sweep ? " sweep" : ""}` +
    ` (from state.db state_meta gateway.retired_session.v1, retired_at)`,
};

/** What is left of a deleted session's words. */
export const survivingAnswer: RowText<{ answer: Maybe }> = {
  means: "The final answer of a turn whose session is gone",
  example: { answer: "The backup was removed." },
  says: ({ answer }) => `surviving answer of deleted session: ${orDash(answer)}`,
};

/** Input that was taken in but stands in no message. */
export const admittedInput: RowText<{ text: Maybe; status: Maybe }> = {
  means: "Input that was queued for a session but became no message of it",
  example: { text: "also delete the logs", status: "queued" },
  says: ({ text, status }) =>
    `input without a message row: ${orDash(text)}` +
    ` (from state.db session_admissions, status ${orDash(status)})`,
};

/** A chat that ever talked to the agent. */
export const relayPeer: RowText<{ source: Maybe; sessionKey: Maybe; generation: Maybe }> = {
  means: "A platform chat that had a conversation, kept after its sessions are gone",
  example: { source: "discord", sessionKey: "agent:main:discord:channel:55102", generation: 3 },
  says: ({ source, sessionKey, generation }) =>
    `relay peer: ${orDash(source)} ${orDash(sessionKey)} generation ${orDash(generation)}` +
    ` (from state.db conversation_generations)`,
};

/** One line of a Bot Mode group chat's log. */
export const roomEvent: RowText<{
  name: Maybe;
  roomId: Maybe;
  seq: Maybe;
  kind: Maybe;
  actorKind: Maybe;
  actorId: Maybe;
  displayName: Maybe;
  text: Maybe;
}> = {
  means: "An event of a Bot Mode group chat: words of a person or bot, or what the room did",
  example: {
    name: "release",
    roomId: "room-7",
    seq: 4,
    kind: "message.user",
    actorKind: "user",
    actorId: "u1",
    displayName: "Kim",
    text: "ship it",
  },
  says: (event) =>
    `bot mode room ${orDash(event.name)} (${orDash(event.roomId)}) seq ${orDash(event.seq)}` +
    ` ${orDash(event.kind)} actor ${orDash(event.actorKind)}:${orDash(event.actorId)}` +
    ` (${orDash(event.displayName)}): ${orDash(event.text)}`,
};

/** A room's tombstone. */
export const roomDeleted: RowText<{ roomId: Maybe }> = {
  means: "A Bot Mode group chat was deleted",
  example: { roomId: "room-7" },
  says: ({ roomId }) => `room deleted: ${orDash(roomId)}`,
};

/** A room shared with another machine. */
export const roomLink: RowText<{ targetUrl: Maybe }> = {
  means: "A Bot Mode group chat is linked to another Hermes at this address",
  example: { targetUrl: "https://hermes.example/rooms/7" },
  says: ({ targetUrl }) => `room link: ${orDash(targetUrl)}`,
};

/** Work given to a background subagent. */
export const delegation: RowText<{ goal: Maybe; summary: Maybe }> = {
  means: "A task given to a background subagent, and what it reported",
  example: { goal: "Count the files", summary: "There are 3 files." },
  says: ({ goal, summary }) => `delegation: ${orDash(goal)} -> ${orDash(summary)}`,
};
