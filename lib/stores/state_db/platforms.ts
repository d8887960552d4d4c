/**
 * Which sessions ran over a messaging platform.
 *
 * Rests on gateway/config.py (the platforms), hermes_state_gateway.py (the
 * columns) and hermes_state_local.py (the unified runtime's own sessions, which
 * fill the same columns but are typed on this machine) of the vendor.
 *
 * @module
 */

import { type Database, text } from "../../evidence/database.ts";
import { field, textOf } from "../../evidence/json.ts";
import { jsonColumn } from "./json_column.ts";
import { keysUnder } from "./meta_keys.ts";

const MESSAGING_PLATFORMS: ReadonlySet<string> = new Set([
  "telegram",
  "discord",
  "whatsapp",
  "whatsapp_cloud",
  "slack",
  "signal",
  "mattermost",
  "matrix",
  "email",
  "sms",
  "dingtalk",
  "feishu",
  "wecom",
  "wecom_callback",
  "weixin",
  "bluebubbles",
  "qqbot",
  "yuanbao",
  "webhook",
  "msgraph_webhook",
  "relay",
  "irc",
  "line",
  "teams",
  "google_chat",
]);

/** Sources that name no platform although their sessions may have a chat. */
const NOT_PLATFORMS: ReadonlySet<string> = new Set(["local", "api_server"]);

const LOCAL_POLICY_PREFIX = "gateway.local_policy.v1:";

/** True for a platform the gateway or one of its known plugins serves. */
export function isMessagingPlatform(source: string): boolean {
  return MESSAGING_PLATFORMS.has(source);
}

/** The columns of a session that tell where it ran. */
export interface SessionOrigin {
  readonly id: string | null;
  readonly source: string | null;
  readonly chatId: string | null;
  readonly originJson: string | null;
}

/**
 * True when a session's words were carried by a platform: a known one, or a
 * plugin's, which is told by its chat id.
 */
export function ranOverPlatform(
  session: SessionOrigin,
  localPolicies: ReadonlySet<string>,
): boolean {
  const { source, chatId } = session;
  if (!source) return false;
  const plugin = !!chatId && !NOT_PLATFORMS.has(source);
  if (!isMessagingPlatform(source) && !plugin) return false;
  return !isLocalRuntime(session, localPolicies);
}

/** Ids of the sessions that the unified runtime created on this machine. */
export function readLocalPolicies(db: Database): Set<string> {
  const ids = new Set<string>();
  const filter = keysUnder(db, LOCAL_POLICY_PREFIX);
  if (filter === null) return ids;
  for (const [, key] of db.rows("state_meta", [text("key")], filter)) {
    if (key?.startsWith(LOCAL_POLICY_PREFIX)) ids.add(key.slice(LOCAL_POLICY_PREFIX.length));
  }
  return ids;
}

function isLocalRuntime(session: SessionOrigin, localPolicies: ReadonlySet<string>): boolean {
  const { id, chatId, originJson } = session;
  if (chatId && (chatId === id || chatId.startsWith("local-") || localPolicies.has(chatId))) {
    return true;
  }
  const origin = jsonColumn(originJson).object;
  return origin !== null && textOf(field(origin, "platform")) === "local";
}
