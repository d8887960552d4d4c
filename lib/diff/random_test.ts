import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { inFolder } from "../evidence/database_fixture.ts";
import type { ChangeKind } from "./change.ts";
import { comparePaths, runSql, TABLES } from "./pair_fixture.ts";

/** A message of the model; `origin` never changes, whatever becomes of its row. */
interface Message {
  readonly origin: number;
  readonly session: string;
  readonly words: string;
  readonly time: number;
  active: number;
  compacted: number;
}

/** What a store holds, as a plain model. */
interface Model {
  readonly sessions: Map<string, string>;
  readonly messages: Message[];
}

type Step =
  | { readonly does: "insert"; readonly session: number; readonly words: number }
  | { readonly does: "delete" | "prune" | "rewind" | "compact"; readonly session: number }
  | { readonly does: "retitle"; readonly session: number; readonly words: number }
  | { readonly does: "drop"; readonly message: number }
  | { readonly does: "restart" };

const session = fc.nat({ max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant("insert" as const), session, words: fc.nat(3) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "delete" as const,
        "prune" as const,
        "rewind" as const,
        "compact" as const,
      ),
      session,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("retitle" as const), session, words: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("drop" as const), message: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("restart" as const) }) },
);

/** Applies a step to the model and to the database. */
class Store {
  readonly model: Model;
  readonly #db: DatabaseSync;
  #origins: number;

  constructor(path: string, model: Model, readonly distinct: boolean) {
    this.model = model;
    this.#db = new DatabaseSync(path);
    this.#db.exec("PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY");
    this.#origins = Math.max(0, ...model.messages.map(({ origin }) => origin)) + 1;
  }

  close(): void {
    this.#db.close();
  }

  apply(step: Step): void {
    switch (step.does) {
      case "insert":
        return this.#insert(`s${step.session}`, `words ${step.words}`);
      case "delete":
      case "prune":
        return this.#delete(`s${step.session}`, step.does === "delete");
      case "rewind":
      case "compact":
        return this.#deactivate(`s${step.session}`, step.does === "compact" ? 1 : 0);
      case "retitle":
        return this.#retitle(`s${step.session}`, `title ${step.words}`);
      case "drop":
        return this.#drop(step.message);
      case "restart":
        return this.#restart();
    }
  }

  /** Row ids are not the model's: the database counts for itself. */
  #insert(session: string, words: string): void {
    if (!this.model.sessions.has(session)) {
      this.model.sessions.set(session, "first title");
      this.#run("INSERT INTO sessions VALUES (?, 'cli', 'first title', 1793266215.0)", session);
    }
    const origin = this.#origins++;
    const said = this.distinct ? `${words} of ${origin}` : words;
    const time = 1793266216.25 + (this.distinct ? origin : 0);
    const message = { origin, session, words: said, time, active: 1, compacted: 0 };
    this.model.messages.push(message);
    this.#write(message);
  }

  #write({ session, words, time, active, compacted }: Message): void {
    this.#run(
      "INSERT INTO messages (session_id, role, content, timestamp, active, compacted)" +
        " VALUES (?, 'user', ?, ?, ?, ?)",
      ...[session, words, time, active, compacted],
    );
  }

  #delete(session: string, marks: boolean): void {
    if (!this.model.sessions.delete(session)) return;
    this.#keep((message) => message.session !== session);
    this.#run("DELETE FROM sessions WHERE id = ?", session);
    this.#run("DELETE FROM messages WHERE session_id = ?", session);
    if (!marks) return;
    const key = `gateway.retired_session.v1.${session}`;
    this.#run("INSERT OR IGNORE INTO state_meta VALUES (?, '{\"retired_at\": 1793266300.5}')", key);
  }

  /** The last two active messages are taken back, or all of them summed up. */
  #deactivate(session: string, compacted: number): void {
    const active = this.model.messages.filter((one) => one.session === session && one.active === 1);
    for (const message of compacted === 1 ? active : active.slice(-2)) {
      const at = this.#rowOf(message);
      message.active = 0;
      message.compacted = compacted;
      this.#run("UPDATE messages SET active = 0, compacted = ? WHERE id = ?", compacted, at);
    }
  }

  #retitle(session: string, title: string): void {
    if (!this.model.sessions.has(session)) return;
    this.model.sessions.set(session, title);
    this.#run("UPDATE sessions SET title = ? WHERE id = ?", title, session);
  }

  #drop(number: number): void {
    const message = this.model.messages[number];
    if (message === undefined) return;
    this.#run("DELETE FROM messages WHERE id = ?", this.#rowOf(message));
    this.model.messages.splice(number, 1);
  }

  /** The store was lost and written anew: ids begin again. */
  #restart(): void {
    this.#db.exec("DELETE FROM messages; DELETE FROM sqlite_sequence");
    for (const message of this.model.messages) this.#write(message);
  }

  /** Rows stand in the order of the model. */
  #rowOf(message: Message): number {
    const at = this.model.messages.indexOf(message);
    const row = this.#db.prepare("SELECT id FROM messages ORDER BY id LIMIT 1 OFFSET ?").get(at);
    return Number(row?.["id"]);
  }

  #keep(is: (message: Message) => boolean): void {
    const kept = this.model.messages.filter(is);
    this.model.messages.splice(0, Infinity, ...kept);
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#db.prepare(sql).run(...values);
  }
}

function copyOf({ sessions, messages }: Model): Model {
  return { sessions: new Map(sessions), messages: messages.map((message) => ({ ...message })) };
}

type Expected = Record<string, number>;

/** The difference of two models, told by what happened to each message. */
function differenceByOrigin(before: Model, after: Model): Expected {
  const counts: Expected = {};
  const add = (kind: ChangeKind): void => void (counts[kind] = (counts[kind] ?? 0) + 1);
  const now = new Map(after.messages.map((message) => [message.origin, message]));
  for (const message of before.messages) {
    const other = now.get(message.origin);
    now.delete(message.origin);
    if (other === undefined) add("removed message");
    else if (other.compacted > message.compacted) add("compacted");
    else if (other.active < message.active) add("rewound");
  }
  for (const _ of now.values()) add("added message");
  countSessions(before, after, add);
  return counts;
}

/** The same where messages are alike: a multiset of states for each thing that can be said. */
function differenceByCount(before: Model, after: Model): Expected {
  const counts: Expected = {};
  const add = (kind: ChangeKind): void => void (counts[kind] = (counts[kind] ?? 0) + 1);
  const said = ({ session, words }: Message): string => `${session} ${words}`;
  const older = Map.groupBy(before.messages, said);
  const newer = Map.groupBy(after.messages, said);
  for (const key of new Set([...older.keys(), ...newer.keys()])) {
    countStates(states(older.get(key)), states(newer.get(key)), add);
  }
  countSessions(before, after, add);
  return counts;
}

/** Active, rewound, compacted: 2, 0, 1. */
function states(messages: readonly Message[] = []): number[] {
  return messages.map(({ active, compacted }) => active * 2 + compacted);
}

function countStates(older: number[], newer: number[], add: (kind: ChangeKind) => void): void {
  const hasActive = newer.includes(2);
  const left = older.filter((state) => {
    const at = newer.indexOf(state);
    if (at >= 0) newer.splice(at, 1);
    return at < 0;
  });
  // No state is left on both sides, and what an older one was no longer counts.
  for (let at = left.length; at > 0; at--) {
    const after = newer.sort().shift();
    if (after === undefined) add("removed message");
    else if (after === 2) add("restored");
    else if (hasActive) add("superseded copy");
    else if (after === 1) add("compacted");
    else add("rewound");
  }
  for (const after of newer) add(after !== 2 && hasActive ? "superseded copy" : "added message");
}

function countSessions(before: Model, after: Model, add: (kind: ChangeKind) => void): void {
  for (const [id, title] of before.sessions) {
    if (!after.sessions.has(id)) add("removed session");
    else if (after.sessions.get(id) !== title) add("changed session");
  }
  for (const id of after.sessions.keys()) if (!before.sessions.has(id)) add("added session");
}

function found(older: string, newer: string): Expected {
  const { counts } = comparePaths(older, newer).comparison;
  const kinds = Object.entries(counts).filter(([kind, count]) =>
    count > 0 && kind !== "recreated session"
  );
  return Object.fromEntries(kinds);
}

function check(first: Step[], second: Step[], distinct: boolean): void {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    runSql(older, `PRAGMA page_size=512; ${TABLES}`);
    const before = new Store(older, { sessions: new Map(), messages: [] }, distinct);
    for (const one of first) before.apply(one);
    before.close();
    copyFileSync(older, newer);
    const after = new Store(newer, copyOf(before.model), distinct);
    for (const one of second) after.apply(one);
    after.close();
    const expected = distinct ? differenceByOrigin : differenceByCount;
    assert.deepEqual(found(older, newer), expected(before.model, after.model));
  });
}

/** `HERMENEUT_RUNS` asks for more than a quick look. */
const RUNS = Number(Deno.env.get("HERMENEUT_RUNS") ?? 40);

const steps = fc.array(step, { maxLength: 25 });

Deno.test("diff is what happened to each message, for any history", () => {
  fc.assert(fc.property(steps, steps, (first, second) => check(first, second, true)), {
    numRuns: RUNS,
  });
});

Deno.test("diff is the difference of two multisets where messages are alike", () => {
  fc.assert(fc.property(steps, steps, (first, second) => check(first, second, false)), {
    numRuns: RUNS,
  });
});
