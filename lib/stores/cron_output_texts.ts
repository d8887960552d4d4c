/**
 * What the archive of cron runs says beside prompts and responses.
 *
 * @module
 */

import { orDash, type RowText } from "../row/text.ts";

/** A run of a scheduled job. */
export const cronRun: RowText<{ job: string | null }> = {
  means: "A scheduled job ran; its prompt and its answer or error follow",
  example: { job: "3d68f661c476" },
  says: ({ job }) => `cron run: job ${orDash(job)} (from cron/output, file name time, host-local)`,
};

/** What a failed run left instead of a response. */
export const cronRunError: RowText<{ error: string }> = {
  means: "Why a scheduled run failed",
  example: { error: "```\nTimeoutError: no reply\n```" },
  says: ({ error }) => `cron run error: ${orDash(error)}`,
};

/** A run document without a prompt. */
export const cronRunOutput: RowText<{ document: string }> = {
  means: "The whole document of a scheduled run that asked no model, or that is damaged",
  example: { document: "# Cron Job: Disk check\n\n**Mode:** no_agent (script)\n" },
  says: ({ document }) => `cron run output: ${orDash(document)}`,
};
