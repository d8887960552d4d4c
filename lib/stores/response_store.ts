/**
 * The API server's store of responses, each with the whole history before it.
 *
 * Rests on gateway/platforms/api_server_response_store.py and
 * gateway/platforms/api_server_openai_routes.py of the vendor. A row whose id
 * begins with `idem:` is the replay record of a retried request: it has a
 * response and need not have a history.
 *
 * @module
 */

import { type Cells, type Database, type Key, openDatabase, text } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import {
  compactJson,
  field,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  textOf,
} from "../evidence/json.ts";
import { systemRow } from "../row/row.ts";
import { fileTrouble, recordTrouble } from "../row/trouble.ts";
import { CumulativeHistories } from "./cumulative_histories.ts";
import { conversation } from "./json_message.ts";
import type { ReadOptions, StoreReader, Told } from "./reader.ts";
import { responseStoreFacts } from "./response_store_schema.ts";
import { apiResponse } from "./response_store_texts.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `response_store.db`: a `system` row per response, then its new messages. */
export const responseStore: StoreReader = {
  id: "response_store",
  read: (file, options) => troublesLast(() => responses(file, options)),
};

const COLUMNS = [text("response_id"), text("data")] as const;
type Response = Cells<typeof COLUMNS>;

function* responses(file: EvidenceFile, options: ReadOptions): Generator<Told> {
  const db = openDatabase(file, options);
  try {
    options.onDatabase?.(responseStoreFacts(db));
    if (db.tables.has("responses")) yield* storedResponses(db);
    else if (db.notTables.has("responses")) yield fileTrouble("responses is not a table");
    else yield fileTrouble("no responses table");
    if (db.notTables.has("conversations")) yield fileTrouble("conversations is not a table");
    for (const fault of new Set(db.faults)) yield fileTrouble(`SQLite error: ${fault}`);
    if (!db.unchanged()) {
      throw new EvidenceError("changed", file.path, "Changed while it was read in place");
    }
  } finally {
    db.close();
  }
}

function* storedResponses(db: Database): Generator<Told> {
  const known = survey(db);
  const histories = new CumulativeHistories();
  for (const response of byTime(db, known)) {
    yield* responseRows(response, { names: known.names, histories });
  }
}

/** The order of the responses, and the conversations they belong to. */
interface Survey {
  /** Sizes are in characters. */
  readonly order: readonly { readonly key: Key; readonly time: number; readonly size: number }[];
  readonly names: ReadonlyMap<string, string>;
}

/** A first reading: times and ids only, because one history may be large. */
function survey(db: Database): Survey {
  const order: { key: Key; time: number; size: number }[] = [];
  const names = new Map<string, string>();
  for (const [key, id, stored] of db.rows("responses", COLUMNS)) {
    const { time } = epochTime(field(field(parseJson(stored ?? ""), "response"), "created_at"));
    order.push({ key, time: time ?? Infinity, size: stored?.length ?? 0 });
    if (id !== null) names.set(id, "");
  }
  // equal times keep the order of the keys: sorting is stable, and infinities have no difference
  order.sort((a, b) => a.time === b.time ? 0 : a.time - b.time);
  for (const [, name, id] of db.rows("conversations", [text("name"), text("response_id")])) {
    const before = id === null ? undefined : names.get(id);
    if (id === null || before === undefined || !name) continue;
    names.set(id, before === "" ? name : `${before}, ${name}`);
  }
  return { order, names };
}

function* byTime(db: Database, known: Survey): Generator<Response> {
  if (db.tables.get("responses")?.rowid === null) {
    yield* byPosition(db, known);
    return;
  }
  const fetch = db.fetcher("responses", COLUMNS);
  for (const { key } of known.order) {
    const response = fetch(key);
    if (response !== null) yield response;
  }
}

/** Characters of responses that are held at a time. */
const HELD = 16 * 2 ** 20;

/**
 * A table WITHOUT ROWID numbers its rows by position and cannot be asked for one
 * of them: each walk holds as many as may be held of those whose turn is next.
 */
function* byPosition(db: Database, { order }: Survey): Generator<Response> {
  for (let next = 0; next < order.length;) {
    const turns = new Map<Key, number>();
    for (let held = 0; next < order.length && (turns.size === 0 || held < HELD); next++) {
      const { key, size } = order[next] as Survey["order"][number];
      turns.set(key, turns.size);
      held += size;
    }
    const responses: Response[] = [];
    for (const response of db.rows("responses", COLUMNS)) {
      const turn = turns.get(response[0]);
      if (turn !== undefined) responses[turn] = response;
    }
    // where a walk was cut short by a fault, some turns stay empty
    for (const response of responses) if (response !== undefined) yield response;
  }
}

function* responseRows(
  [line, id, stored]: Response,
  known: Pick<Survey, "names"> & { histories: CumulativeHistories },
): Generator<Told> {
  const data = parseJson(stored ?? "");
  if (!isObject(data)) {
    const why = data === undefined ? "not valid JSON" : "not an object";
    const value = stored === null ? {} : { value: stored };
    yield recordTrouble(line, `responses.data: ${why}`, { ...value, line });
    return;
  }
  const sessionId = textOf(field(data, "session_id")) || null;
  const envelope = field(data, "response");
  const says = apiResponse.says({
    id,
    status: textOf(field(envelope, "status")),
    model: textOf(field(envelope, "model")),
    conversation: known.names.get(id ?? ""),
  });
  yield systemRow(says, { ...epochTime(field(envelope, "created_at")), sessionId, line });
  yield* historyRows(data, { line, sessionId, histories: known.histories });
}

function* historyRows(
  data: JsonObject,
  place: { line: Key; sessionId: string | null; histories: CumulativeHistories },
): Generator<Told> {
  const { histories, ...where } = place;
  const history: Json = field(data, "conversation_history") ?? [];
  const name = "responses.data conversation_history";
  if (!isList(history)) {
    const value = compactJson(history);
    yield recordTrouble(where.line, `${name}: not a list`, { ...where, value });
    return;
  }
  const fresh = histories.fresh(where.sessionId, history);
  const rowsOf = conversation();
  for (const [position, message] of history.entries()) {
    if (isObject(message)) {
      const rows = rowsOf(message, where);
      if (fresh.has(position)) yield* rows;
    } else if (fresh.has(position)) {
      const value = compactJson(message);
      yield recordTrouble(where.line, `${name} ${position}: not an object`, { ...where, value });
    }
  }
}
