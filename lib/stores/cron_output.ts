/**
 * The archive of cron runs: one Markdown document per run.
 *
 * Rests on cron/jobs.py of the vendor: `<job id>/<YYYY-mm-dd_HH-MM-SS>.md`, the
 * end of the run in Hermes' configured zone or the host's, without an offset.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { EMPTY_ROW, type Row } from "../row/row.ts";
import { type CronRun, readCronRun } from "./cron_document.ts";
import { cronRun, cronRunError, cronRunOutput } from "./cron_output_texts.ts";
import { textDocument } from "./document.ts";
import type { StoreReader, Told } from "./reader.ts";
import { type StoredTime, writtenTime } from "./stored_time.ts";

/** Reads a run's document: what ran, the prompt, and the response or error. */
export const cronOutput: StoreReader = {
  id: "cron_output",
  read: runRows,
};

const NAME = /^(\d{4})-(\d\d)-(\d\d)_(\d\d)-(\d\d)-(\d\d)$/;

function* runRows(file: EvidenceFile): Generator<Told> {
  const document = textDocument(file);
  if ("trouble" in document) {
    yield document.trouble;
    return;
  }
  const base = { ...EMPTY_ROW, ...nameTime(file.facts.name) };
  const run = readCronRun(document.value);
  if (run === null) {
    yield { ...base, turn: "system", text: cronRunOutput.says({ document: document.value }) };
    return;
  }
  const job = file.path.split("/").at(-2) ?? null;
  yield { ...base, turn: "system", text: cronRun.says({ job }) };
  yield { ...base, turn: "user", text: run.prompt };
  const outcome = outcomeRow(run, base);
  if (outcome !== null) yield outcome;
}

/** A response that was to be empty gives no row, as an empty assistant message does. */
function outcomeRow(run: CronRun, base: Omit<Row, "turn" | "text">): Row | null {
  if (run.outcome === "error") {
    return { ...base, turn: "system", text: cronRunError.says({ error: run.text }) };
  }
  if (run.text === "" && !run.incomplete) return null;
  const notes = run.incomplete ? [...base.notes, "incomplete"] : base.notes;
  return { ...base, turn: "assistant", text: run.text, notes };
}

function nameTime(name: string): StoredTime {
  const stem = name.replace(/\.md$/, "");
  const parts = NAME.exec(stem)?.slice(1);
  return writtenTime(stem, parts ? { parts, fraction: "", basis: "host-local" } : null);
}
