/**
 * Which store a file is by what it holds, when its name does not tell.
 *
 * Shapes as the vendor writes them: gateway/shutdown_flush.py, gateway/pairing.py,
 * hermes_cli/debug.py, agent/session_persistence.py, agent/trajectory.py,
 * cron/scheduler.py, hermes_cli/config.py, and prompt_toolkit's history file.
 *
 * @module
 */

import type { Entry } from "../catalog/mod.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import { databaseStore, isSqlite } from "./content.ts";
import type { Search } from "./search.ts";
import { firstBytes } from "./small_text.ts";

/** Bytes looked at; the first record of a file of lines may be long. */
const LOOKED_AT = 1024 * 1024;

/** The entry of the store, or null when the content says nothing. */
export function storeByContent(tree: EvidenceTree, path: string, search: Search): Entry | null {
  const bytes = firstBytes(tree, path, { length: LOOKED_AT });
  if (bytes === null) return null;
  const id = isSqlite(bytes) ? databaseStore(tree, path, search) : textStore(bytes);
  return search.catalog.entries.find((entry) => entry.id === id) ?? null;
}

function textStore(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\0")) return null;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const first = lines[0] ?? "";
  if (/^# Cron Job: /.test(first)) return "cron_output";
  if (/^(# \d{4}-\d\d-\d\d |\+)/.test(first) && lines.some((line) => line.startsWith("+"))) {
    return "prompt_history";
  }
  const line = jsonOf(first);
  if (line !== undefined && lines.length > 1) return lineStore(line);
  const whole = jsonOf(text);
  if (whole !== undefined) return documentStore(whole) ?? lineStore(whole);
  return lines.some((one) => /^(approvals|command_allowlist)\s*:/.test(one)) ? "settings" : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A store of one JSON object per line. */
function lineStore(value: unknown): string | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value["conversations"])) return "trajectory";
  return "role" in value && "content" in value ? "divert" : null;
}

/** A store that is one JSON document. */
function documentStore(value: unknown): string | null {
  if (Array.isArray(value)) return value.every(isPaste) && value.length > 0 ? "paste_list" : null;
  if (!isObject(value)) return null;
  if (Array.isArray(value["messages"]) && "session_id" in value) return "legacy_session";
  if ("session_key" in value && "reason" in value && "data" in value) return "pending_messages";
  if (Array.isArray(value["connections"]) && "version" in value) return "connections";
  const values = Object.values(value);
  if (values.length === 0) return null;
  if (values.every((one) => isObject(one) && "approved_at" in one)) return "pairing";
  const asked = Object.entries(value).every(([key, one]) =>
    typeof one === "number" && /^(_failures:.+|[a-z_]+:.+)$/.test(key)
  );
  return asked ? "pairing_rate_limits" : null;
}

function isPaste(value: unknown): boolean {
  return isObject(value) && "url" in value && "expire_at" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
