/**
 * Standing permissions in a settings file.
 *
 * Rests on hermes_cli/config_defaults.py, tools/approval.py and
 * hermes_cli/managed_scope.py of the vendor. A file records no times: its
 * entries are told at the time it was last written.
 *
 * @module
 */

import { isAlias, isMap, isScalar, isSeq, Scalar } from "yaml";
import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson } from "../evidence/json.ts";
import { fileTrouble, type Trouble } from "../row/trouble.ts";
import { systemRow } from "../row/row.ts";
import { textDocument } from "./document.ts";
import type { StoreReader, Told } from "./reader.ts";
import { permissionSetting } from "./settings_texts.ts";
import { fileTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";
import { type YamlBlock, yamlBlocks } from "./yaml_blocks.ts";
import type { YamlFault } from "./yaml_documents.ts";
import { scalarText, yamlJson } from "./yaml_json.ts";

/** Reads `config.yaml`: a `system` row per allowed command and per approval setting. */
export const settings: StoreReader = {
  id: "settings",
  read: (file) => troublesLast(() => permissions(file)),
};

/** One entry under a key, or one that cannot be told and why. */
type Entry = { key: string; value: string; line: number; node: unknown } | YamlFault;

const ALLOWLIST = "command_allowlist";
const APPROVALS = "approvals";

/** The settings that hold for every account of the machine. */
const MANAGED = "/etc/hermes/config.yaml";

function* permissions(file: EvidenceFile): Generator<Told> {
  const document = textDocument(file);
  if ("trouble" in document) {
    yield document.trouble;
    return;
  }
  const { blocks, problem } = yamlBlocks(document.value, [ALLOWLIST, APPROVALS]);
  if (problem !== null) yield fileTrouble(problem);
  const name = file.path.endsWith(MANAGED) ? MANAGED : "config.yaml";
  for (const block of blocks) yield* blockRows(block, { ...fileTime(file), file: name });
}

function* blockRows(
  block: YamlBlock,
  from: ReturnType<typeof fileTime> & { file: string },
): Generator<Told> {
  const { file, ...time } = from;
  const entries = block.key === ALLOWLIST ? allowlist(block) : approvals(block);
  let { fault } = block;
  let unsure: Told | null = null;
  for (const entry of entries) {
    if ("problem" in entry) {
      if (fault === null) yield notFlat(block.key, entry);
      else if (entry.line < fault.line) fault = entry;
      continue;
    }
    const { key, value, line, node } = entry;
    if (fault !== null && !block.isWhole(node)) {
      fault = { line, problem: fault.problem };
      break;
    }
    if (unsure !== null) yield unsure;
    const row = systemRow(permissionSetting.says({ key, value, file }), { ...time, line });
    unsure = fault !== null && isMissing(node) ? row : null;
    if (unsure === null) yield row;
  }
  if (fault !== null) yield notFlat(block.key, fault);
}

function notFlat(key: string, { line, problem }: YamlFault): Trouble {
  return fileTrouble(`config.yaml ${key} is not a flat list (${line}: ${problem})`);
}

/** Nothing is read behind an entry that is no scalar. */
function* allowlist(block: YamlBlock): Generator<Entry> {
  const { value, key } = block;
  if (isAbsent(value)) return;
  if (!isSeq(value)) {
    yield { line: block.lineOf(value), problem: kindOf(value) };
    return;
  }
  for (const item of value.items) {
    const line = block.lineOf(item);
    if (!isScalar(item) || isBlockScalar(item)) {
      yield { line, problem: kindOf(item) };
      return;
    }
    yield { key, value: scalarText(item), line, node: item };
  }
}

/** Each key stands for itself: one that cannot be told hides no other. */
function* approvals(block: YamlBlock): Generator<Entry> {
  const { value } = block;
  if (isAbsent(value) || (isSeq(value) && value.items.length === 0)) return;
  if (!isMap(value)) {
    yield { line: block.lineOf(value), problem: kindOf(value) };
    return;
  }
  for (const pair of value.items) {
    const line = block.lineOf(pair.key);
    if (!isScalar(pair.key)) yield { line, problem: kindOf(pair.key) };
    else if (isAlias(pair.value)) yield { line, problem: "alias" };
    else yield* approval(`${APPROVALS}.${scalarText(pair.key)}`, pair.value, { block, line });
  }
}

/** One key's entries, and the first of them that cannot be told. */
function* approval(
  key: string,
  value: unknown,
  at: { block: YamlBlock; line: number },
): Generator<Entry> {
  const items = isSeq(value) ? value.items : [value];
  let fault: YamlFault | null = null;
  for (const item of items) {
    const line = isSeq(value) ? at.block.lineOf(item) : at.line;
    if (!isMap(item) && !isSeq(item) && !isAlias(item)) {
      yield { key, value: scalarText(item), line, node: item };
      continue;
    }
    const json = yamlJson(item);
    if (json !== undefined) yield { key, value: compactJson(json), line, node: item };
    else fault ??= { line, problem: isAlias(item) ? "alias" : "alias or key inside" };
  }
  if (fault !== null) yield fault;
}

/** Nothing under the key, or a null: what an emptied setting looks like. */
function isAbsent(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

/** Nothing was written: right before a fault, the fault may be what was meant. */
function isMissing(node: unknown): boolean {
  return isAbsent(node ?? null) && scalarText(node) === "";
}

function isBlockScalar(node: Scalar): boolean {
  return node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
}

function kindOf(node: unknown): string {
  if (isAlias(node)) return "alias";
  if (isMap(node)) return "mapping";
  if (isSeq(node)) return "list";
  return isScalar(node) && isBlockScalar(node) ? "block scalar" : "scalar";
}
