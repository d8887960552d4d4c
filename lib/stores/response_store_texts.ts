/**
 * What the API server's store says beside the messages.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** A response that the API server gave. */
export const apiResponse: RowText<
  { id: Maybe; status: Maybe; model: Maybe; conversation: Maybe }
> = {
  means: "The API server answered a request; the messages that were new in it follow",
  example: { id: "resp_1", status: "completed", model: "hermes-agent", conversation: "weekly" },
  says: ({ id, status, model, conversation }) =>
    `api server response ${orDash(id)} status=${orDash(status)} model=${
      orDash(model)
    } conversation=${orDash(conversation)} (from response_store.db responses, created_at)`,
};
