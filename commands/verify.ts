/**
 * `verify`: checks a bundle against its own records.
 *
 * @module
 */

import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { type Verdict, verify } from "../lib/collect/mod.ts";
import { OperandError } from "../lib/discover/mod.ts";
import { operandOf } from "../lib/discover/operands.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { forTerminal, printedJson } from "../lib/row/escape.ts";
import { requireZone, wantsJson } from "./global_options.ts";
import { withLines } from "./line_output.ts";
import { requireApart } from "./require_apart.ts";

/** The subcommand. */
export const verifyCommand: Command = {
  name: "verify",
  summary: "Hash every file of a bundle again and name what is not as recorded",
  operands: "<bundle...>",
  options: [],
  examples: [
    { line: "hermeneut verify /media/usb/host-20261029T093016Z", does: "A bundle folder" },
    { line: "hermeneut verify bundle.zip --json", does: "A zip, the result as JSON" },
  ],
  run: runVerify,
};

function runVerify(call: Call, voice: Voice): ExitCode {
  requireWhole(call);
  requireZone(call);
  const [out, work] = [textOption(call, "out"), textOption(call, "work")];
  requireApart({ files: [out], folders: [work] }, call.operands);
  return withLines(out, voice, (line) => {
    let code: ExitCode = 0;
    for (const given of call.operands) {
      const verdict = verifyOne(given, work, voice);
      tell(given, verdict, { call, voice, line });
      if (verdict.faults.length > 0) code = 1;
    }
    return code;
  });
}

/** A bundle is checked whole: what would choose from it is refused, lest all seem to be asked for. */
function requireWhole(call: Call): void {
  for (const name of ["root", "home", "user", "profile"]) {
    if (call.options[name] === undefined) continue;
    throw new UsageError(`Cannot use --${name} with verify: expected bundles, each checked whole`);
  }
  if (call.operands.length === 0) throw new UsageError("Missing operand: expected a bundle");
}

function verifyOne(given: string, workBase: string | null, voice: Voice): Verdict {
  const { path } = operandOf(given);
  const work = workBase === null ? null : join(resolve(workBase), `.hermeneut-zip-${process.pid}`);
  try {
    const verdict = verify(path, { work, progress: voice.progress });
    if (verdict !== null) return verdict;
    throw new OperandError(`Cannot verify ${given}: expected a bundle with a manifest.jsonl`);
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true });
  }
}

interface Hearers {
  readonly call: Call;
  readonly voice: Voice;
  /** Takes a line of data. */
  readonly line: (text: string) => void;
}

function tell(given: string, verdict: Verdict, { call, voice, line }: Hearers): void {
  const { state, files, bytes, faults, notes } = verdict;
  if (wantsJson(call)) {
    line(printedJson({ bundle: given, state, files, bytes, faults, notes }));
    return;
  }
  for (const { file, what, detail } of faults) line(forTerminal(`${what}  ${file}: ${detail}`));
  for (const note of notes) voice.note(`${given}: ${note}`);
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const result = faults.length === 0 ? "all match" : count;
  const known = state === "unknown" ? "state not known" : state;
  line(forTerminal(`${given}: ${known}, ${files} files, ${bytes} bytes, ${result}`));
}
