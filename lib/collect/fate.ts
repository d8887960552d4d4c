/**
 * What becomes of a path in a home, by the catalog and by what it is.
 *
 * @module
 */

import type { RelativeMatch } from "../catalog/mod.ts";
import type { FileFacts } from "../evidence/file.ts";
import { type Choice, type Fate, leave, TAKE } from "./found.ts";

/** Judges a path; a folder that is taken is walked. */
export function fateOf(facts: FileFacts, match: RelativeMatch, choice: Choice): Fate {
  const { exclusion, secret } = match;
  if (exclusion !== null && !choice.full) {
    return leave("excluded", exclusion.rule.what.trim(), exclusion.rule.id);
  }
  if (facts.kind === "unknown") {
    return leave("unreadable", facts.refused ?? "Cannot be reached");
  }
  if (facts.kind === "folder" || facts.kind === "link") return TAKE;
  if (facts.kind !== "file") return leave("special", SPECIAL[facts.kind]);
  if (secret !== null && !choice.secrets) {
    return leave("secret-skipped", secret.rule.what.trim(), secret.rule.id);
  }
  return bySize(facts, choice);
}

function bySize(facts: FileFacts, choice: Choice): Fate {
  const { maxFileSize } = choice;
  if (maxFileSize === null || facts.size <= maxFileSize) return TAKE;
  return leave("too-large", `Larger than ${maxFileSize} bytes`, MAX_FILE_SIZE);
}

/** The rule of the option by which the examiner sets a limit. */
export const MAX_FILE_SIZE = "max-file-size";

const SPECIAL = {
  fifo: "A FIFO: never opened",
  socket: "A socket: never opened",
  device: "A device: never opened",
} as const;
