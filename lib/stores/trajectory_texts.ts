/**
 * What a trajectory file says beside the turns.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** One saved run. */
export const trajectorySaved: RowText<{ model: Maybe; completed: Maybe; file: string }> = {
  means: "A run was saved as a training sample in the project; its turns follow",
  example: { model: "openai/gpt-5.1", completed: true, file: "trajectory_samples.jsonl" },
  says: ({ model, completed, file }) =>
    `trajectory: model=${orDash(model)} completed=${
      orDash(completed)
    } (from ${file}, timestamp host-local)`,
};

/** The system prompt of a saved run. */
export const trajectorySystemPrompt: RowText<{ value: Maybe }> = {
  means: "The system prompt of the saved run, its tools included",
  example: { value: "Call a tool where one helps." },
  says: ({ value }) => `trajectory system prompt: ${orDash(value)}`,
};
