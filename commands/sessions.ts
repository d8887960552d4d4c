/**
 * `sessions`: which sessions there are, how they hang together, what they used.
 *
 * @module
 */

import {
  heaviest,
  heavyJson,
  lineageIn,
  type ListedSession,
  type Listing,
  listSessions,
  sessionFilter,
  sessionJson,
  sessionLines,
  sessionTree,
  treeLine,
  type TreeNode,
  usageByModel,
  usageJson,
  usageLines,
} from "../lib/sessions/mod.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  listOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { wantsJson } from "./global_options.ts";
import { withLines } from "./line_output.ts";
import { withSessions } from "./session_evidence.ts";
import { limitOption, SESSION_NARROWING, sessionFilters } from "./session_options.ts";

/** The subcommand. */
export const sessionsCommand: Command = {
  name: "sessions",
  summary: "List sessions with their first prompt, lineage, tokens and costs",
  operands: "[evidence...]",
  options: [
    { flags: "--tree", help: "Show sessions under their parents; of --session the whole lineage" },
    { flags: "--usage", help: "Sum tokens and stored costs by model, name the heaviest" },
    { flags: "--session <id>", help: "Only this session", many: true },
    ...SESSION_NARROWING,
    { flags: "--limit <n>", help: "List so many at most, the most recent first" },
    { flags: "--keep-duplicates", help: "List a session for every copy that holds it" },
  ],
  examples: [
    { line: "hermeneut sessions /home/ana/.hermes", does: "All sessions, the latest first" },
    { line: "hermeneut sessions state.db --tree", does: "Compressions, branches, delegations" },
    { line: "hermeneut sessions state.db --tree --session S1", does: "All above and below S1" },
    { line: "hermeneut sessions --root /mnt/image --usage --json", does: "Tokens and costs" },
  ],
  run(call, voice): ExitCode {
    const filter = sessionFilter(sessionFilters(call));
    const limit = limitOption(call);
    if (flagOption(call, "tree") && flagOption(call, "usage")) {
      throw new UsageError("Cannot use --tree with --usage: expected one of them");
    }
    const out = textOption(call, "out");
    const asking = { voice, outputs: { files: [out], folders: [] }, withProjects: false };
    return withSessions(call, asking, (evidence) => {
      const keepCopies = flagOption(call, "keepDuplicates");
      const listing = listSessions(evidence.sources, { ...evidence.reading, keepCopies });
      const found = listing.sessions.filter(filter);
      sayVanished(listing, voice);
      if (found.length === 0) {
        voice.warn("hermeneut: no session found");
        return 3;
      }
      withLines(out, voice, (line) => tell(call, { listing, found, limit }, line));
      return 0;
    });
  },
};

function sayVanished({ vanished }: Listing, voice: Voice): void {
  if (vanished === 0) return;
  const sessions = vanished === 1 ? "session" : "sessions";
  voice.note(
    `${vanished} deleted ${sessions} left no record or message in any state database (see diff)`,
  );
}

interface Found {
  readonly listing: Listing;
  readonly found: readonly ListedSession[];
  readonly limit: number;
}

function tell(call: Call, { listing, found, limit }: Found, line: (text: string) => void): void {
  const isJson = wantsJson(call);
  if (flagOption(call, "usage")) tellUsage(found, isJson, line);
  else if (flagOption(call, "tree")) {
    for (const node of wantedNodes(call, { listing, found, limit })) {
      line(isJson ? sessionJson(node.session, node) : treeLine(node));
    }
  } else {
    for (const session of found.slice(0, limit)) {
      line(isJson ? sessionJson(session) : sessionLines(session).join("\n"));
    }
  }
}

/** Of a tree of all sessions, lest a parent that is only filtered out seem to be missing. */
function wantedNodes(call: Call, { listing, found, limit }: Found): TreeNode[] {
  const wanted = new Set(found.slice(0, limit));
  const tree = sessionTree(listing.sessions);
  return listOption(call, "session").length > 0
    ? lineageIn(tree, wanted)
    : [...tree].filter(({ session }) => wanted.has(session));
}

function tellUsage(
  found: readonly ListedSession[],
  isJson: boolean,
  line: (text: string) => void,
): void {
  const models = usageByModel(found);
  const heavy = heaviest(found);
  if (!isJson) {
    for (const text of usageLines(models, heavy)) line(text);
    return;
  }
  const list = (texts: readonly string[]): string => `[${texts.join(",")}]`;
  line(`{"models":${list(models.map(usageJson))},"heaviest":${list(heavy.map(heavyJson))}}`);
}
