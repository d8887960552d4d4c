/**
 * `search`: words in messages, live, rewound, deleted or copied.
 *
 * @module
 */

import type { Source } from "../lib/parse/mod.ts";
import {
  buildIndex,
  type Filters,
  fingerprintOf,
  type Hit,
  hitJson,
  hitLines,
  indexFaults,
  indexFingerprint,
  isSearched,
  looser,
  openIndex,
  type Question,
  QuestionError,
  readQuestion,
  searchIndex,
  type SearchReport,
  searchSources,
} from "../lib/sessions/mod.ts";
import { VERSION } from "./version.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { wantsJson } from "./global_options.ts";
import { withLines } from "./line_output.ts";
import { type SessionEvidence, withSessions } from "./session_evidence.ts";
import { limitOption, NARROWING, searchFilters } from "./session_options.ts";

/** The subcommand. */
export const searchCommand: Command = {
  name: "search",
  summary: "Find words in messages and system prompts: first the query, then the evidence",
  operands: "<query...>",
  options: [
    {
      flags: "--role <role>",
      help: "Only this role (user, assistant, tool, system_prompt)",
      many: true,
    },
    { flags: "--session <id>", help: "Only this session", many: true },
    { flags: "--title <title>", help: "Only the latest session of this title (or title #2, #3)" },
    ...NARROWING,
    { flags: "--limit <n>", help: "Stop after so many hits" },
    { flags: "--keep-duplicates", help: "Tell hits of copies that repeat a hit already told" },
    { flags: "--substring", help: "Find parts of words too, also where whole words are found" },
    {
      flags: "--index <file>",
      help: "Keep an index here, outside the evidence, for more searches",
    },
  ],
  examples: [
    { line: "hermeneut search 'docker deployment' ~/.hermes", does: "Both words, anywhere" },
    { line: `hermeneut search '"exact phrase"' state.db`, does: "Words side by side" },
    { line: "hermeneut search 'docker OR deploy* NOT swarm'", does: "Either, a prefix, but not" },
    { line: "hermeneut search token --root /mnt/image --index i.db", does: "Again and again" },
  ],
  run(call, voice): ExitCode {
    const [typed = "", ...operands] = call.operands;
    const read = questionOf(typed);
    const question = flagOption(call, "substring") ? looser(read) : read;
    const filters = searchFilters(call);
    const limit = limitOption(call);
    if (question.flat().every(({ wanted }) => wanted.length === 0)) {
      voice.warn(`hermeneut: no word to look for in ${JSON.stringify(typed)}`);
      return 3;
    }
    const index = textOption(call, "index");
    const out = textOption(call, "out");
    const outputs = { files: [out, index], folders: [] };
    const asking = { voice, outputs, withProjects: true };
    return withSessions({ ...call, operands }, asking, (evidence) => {
      const ready = { ...evidence, sources: evidence.sources.filter(isSearched) };
      const report = withLines(out, voice, (line) => {
        const tell = teller(call, line);
        const asked = { filters, limit, tell, keepRepeats: flagOption(call, "keepDuplicates") };
        return index === null
          ? searchSources(ready.sources, question, { ...ready.reading, ...asked })
          : searchByIndex(question, { index, call, voice, evidence: ready, asked });
      });
      return told(report, voice);
    });
  },
};

function questionOf(typed: string): Question {
  try {
    return readQuestion(typed);
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    throw new UsageError(`Cannot read the query ${JSON.stringify(typed)}: ${error.message}`);
  }
}

function teller(call: Call, line: (text: string) => void): (hit: Hit) => void {
  if (wantsJson(call)) return (hit) => line(hitJson(hit));
  return (hit) => {
    for (const text of hitLines(hit)) line(text);
  };
}

interface IndexCall {
  readonly index: string;
  readonly call: Call;
  readonly voice: Voice;
  readonly evidence: SessionEvidence;
  readonly asked: {
    readonly filters: Filters;
    readonly limit: number;
    readonly keepRepeats: boolean;
    readonly tell: (hit: Hit) => void;
  };
}

function searchByIndex(question: Question, means: IndexCall): SearchReport {
  const { evidence: { sources, reading }, asked } = means;
  const db = currentIndex(means);
  try {
    for (const { sourceFile, message } of indexFaults(db)) {
      const source = sources.find((it) => it.sourceFile === sourceFile);
      if (source !== undefined) reading.onFault(source, message);
    }
    return searchIndex(db, question, asked);
  } finally {
    db.close();
  }
}

/** The index there is, when it speaks of this evidence; else a new one. */
function currentIndex(means: IndexCall): NonNullable<ReturnType<typeof openIndex>> {
  const { index, call, voice, evidence: { sources, reading } } = means;
  const fingerprint = fingerprintOf(sources, [VERSION, flagOption(call, "withoutWal")]);
  const known = openIndex(index);
  if (known !== null && indexFingerprint(known) === fingerprint) return known;
  known?.close();
  voice.note(`building the index ${index}`);
  buildIndex(index, sources, {
    ...reading,
    fingerprint,
    onProgress: ({ sourceFile }: Source) => voice.progress(`indexing ${sourceFile}`),
  });
  const made = openIndex(index);
  if (made === null) throw new UsageError(`Cannot read the index ${index} that was just built`);
  return made;
}

function told(report: SearchReport, voice: Voice): ExitCode {
  if (report.hits === 0) {
    voice.warn("hermeneut: no hit");
    return 3;
  }
  if (report.anywhere) voice.note("no such word: these are parts of words (as with --substring)");
  const repeats = report.repeats === 0 ? "" : `, ${repeatsOf(report)}`;
  voice.note(`${report.hits} hit${report.hits === 1 ? "" : "s"}${repeats}`);
  return 0;
}

function repeatsOf({ repeats }: SearchReport): string {
  return repeats === 1
    ? "1 more repeats one in another file"
    : `${repeats} more repeat them in other files`;
}
