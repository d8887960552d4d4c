import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reading, sourcesOf, withHome } from "../../../testdata/session_home.ts";
import { SCHEMA_32, SMALL_SCHEMA } from "../../../testdata/state_rows.ts";
import type { Micros } from "../../row/row.ts";
import { formatMicros } from "../../row/time.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";
import { type Listing, listSessions } from "./list_sessions.ts";
import { sessionFilter, type SessionFilters } from "./session_filter.ts";
import { sessionJson } from "./session_json.ts";
import { sessionLines, treeLine, usageLines } from "./session_lines.ts";
import { sessionTree } from "./tree.ts";
import { heaviest, usageByModel } from "./usage.ts";

const T = 1793266000;

function listed(home: string, keepCopies = false, faults: string[] = []): Listing {
  return listSessions(sourcesOf(home), { ...reading(faults), keepCopies });
}

function ids(sessions: readonly ListedSession[]): (string | null)[] {
  return sessions.map(({ id }) => id);
}

function utc(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}

const STATE = `${SCHEMA_32}
  INSERT INTO sessions (id, source, model, title, parent_session_id, started_at, ended_at,
      end_reason, message_count, input_tokens, output_tokens, estimated_cost_usd, cwd, model_config)
    VALUES
    ('root', 'cli', 'm/one', 'Fix it', NULL, ${T}, ${T + 90}, 'compression', 2, 100, 50, 0.5,
      '/srv/work', NULL),
    ('next', 'cli', 'm/one', 'Fix it #2', 'root', ${T + 100}, NULL, NULL, 1, 10, 5, 0.25,
      '/srv/work/sub', NULL),
    ('fork', 'cli', 'm/two', NULL, 'next', ${T + 200}, NULL, NULL, 0, 0, 0, NULL, '/srv/worker',
      '{"_branched_from":"next"}'),
    ('sub', 'subagent', 'm/two', NULL, 'root', ${T + 50}, NULL, NULL, 0, NULL, NULL, 0.125, NULL,
      NULL),
    ('lost', 'telegram', NULL, NULL, 'nobody', ${T + 300}, NULL, NULL, 0, 7, 7, NULL, NULL, NULL),
    ('untimed', 'tui', NULL, 'Not dated', NULL, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL);
  INSERT INTO messages (session_id, role, content, timestamp, display_kind) VALUES
    ('root', 'user', 'hidden words', ${T}, 'hidden'),
    ('root', 'user', '${"p".repeat(70)}', ${T + 1}, NULL),
    ('root', 'assistant', 'answer', ${T + 80}, NULL),
    ('next', 'user', CAST(x'006a736f6e3a' AS TEXT) || '[{"type":"text","text":"see 😀"}]',
      ${T + 101}, NULL),
    ('next', 'assistant', 'late', 0, NULL),
    ('gone', 'user', 'orphan words', ${T + 400}, NULL);
  INSERT INTO state_meta VALUES
    ('gateway.retired_session.v1.gone', '{"retired_at":${T + 500},"expires":false}'),
    ('gateway.retired_session.v1.wiped', '{}'),
    ('gateway.retired_session.v1.dead', '{}');
`;

const SNAPSHOT = `${SCHEMA_32}
  INSERT INTO sessions (id, source, title, started_at, input_tokens, output_tokens, model) VALUES
    ('root', 'cli', 'Old title', ${T}, 1, 1, 'm/one'),
    ('dead', 'cli', 'Secret plan', ${T - 100}, 1000, 1, 'm/three');
  INSERT INTO messages (session_id, role, content, timestamp) VALUES
    ('dead', 'user', 'secret prompt', ${T - 99});
`;

const HOME = {
  "state.db": STATE,
  "state-snapshots/20261029-093016/state.db": SNAPSHOT,
  "state-snapshots/20261029-103016/state.db": SNAPSHOT,
};

Deno.test("sessions are listed once, the latest first, with what the messages say", () => {
  withHome(HOME, (home) => {
    const { sessions, vanished } = listed(home);
    assert.equal(vanished, 1);
    assert.deepEqual(ids(sessions), [
      ...["gone", "lost", "fork", "next", "sub", "root", "dead", "untimed"],
    ]);
    const by = new Map(sessions.map((session) => [session.id, session]));
    assert.deepEqual(sessions.map(({ activity }) => activity.messages), [1, 0, 0, 2, 0, 3, 1, 0]);
    assert.equal(by.get("root")?.preview, "p".repeat(63));
    assert.equal(by.get("next")?.preview, "see 😀");
    assert.equal(by.get("dead")?.preview, "secret prompt");
    assert.equal(by.get("root")?.copies, 2);
    assert.equal(by.get("root")?.row?.title, "Fix it");
    assert.equal(by.get("gone")?.row, null);
    assert.deepEqual(by.get("gone")?.deleted, { at: (T + 500) * 1e6 });
    assert.deepEqual(by.get("dead")?.deleted, { at: null });
    assert.match(by.get("dead")?.file.sourceFile ?? "", /20261029-103016/);
    assert.equal(utc(lastActive(by.get("next") as ListedSession)), "2026-10-29T09:28:21.000000Z");
    assert.equal(startOf(by.get("untimed") as ListedSession), null);
    assert.equal(listed(home, true).sessions.length, 11);
  });
});

Deno.test("the list answers the vendor's own query for recent sessions", () => {
  withHome({ "state.db": STATE.replace("'hidden')", "NULL)") }, (home) => {
    const db = new DatabaseSync(join(home, "state.db"));
    const rows = db.prepare(`
      SELECT s.id,
        COALESCE((SELECT SUBSTR(m.content, 1, 63) FROM messages m
          WHERE m.session_id = s.id AND m.role = 'user' AND m.content IS NOT NULL
          ORDER BY m.timestamp, m.id LIMIT 1), '') AS preview,
        COALESCE((SELECT MAX(m2.timestamp) FROM messages m2 WHERE m2.session_id = s.id),
          s.started_at) AS last_active
      FROM sessions s WHERE s.id IN ('root', 'fork', 'sub') ORDER BY s.started_at DESC`).all();
    db.close();
    const { sessions } = listed(home);
    const ours = sessions.filter(({ id }) => ["root", "fork", "sub"].includes(id ?? "")).map((
      session,
    ) => ({
      id: session.id,
      preview: session.preview,
      "last_active": (lastActive(session) ?? 0) / 1e6,
    }));
    assert.deepEqual(ours, rows.map((row) => ({ ...row })));
  });
});

Deno.test("usage answers the vendor's own query, and names the heaviest", () => {
  withHome({ "state.db": STATE }, (home) => {
    const db = new DatabaseSync(join(home, "state.db"));
    const rows = db.prepare(`
      SELECT model, COUNT(*) AS sessions, SUM(input_tokens) AS input, SUM(output_tokens) AS output,
        SUM(estimated_cost_usd) AS estimatedCost
      FROM sessions WHERE model IS NOT NULL GROUP BY model ORDER BY estimatedCost DESC`).all();
    const heavy = db.prepare(`SELECT id FROM sessions WHERE input_tokens IS NOT NULL
      ORDER BY input_tokens + output_tokens DESC, started_at DESC LIMIT 10`).all();
    db.close();
    const { sessions } = listed(home);
    const usage = usageByModel(sessions);
    assert.deepEqual(
      usage.filter(({ model }) => model !== null).map(
        ({ model, sessions, input, output, estimatedCost }) => ({
          model,
          sessions,
          input,
          output,
          estimatedCost,
        }),
      ),
      rows.map((row) => ({ ...row })),
    );
    assert.equal(usage.at(-1)?.model, null);
    assert.equal(usage.at(-1)?.sessions, 2);
    assert.deepEqual(ids(heaviest(sessions)).slice(0, -1), heavy.map((row) => row["id"]));
    assert.equal(heaviest(sessions).at(-1)?.id, "sub");
    const lines = usageLines(usage, heaviest(sessions));
    assert.match(lines.join("\n"), /m\/one: 2 sessions, 110 in, 55 out, .*\$0\.75 estimated/);
    assert.match(lines.join("\n"), /root: 150 tokens, \$0\.5 estimated, m\/one {2}"Fix it"/);
  });
});

Deno.test("sums keep all digits", () => {
  const sql = `${SCHEMA_32} INSERT INTO sessions (id, source, model, started_at, input_tokens,
    output_tokens) VALUES ('a', 'cli', 'm', ${T}, 9223372036854775807, 1), ('b', 'cli', 'm', ${T},
    9223372036854775807, 1);`;
  withHome({ "state.db": sql }, (home) => {
    const { sessions } = listed(home);
    assert.equal(usageByModel(sessions)[0]?.input, 18446744073709551614n);
    assert.match(sessionJson(sessions[0] as ListedSession), /"total_tokens":9223372036854775808,/);
  });
});

Deno.test("the tree hangs sessions under their parents, and says what is broken", () => {
  withHome(HOME, (home) => {
    const lines = [...sessionTree(listed(home).sessions)].map(treeLine);
    const short = lines.map((line) =>
      line.replace(/ {2}(?:cli|-|subagent|telegram|tui) .*?(?= {2}\[|$)/, "")
    );
    assert.deepEqual(short, [
      "gone  [no session record; deleted]",
      "lost  [parent nobody is not there]",
      "root",
      "  sub  [delegation]",
      "  next  [compression]",
      "    fork  [branch]",
      short[6],
      "untimed",
    ]);
    assert.match(short[6] ?? "", /^dead {2}\[deleted; from .*20261029-103016\/state\.db\]$/);
  });
});

Deno.test("cycles are told once and never followed", () => {
  const sql = `${SMALL_SCHEMA} ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
    INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES
    ('a', 'cli', ${T}, 'b'), ('b', 'cli', ${T}, 'a'), ('self', 'cli', ${T}, 'self'),
    ('leaf', 'cli', ${T}, 'b');`;
  withHome({ "state.db": sql }, (home) => {
    const nodes = [...sessionTree(listed(home).sessions)];
    assert.deepEqual(nodes.map(({ session, depth, broken }) => [session.id, depth, broken]), [
      ["a", 0, "cycle"],
      ["b", 1, null],
      ["leaf", 2, null],
      ["self", 0, "cycle"],
    ]);
    assert.match(
      treeLine(nodes[0] as typeof nodes[number]),
      /\[cycle: parent b descends from it\]/,
    );
  });
});

Deno.test("what hangs on a cycle is never told to be part of it", () => {
  const sql = `${SMALL_SCHEMA} ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
    INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES
    ('a', 'cli', ${T}, 'b'), ('b', 'cli', ${T + 1}, 'a'), ('leaf', 'cli', ${T + 2}, 'bough'),
    ('bough', 'cli', ${T + 3}, 'a');`;
  withHome({ "state.db": sql }, (home) => {
    const nodes = [...sessionTree(listed(home).sessions)];
    assert.deepEqual(
      nodes.map(({ session, depth, broken, root }) => [session.id, depth, broken, root]),
      [["a", 0, "cycle", "a"], ["b", 1, null, "a"], ["bough", 1, null, "a"], [
        "leaf",
        2,
        null,
        "a",
      ]],
    );
  });
});

Deno.test("a chain of 20,000 sessions is a tree like any other", () => {
  const sql = `${SMALL_SCHEMA} ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO sessions (id, source, started_at, parent_session_id)
      SELECT 's' || i, 'cli', ${T} + i, CASE WHEN i > 1 THEN 's' || (i - 1) END FROM n;`;
  withHome({ "state.db": sql }, (home) => {
    const nodes = [...sessionTree(listed(home).sessions)];
    assert.equal(nodes.length, 20_000);
    const last = nodes.at(-1) as typeof nodes[number];
    assert.equal(last.depth, 19_999);
    assert.equal(last.root, "s1");
    assert(treeLine(last).length < 200);
  });
});

const NONE: SessionFilters = {
  sources: [],
  notSources: [],
  sessions: [],
  title: null,
  projects: [],
  since: null,
  until: null,
};

Deno.test("sessions are filtered by source, title, project, id and time", () => {
  withHome(HOME, (home) => {
    const { sessions } = listed(home);
    const found = (filters: Partial<SessionFilters>): (string | null)[] =>
      ids(sessions.filter(sessionFilter({ ...NONE, ...filters })));
    assert.deepEqual(found({ sources: ["telegram", "tui"] }), ["lost", "untimed"]);
    assert.deepEqual(found({ notSources: ["cli"] }), ["gone", "lost", "sub", "untimed"]);
    assert.deepEqual(found({ title: "fix IT" }), ["next", "root"]);
    assert.deepEqual(found({ projects: ["/srv/work/"] }), ["next", "root"]);
    assert.deepEqual(found({ projects: ["/srv/worker", "/nowhere"] }), ["fork"]);
    assert.deepEqual(found({ projects: ["/"] }), ["fork", "next", "root"]);
    assert.deepEqual(found({ sessions: ["dead"] }), ["dead"]);
    assert.deepEqual(found({ since: (T + 150) * 1e6, until: (T + 250) * 1e6 }), [
      "fork",
      "untimed",
    ]);
    assert.deepEqual(found({ since: (T + 80) * 1e6, until: (T + 90) * 1e6 }), ["root", "untimed"]);
  });
});

Deno.test("folders of Windows are told by drive, in any case and with either slash", () => {
  const sql = `${SCHEMA_32} INSERT INTO sessions (id, source, started_at, cwd) VALUES
    ('a', 'cli', ${T}, 'C:\\Users\\Ana\\Site'), ('b', 'cli', ${T}, 'c:/users/ana/site/sub'),
    ('c', 'cli', ${T}, 'C:\\Users\\Ana\\Site2'), ('d', 'cli', ${T}, '/Users/Ana/Site');`;
  withHome({ "state.db": sql }, (home) => {
    const { sessions } = listed(home);
    const found = (project: string): (string | null)[] =>
      ids(sessions.filter(sessionFilter({ ...NONE, projects: [project] })));
    assert.deepEqual(found("c:\\users\\ana\\site\\"), ["a", "b"]);
    assert.deepEqual(found("\\\\?\\C:\\USERS\\ana\\Site"), ["a", "b"]);
    assert.deepEqual(found("C:\\"), ["a", "b", "c"]);
    assert.deepEqual(found("/users/ana/site"), []);
  });
});

Deno.test("lines say what hangs where, and keep evidence off the terminal", () => {
  withHome(HOME, (home) => {
    const { sessions } = listed(home);
    const text = sessions.map((session) => sessionLines(session).join("\n")).join("\n");
    assert.match(text, /root {2}cli {2}"Fix it"/);
    assert.match(text, /3 messages \(2 recorded\), 150 tokens, \$0\.5 estimated/);
    assert.match(text, /compression of root/);
    assert.match(text, /also in 2 other files/);
    assert.match(text, /no session record, only messages; deleted 2026-10-29T09:35:00\.000000Z$/m);
    assert.match(text, /started -, last active -, 0 messages/);
  });
  const back =
    `${SCHEMA_32} INSERT INTO sessions (id, source, started_at) VALUES ('a', 'cli', ${T});
    INSERT INTO state_meta VALUES ('gateway.retired_session.v1.a', '{}');`;
  withHome({ "state.db": back }, (home) => {
    const [session] = listed(home).sessions;
    assert.equal(sessionLines(session as ListedSession).at(-1), "    deleted, and there again");
  });
  const sql = `${SMALL_SCHEMA} INSERT INTO sessions (id, source) VALUES (char(27) || '[2J', 'c
    d');`;
  withHome({ "state.db": sql }, (home) => {
    const [session] = listed(home).sessions;
    assert.match(sessionLines(session as ListedSession).join("\n"), /^\\x1b\[2J {2}c d/);
  });
});

Deno.test("oldest and oddest schemas are listed too", () => {
  withHome({
    "state.db": `CREATE TABLE sessions (id TEXT, source TEXT, started_at REAL);
      CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
        timestamp REAL);
      INSERT INTO sessions VALUES ('a', 'cli', ${T}), (NULL, 'cli', ${T}), ('a', 'tui', ${T - 1});
      INSERT INTO messages VALUES (7, 'a', 'user', 'hi', ${T}), (8, NULL, 'user', 'who', ${T});`,
  }, (home) => {
    const { sessions } = listed(home);
    assert.deepEqual(ids(sessions), [null, "a", "a"]);
    assert.deepEqual(sessions.map(({ preview }) => preview), ["who", "hi", "hi"]);
  });
  withHome({
    "state.db": `CREATE TABLE messages (session_id TEXT, id INTEGER, role TEXT, content TEXT,
        timestamp REAL, PRIMARY KEY (session_id, id)) WITHOUT ROWID;
      INSERT INTO messages VALUES ('a', 2, 'user', 'second', ${T}), ('a', 1, 'user', 'first', ${T}),
        ('a', 3, 'user', 'x', ${T + 9}), ('b', 1, 'user', CAST(x'006a736f6e3a' AS TEXT) ||
          '["${"p".repeat(70)}"]', ${T});
      CREATE VIEW sessions AS SELECT 1;`,
  }, (home) => {
    const faults: string[] = [];
    const { sessions } = listed(home, false, faults);
    assert.deepEqual(ids(sessions), ["a", "b"]);
    assert.deepEqual(sessions.map(({ preview }) => preview), ["first", "p".repeat(63)]);
    assert.equal(sessions[0]?.activity.messages, 3);
    assert.equal(utc(lastActive(sessions[0] as ListedSession)), "2026-10-29T09:26:49.000000Z");
    assert.match(faults[0] ?? "", /sessions is not a table/);
  });
});
