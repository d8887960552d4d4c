/**
 * The desktop app's registry of the Hermes backends it talks to.
 *
 * Rests on apps/desktop/electron/connection-registry.ts of the vendor. An entry
 * may hold a gateway's token and headers: only the fields named here are ever
 * printed, only when they are plain values, and a bad entry not at all.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { field, isList, isObject, type Json, type JsonObject, textOf } from "../evidence/json.ts";
import { systemRow } from "../row/row.ts";
import { fileTrouble, recordTrouble } from "../row/trouble.ts";
import { backendQuarantined, remoteBackend } from "./connections_texts.ts";
import { jsonDocument } from "./document.ts";
import type { StoreReader, Told } from "./reader.ts";
import { fileTime, type StoredTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `connections.json`: one `system` row per backend that is not this machine. */
export const connections: StoreReader = {
  id: "connections",
  read: (file) => troublesLast(() => backends(file)),
};

function* backends(file: EvidenceFile): Generator<Told> {
  const registry = jsonDocument(file, "object");
  if ("trouble" in registry) {
    yield registry.trouble;
    return;
  }
  const time = fileTime(file);
  yield* entries(field(registry.value, "connections"), { says: backendText, time });
  // optional: older builds keep no such list
  const quarantined = field(registry.value, "quarantined") ?? [];
  yield* entries(quarantined, { says: quarantinedText, time });
}

function* entries(
  list: Json | undefined,
  told: { says: (entry: JsonObject) => string | null; time: StoredTime },
): Generator<Told> {
  if (!isList(list)) {
    yield fileTrouble("not a list");
    return;
  }
  for (const [index, entry] of list.entries()) {
    const line = index + 1;
    if (!isObject(entry)) {
      yield recordTrouble(line, "not an object", { line });
      continue;
    }
    const text = told.says(entry);
    if (text !== null) yield systemRow(text, { ...told.time, line });
  }
}

function backendText(entry: JsonObject): string | null {
  const kind = plain(entry, "kind");
  if (kind === "local") return null;
  return remoteBackend.says({
    kind,
    label: plain(entry, "label"),
    address: kind === "ssh" ? sshAddress(entry) : plain(entry, "url"),
    org: plain(entry, "org"),
    name: plain(entry, "name"),
    profile: plain(entry, "remoteProfile"),
  });
}

function quarantinedText(entry: JsonObject): string {
  return backendQuarantined.says({ reason: plain(entry, "reason") });
}

function sshAddress(entry: JsonObject): string | null {
  const user = plain(entry, "user");
  const host = plain(entry, "host");
  const port = plain(entry, "port");
  if (!user && !host && !port) return null;
  return `${user ? `${user}@` : ""}${host || "-"}${port ? `:${port}` : ""}`;
}

/** A text, number or boolean; anything nested might be a token in its envelope. */
function plain(entry: JsonObject, name: string): string | null {
  const value = field(entry, name);
  return isList(value) || isObject(value) ? null : textOf(value);
}
