/**
 * Samples of single stores, kept as text, and what a reader tells of them.
 *
 * A sample is `testdata/stores/<store>/<name>.txt`. Bytes that are no good text
 * are written `{{e9}}`, repeated ones `{{00*512}}`; `{{end}}` before the last
 * newline says that the file has none.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import type { EvidenceFile } from "../lib/evidence/file.ts";
import type { ImageOptions } from "../lib/evidence/database.ts";
import { formatMicros } from "../lib/row/time.ts";
import { isTrouble, troubleRow } from "../lib/row/trouble.ts";
import type { StoreReader, Told } from "../lib/stores/reader.ts";

/** Images in memory, none of them larger than 64 MiB. */
export const SMALL_IMAGES: ImageOptions = {
  maxMemory: 64 * 1024 * 1024,
  workFolder: null,
  withoutWal: false,
  imageOnly: false,
};

/** The bytes of a sample. */
export function sampleBytes(store: string, name: string): Uint8Array {
  const path = new URL(`./stores/${store}/${name}.txt`, import.meta.url);
  const text = readFileSync(path, "utf8").replace(/\{\{end\}\}\n$/, "");
  const parts = text.split(/\{\{([0-9a-f]{2}(?:\*\d+)?)\}\}/);
  const chunks = parts.map((part, index) =>
    index % 2 === 0 ? new TextEncoder().encode(part) : repeatedByte(part)
  );
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Everything a reader tells of a file, in its order. */
export function toldOf(reader: StoreReader, file: EvidenceFile): Told[] {
  return [...reader.read(file, SMALL_IMAGES)];
}

/**
 * Rows as lines for comparing: `<time> <basis> <turn> #<line> <text>`, then in
 * square brackets what else is there.
 */
export function printed(told: Iterable<Told>): string[] {
  return Array.from(told, (item) => {
    const row = isTrouble(item) ? troubleRow(item) : item;
    const time = row.time === null ? "-" : formatMicros(row.time);
    const rest = [
      ["session", row.sessionId],
      ["project", row.projectPath],
      ["model", row.model],
      ["tool", row.toolName],
      ["id", row.toolUseId],
    ].filter(([, value]) => value !== null).map(([name, value]) => `${name}=${value}`);
    const extra = [
      ...rest,
      ...row.notes,
      ...(isTrouble(item) && item.trouble === "file" ? ["file"] : []),
    ];
    const tail = extra.length === 0 ? "" : ` [${extra.join("; ")}]`;
    return `${time} ${row.basis ?? "-"} ${row.turn} #${row.line ?? "-"} ${row.text}${tail}`;
  });
}

function repeatedByte(escape: string): Uint8Array {
  const [hex = "", count = "1"] = escape.split("*");
  return new Uint8Array(Number(count)).fill(Number.parseInt(hex, 16));
}
