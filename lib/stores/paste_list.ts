/**
 * The links of debug reports that still wait for their deletion.
 *
 * Rests on hermes_cli/debug.py of the vendor: `expire_at` is the upload plus
 * 21600 seconds. Builds before April 2026 added one hour only, and nothing in
 * the file tells them apart: there the time is up to 5 hours early.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson, field, isObject, type Json } from "../evidence/json.ts";
import { systemRow } from "../row/row.ts";
import { recordTrouble } from "../row/trouble.ts";
import { jsonDocument } from "./document.ts";
import { reportUploaded } from "./paste_list_texts.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads the paste list: one `system` row per uploaded report. */
export const pasteList: StoreReader = {
  id: "paste_list",
  read: (file) => troublesLast(() => uploads(file)),
};

/** How long after its upload a paste is due for deletion, in microseconds. */
const LIFETIME = 21_600 * 1_000_000;

function* uploads(file: EvidenceFile): Generator<Told> {
  const list = jsonDocument(file, "list");
  if ("trouble" in list) {
    yield list.trouble;
    return;
  }
  for (const [index, entry] of list.value.entries()) yield upload(entry, index + 1);
}

function upload(entry: Json, line: number): Told {
  const place = { value: compactJson(entry), line };
  if (!isObject(entry)) return recordTrouble(line, "not an object", place);
  const url = field(entry, "url");
  if (typeof url !== "string" || url === "") return recordTrouble(line, "no url", place);
  const { time, basis, notes } = epochTime(field(entry, "expire_at"));
  const uploaded = time === null ? null : time - LIFETIME;
  return systemRow(reportUploaded.says({ url }), { time: uploaded, basis, notes, line });
}
