import assert from "node:assert/strict";
import fc from "fast-check";
import { join } from "node:path";
import { reading, sourcesOf, withHome } from "../../../testdata/session_home.ts";
import { SCHEMA_32, SMALL_SCHEMA } from "../../../testdata/state_rows.ts";
import type { Source } from "../../parse/mod.ts";
import { buildIndex } from "../index/build.ts";
import { fingerprintOf } from "../index/fingerprint.ts";
import { openIndex } from "../index/index_file.ts";
import { indexFaults, indexFingerprint, searchIndex } from "../index/search_index.ts";
import type { Filters } from "./asked.ts";
import { type Hit, hitJson, hitLines } from "./hit.ts";
import { readQuestion } from "./question.ts";
import { searchSources } from "./run.ts";

const NO_FILTERS: Filters = {
  sources: [],
  notSources: [],
  roles: [],
  sessions: [],
  title: null,
  since: null,
  until: null,
};

interface Asked {
  readonly filters?: Partial<Filters>;
  readonly limit?: number;
  readonly keepRepeats?: boolean;
}

function options(asked: Asked, hits: Hit[]): {
  filters: Filters;
  limit: number;
  keepRepeats: boolean;
  tell: (hit: Hit) => void;
} {
  return {
    filters: { ...NO_FILTERS, ...asked.filters },
    limit: asked.limit ?? Infinity,
    keepRepeats: asked.keepRepeats ?? false,
    tell: (hit) => hits.push(hit),
  };
}

function scanned(sources: readonly Source[], typed: string, asked: Asked = {}): Hit[] {
  const hits: Hit[] = [];
  searchSources(sources, readQuestion(typed), { ...reading(), ...options(asked, hits) });
  return hits;
}

function indexed(
  sources: readonly Source[],
  index: string,
  questions: readonly (readonly [string, Asked])[],
): Hit[][] {
  const made = { ...reading(), fingerprint: "now", onProgress: () => {} };
  buildIndex(index, sources.filter(({ kind }) => kind !== "settings"), made);
  const db = openIndex(index);
  assert(db !== null);
  try {
    return questions.map(([typed, asked]) => {
      const hits: Hit[] = [];
      searchIndex(db, readQuestion(typed), options(asked, hits));
      return hits;
    });
  } finally {
    db.close();
  }
}

/** `<file>#<line> <snippet>` of each hit. */
function lines(hits: readonly Hit[]): string[] {
  return hits.map(({ file, document, snippet }) =>
    `${file.sourceFile.split("/.hermes/")[1]}#${document.line} ${snippet}`
  );
}

function value(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const TALK = `${SCHEMA_32}
  INSERT INTO system_prompts VALUES ('h1', 'You fix Docker builds.');
  INSERT INTO sessions (id, source, model, title, started_at, system_prompt_hash) VALUES
    ('s1', 'cli', 'openai/gpt-5.1', 'Fix Docker Build', 1793266000, 'h1'),
    ('s2', 'telegram', 'openai/gpt-5.1', 'Fix Docker Build #2', 1793266100, NULL),
    ('s3', 'discord', NULL, 'Fix Docker Build #x', 1793266200, NULL);
  INSERT INTO messages (id, session_id, role, content, tool_calls, tool_name, timestamp, active)
    VALUES
    (1, 's1', 'user', 'the docker deployment fails', NULL, NULL, 1793266001, 1),
    (2, 's1', 'assistant', 'Looking.', ${
  value(
    '[{"id":"c1","function":{"name":"terminal","arguments":"{\\"command\\": \\"k\\\\u00fcche\\\\nnew\\"}"}}]',
  )
}, NULL, 1793266002, 1),
    (3, 's2', 'user', 'kubernetes error', NULL, NULL, 1793266003, 1),
    (4, 's1', 'tool', 'error: no space left', NULL, 'terminal', 1793266004, 1),
    (5, 's1', 'assistant', 'Deploy again. An exact phrase.', NULL, NULL, 1793266005, 0),
    (6, 's2', 'assistant', 'python 3, not java', NULL, NULL, 1793266006, 1),
    (7, 's2', 'user', 'python and 正在部署服务', NULL, NULL, 1793266007, 1),
    (8, 'gone', 'user', 'orphan error chat-send', NULL, NULL, 1793266008, 1),
    (9, 's3', 'user', CAST(x'006a736f6e3a' AS TEXT) || '[{"type":"text","text":"a docker picture"}]',
      NULL, NULL, 0, 1);
`;

Deno.test("search answers every row of the syntax table", () => {
  withHome({ "state.db": TALK }, (home) => {
    const sources = sourcesOf(home);
    const ask = (typed: string): string[] => lines(scanned(sources, typed));
    assert.deepEqual(ask("docker deployment"), [
      "state.db#1 the >>>docker<<< >>>deployment<<< fails",
    ]);
    assert.deepEqual(ask('"exact phrase"'), [
      "state.db#5 Deploy again. An >>>exact phrase<<<.",
    ]);
    assert.deepEqual(ask("docker OR kubernetes"), [
      "state.db#1 the >>>docker<<< deployment fails",
      "state.db#3 >>>kubernetes<<< error",
      "state.db#9 a >>>docker<<< picture",
      "state.db#null You fix >>>Docker<<< builds.",
    ]);
    assert.deepEqual(ask("python NOT java"), ["state.db#7 >>>python<<< and 正在部署服务"]);
    assert.deepEqual(ask("deploy*"), [
      "state.db#1 the docker >>>deploy<<<ment fails",
      "state.db#5 >>>Deploy<<< again. An exact phrase.",
    ]);
    for (const typed of ["chat-send", '"chat-send"', "chat-send AND"]) {
      assert.deepEqual(ask(typed), ["state.db#8 orphan error >>>chat-send<<<"]);
    }
    assert.deepEqual(ask('"kubernetes error'), ["state.db#3 >>>kubernetes<<< >>>error<<<"]);
    assert.deepEqual(ask("AND"), []);
    assert.deepEqual(ask("部署"), ["state.db#7 python and 正在>>>部署<<<服务"]);
    assert.deepEqual(ask("terminal space"), [
      "state.db#4 error: no >>>space<<< left",
    ]);
    assert.deepEqual(ask("kuche NEW").length, 1);
  });
});

Deno.test("search filters by source, role, session, title and time", () => {
  withHome({ "state.db": TALK }, (home) => {
    const sources = sourcesOf(home);
    const ids = (typed: string, filters: Partial<Filters>): unknown[] =>
      scanned(sources, typed, { filters }).map(({ document }) => document.line);
    assert.deepEqual(ids("error", {}), [3, 4, 8]);
    assert.deepEqual(ids("error", { sources: ["cli"] }), [4]);
    assert.deepEqual(ids("error", { notSources: ["telegram", "discord"] }), [4, 8]);
    assert.deepEqual(ids("error", { roles: ["user"] }), [3, 8]);
    assert.deepEqual(ids("docker", { roles: ["system_prompt"] }), [null]);
    assert.deepEqual(ids("error", { sessions: ["gone", "s1"] }), [4, 8]);
    assert.deepEqual(ids("python", { title: "Fix Docker Build" }), [6, 7]);
    assert.deepEqual(ids("docker", { title: "Fix Docker Build #x" }), [9]);
    assert.deepEqual(ids("docker", { title: "no such" }), []);
    assert.deepEqual(ids("error", { since: 1793266004e6, until: 1793266007e6 }), [4]);
    assert.deepEqual(ids("docker", { since: 1793266100e6 }), [9, null]);
  });
});

Deno.test("a hit has the documented keys, and one message before and after", () => {
  withHome({ "state.db": TALK }, (home) => {
    const [hit] = scanned(sourcesOf(home), "space");
    assert(hit !== undefined);
    const told = JSON.parse(hitJson(hit));
    assert.deepEqual(Object.keys(told).slice(0, 9), [
      ..."id session_id role timestamp snippet context source model session_started".split(" "),
    ]);
    assert.equal(told.id, 4);
    assert.equal(told.timestamp, 1793266004);
    assert.equal(told.session_started, 1793266000);
    assert.deepEqual(told.context, [
      { role: "assistant", content: "Looking." },
      { role: "tool", content: "error: no space left" },
      { role: "assistant", content: "Deploy again. An exact phrase." },
    ]);
    const [orphan] = scanned(sourcesOf(home), "orphan");
    assert.equal(orphan?.head, null);
    assert.equal(orphan?.context?.before, null);
    const [rewound] = scanned(sourcesOf(home), "exact");
    assert.deepEqual(rewound?.document.notes, ["inactive"]);
  });
});

Deno.test("a message without words shows beside a hit by what it did", () => {
  const call = (name: string, text: string): string =>
    JSON.stringify({ id: "c", function: { name, arguments: JSON.stringify({ command: text }) } });
  const calls = `[${call("terminal", "rm -rf /srv")},${call("read_file", "")}]`;
  const talk = `${SCHEMA_32}
    INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES
      ('s', 'assistant', '', ${value(calls)}, 1793266000),
      ('s', 'tool', 'needle one', NULL, 1793266001),
      ('s', 'assistant', NULL, '{"broken', 1793266002),
      ('s', 'tool', 'needle two', NULL, 1793266003),
      ('s', 'assistant', char(10), '[${call("x", "y".repeat(300))}]', 1793266004),
      ('s', 'assistant', 'needle three', NULL, 1793266005),
      ('s', 'assistant', '', NULL, 1793266006)`;
  withHome({ "state.db": talk }, (home, beside) => {
    const hits = scanned(sourcesOf(home), "needle");
    const around = hits.map(({ context }) => [context?.before?.content, context?.after?.content]);
    assert.deepEqual(around, [
      ['[terminal: rm -rf /srv; read_file: {"command":""}]', "[tool_calls is not valid JSON]"],
      ["[tool_calls is not valid JSON]", `[x: ${"y".repeat(196)}`],
      [`[x: ${"y".repeat(196)}`, ""],
    ]);
    assert.match(hits.flatMap(hitLines).join("\n"), /\n {4}assistant: -\n|\n {4}assistant: -$/);
    const [same] = indexed(sourcesOf(home), join(beside, "i.db"), [["needle", {}]]);
    assert.deepEqual(same?.map(hitJson), hits.map(hitJson));
  });
});

Deno.test("search falls back to parts of words when no word matches", () => {
  withHome({ "state.db": TALK }, (home) => {
    const sources = sourcesOf(home);
    assert.deepEqual(lines(scanned(sources, "ubernete")), [
      "state.db#3 k>>>ubernete<<<s error",
    ]);
    assert.deepEqual(lines(scanned(sources, "ocker-depl")), []);
    assert.deepEqual(lines(scanned(sources, '"ocker depl"')), [
      "state.db#1 the d>>>ocker depl<<<oyment fails",
    ]);
  });
});

const OLDER = `${SCHEMA_32}
  INSERT INTO sessions (id, source, title, started_at) VALUES
    ('s1', 'cli', 'Fix Docker Build', 1793266000), ('dead', 'cli', 'Secret', 1793260000);
  INSERT INTO messages (id, session_id, role, content, timestamp) VALUES
    (1, 's1', 'user', 'the docker deployment fails', 1793266001),
    (2, 'dead', 'user', 'docker secret', 1793260001),
    (3, 's1', 'user', 'ok docker', 1793266009),
    (4, 's1', 'user', 'ok docker', 1793266009);
`;

const LIVE = `${SCHEMA_32}
  INSERT INTO sessions (id, source, title, started_at) VALUES ('s1', 'cli', 'T', 1793266000);
  INSERT INTO messages (id, session_id, role, content, timestamp) VALUES
    (11, 's1', 'user', 'the docker deployment fails', 1793266001),
    (12, 's1', 'user', 'ok docker', 1793266009);
  INSERT INTO state_meta VALUES ('gateway.admission.result.v1.a1',
    '{"result":{"final_response":"docker answer"}}');
`;

const COPIED = {
  "state.db": LIVE,
  "state-snapshots/20261029-093016/state.db": OLDER,
  "sessions/dead.jsonl": '{"role":"user","content":"docker diverted","timestamp":1793260002}\n' +
    '{"role":"user","content":"docker secret","timestamp":1793260001}\n',
  "config.yaml": "approvals:\n  mode: docker\n",
};

Deno.test("search reads copies and other stores, and tells repeats one to one", () => {
  withHome(COPIED, (home) => {
    const sources = sourcesOf(home);
    const expected = [
      "state.db#11 the >>>docker<<< deployment fails",
      "state.db#12 ok >>>docker<<<",
      "state.db#1 surviving answer of deleted session: >>>docker<<< answer",
      "state-snapshots/20261029-093016/state.db#2 >>>docker<<< secret",
      "state-snapshots/20261029-093016/state.db#4 ok >>>docker<<<",
      "sessions/dead.jsonl#1 >>>docker<<< diverted",
    ];
    assert.deepEqual(lines(scanned(sources, "docker")), expected);
    assert.equal(scanned(sources, "docker", { keepRepeats: true }).length, 9);
    assert.deepEqual(lines(scanned(sources, "docker", { limit: 4 })), expected.slice(0, 4));
    const [secret] = scanned(sources, "secret");
    assert.equal(secret?.head?.title, "Secret");
    assert.equal(secret?.file.kind, "secondary");
  });
});

const LONG_TALK = `('a', 'cli', 'Long talk', 1793266000)`;

Deno.test("a title stands for one session of a home, in whichever file its words are", () => {
  const files = {
    "state.db": `${SCHEMA_32}
      INSERT INTO sessions (id, source, title, started_at) VALUES
        ${LONG_TALK}, ('b', 'cli', 'Long talk #2', 1793266100), ('c', 'cli', 'Now', 1793266200);
      INSERT INTO messages (session_id, role, content, timestamp) VALUES
        ('a', 'user', 'docker one', 1793266001), ('b', 'user', 'docker two', 1793266101),
        ('c', 'user', 'docker three', 1793266201);`,
    "state-snapshots/20261029-093016/state.db": `${SCHEMA_32}
      INSERT INTO sessions (id, source, title, started_at) VALUES
        ${LONG_TALK}, ('c', 'cli', 'Then', 1793266200);
      INSERT INTO messages (session_id, role, content, timestamp) VALUES
        ('a', 'user', 'docker one', 1793266001), ('c', 'user', 'docker gone', 1793266202);`,
    "sessions/b.jsonl": '{"role":"user","content":"docker diverted","timestamp":1793266102}\n',
  };
  const asked: [string, Asked][] = ["Long talk", "Then", "Now", "No such"].map((title) => [
    "docker",
    { filters: { title } },
  ]);
  const expected = [
    ["state.db#2 >>>docker<<< two", "sessions/b.jsonl#1 >>>docker<<< diverted"],
    [
      "state.db#3 >>>docker<<< three",
      "state-snapshots/20261029-093016/state.db#2 >>>docker<<< gone",
    ],
    [
      "state.db#3 >>>docker<<< three",
      "state-snapshots/20261029-093016/state.db#2 >>>docker<<< gone",
    ],
    [],
  ];
  withHome(files, (home, beside) => {
    const sources = sourcesOf(home);
    assert.deepEqual(
      asked.map(([typed, options]) => lines(scanned(sources, typed, options))),
      expected,
    );
    assert.deepEqual(indexed(sources, join(beside, "words.db"), asked).map(lines), expected);
  });
});

Deno.test("search reads what was said in rooms, also in a copy", () => {
  const rooms = (words: string): string =>
    `${SCHEMA_32}
    CREATE TABLE hosted_rooms (room_id TEXT, name TEXT);
    CREATE TABLE hosted_room_events (room_id TEXT, seq INTEGER, kind TEXT, actor_json TEXT,
      payload_json TEXT, created_at REAL);
    INSERT INTO hosted_rooms VALUES ('r1', 'Crew');
    INSERT INTO hosted_room_events VALUES ('r1', 1, 'message.user', '{"kind":"user","id":"u"}',
      '{"text":"${words}"}', 1793266000), ('r1', 2, 'room.activity', 'torn zebra', '{}', 1793266001);`;
  const files = {
    "state.db": rooms("zebra now"),
    "state-snapshots/20261029-093016/state.db": rooms("zebra then"),
  };
  withHome(files, (home, beside) => {
    const sources = sourcesOf(home);
    const hits = scanned(sources, "zebra");
    assert.deepEqual(lines(hits).map((it) => it.replace(/ .*>>>/, " >>>")), [
      "state.db#1 >>>zebra<<< now",
      "state.db#2 >>>zebra<<<",
      "state-snapshots/20261029-093016/state.db#1 >>>zebra<<< then",
    ]);
    assert.equal(hits[0]?.document.role, "system");
    const [found] = indexed(sources, join(beside, "words.db"), [["zebra", {}]]);
    assert.deepEqual(found?.map(hitJson), hits.map(hitJson));
  });
});

const WRITE = (path: string, content: string): string =>
  JSON.stringify([{
    id: "c1",
    function: { name: "write_file", arguments: JSON.stringify({ path, content }) },
  }]);

Deno.test("search reads all that a call was given, and records that do not decode", () => {
  const line = (content: string, words: string): string =>
    `{"role":"assistant","content":"${words}","tool_calls":${WRITE("/tmp/x", content)}}\n`;
  const files = {
    "state.db": LIVE,
    "sessions/a.jsonl": line("zebra für alle", "writing") +
      '{"role":"user","content":"torn giraffe wor\n',
    "sessions/b.jsonl": line("zebra two", "again"),
    "sessions/session_c.json": JSON.stringify({
      session_id: "c",
      messages: [{ role: "assistant", content: "", tool_calls: WRITE("/tmp/x", "zebra one") }],
    }),
  };
  const expected: [string, string[]][] = [
    ["zebra one", [
      'sessions/session_c.json#1 {"path":"/tmp/x","content":">>>zebra<<< >>>one<<<"}',
    ]],
    ["für", ['sessions/a.jsonl#1 {"path":"/tmp/x","content":"zebra >>>für<<< alle"}']],
    ["giraffe", [
      "sessions/a.jsonl#2 ...eable line (not valid JSON): " +
      '{"role":"user","content":"torn >>>giraffe<<< wor',
    ]],
    ["zebra write_file", [
      "sessions/a.jsonl#1 >>>write_file<<<",
      "sessions/b.jsonl#1 >>>write_file<<<",
      "sessions/session_c.json#1 >>>write_file<<<",
    ]],
  ];
  withHome(files, (home, beside) => {
    const sources = sourcesOf(home);
    const asked = expected.map(([typed]): [string, Asked] => [typed, {}]);
    const hits = asked.map(([typed]) => scanned(sources, typed));
    assert.deepEqual(hits.map(lines), expected.map(([, told]) => told));
    assert.deepEqual(hits[1]?.[0]?.context, {
      before: { role: "assistant", content: "writing" },
      own: { role: "assistant", content: "/tmp/x" },
      after: null,
    });
    assert.equal(hits[2]?.[0]?.context, null);
    assert.equal(hits[2]?.[0]?.document.sessionId, "a");
    const found = indexed(sources, join(beside, "words.db"), asked);
    assert.deepEqual(found.map((it) => it.map(hitJson)), hits.map((it) => it.map(hitJson)));
  });
});

Deno.test("search says which databases are damaged and goes on", () => {
  withHome({ "state.db": LIVE, "state-snapshots/20261029-093016/state.db": "" }, (home) => {
    Deno.writeTextFileSync(join(home, "state-snapshots/20261029-093016/state.db"), "nonsense");
    Deno.writeTextFileSync(join(home, "response_store.db"), "nonsense");
    const faults: string[] = [];
    const hits: Hit[] = [];
    const asked = { ...reading(faults), ...options({}, hits) };
    searchSources(sourcesOf(home), readQuestion("ok"), asked);
    assert.equal(hits.length, 1);
    assert.deepEqual(faults.map((it) => it.split("/.hermes/")[1]), [
      "state-snapshots/20261029-093016/state.db: not a SQLite database",
      "response_store.db: not a SQLite database",
    ]);
  });
});

Deno.test("an index gives the same hits as a scan, in the same order", () => {
  withHome(COPIED, (home, beside) => {
    const sources = sourcesOf(home);
    const questions: [string, Asked][] = [
      ["docker", {}],
      ["docker", { keepRepeats: true }],
      ["docker", { limit: 4 }],
      ["ocke", {}],
      ["docker", { filters: { sources: ["cli"], roles: ["user"] } }],
      ["docker NOT ok", { filters: { title: "Secret" } }],
    ];
    const found = indexed(sources, join(beside, "words.db"), questions);
    for (const [at, [typed, asked]] of questions.entries()) {
      const expected = scanned(sources, typed, asked);
      assert.deepEqual(found[at]?.map(hitJson), expected.map(hitJson), typed);
    }
  });
});

Deno.test("an index knows its evidence, its faults and other files", () => {
  withHome({ "state.db": TALK, "response_store.db": "" }, (home, beside) => {
    Deno.writeTextFileSync(join(home, "response_store.db"), "nonsense");
    const index = join(beside, "words.db");
    const sources = sourcesOf(home);
    assert.equal(openIndex(index), null);
    const fingerprint = fingerprintOf(sources, []);
    buildIndex(index, sources, { ...reading(), fingerprint, onProgress: () => {} });
    const db = openIndex(index);
    assert(db !== null);
    assert.equal(indexFingerprint(db), fingerprint);
    assert.deepEqual(indexFaults(db).map(({ message }) => message), ["not a SQLite database"]);
    db.close();
    assert.equal(fingerprintOf(sources, []), fingerprint);
    assert.notEqual(fingerprintOf(sources, [true]), fingerprint);
    Deno.utimeSync(join(home, "state.db"), 1, 1);
    assert.notEqual(fingerprintOf(sources, []), fingerprint);
    assert.throws(() => openIndex(join(home, "state.db")), /another kind of file/);
  });
});

const PIECES = ["a", "ab", "abc", "Bä", "é", "e\u0301", "日本", "部署", "日", "x1", "c\0d", "ａ"];
const GAPS = [" ", "-", ".", "\n", "", "\u0301", "。", "\\n"];

const words = fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...GAPS)), {
  maxLength: 5,
}).map((pairs) => pairs.flat().join(""));

const messages = fc.array(
  fc.record({
    session: fc.constantFrom("s1", "s2", "gone"),
    role: fc.constantFrom("user", "assistant", "tool"),
    content: fc.option(words),
    tool: fc.option(fc.constantFrom("terminal", "ab")),
    calls: fc.option(words.map((it) => JSON.stringify([{ function: { arguments: it } }]))),
    time: fc.constantFrom(0, 1793266001, 1793266002),
  }),
  { minLength: 1, maxLength: 8 },
);

const atoms = fc.oneof(
  fc.constantFrom("a", "ab", "ae", "e", "日", "日本", "本部", "x1", "terminal", "u", "bc", "d"),
  fc.constantFrom('"a ab"', '"日 x1"', "a-b", "日本*", "a*", '"b a"', '"。"'),
);

const typedQuestions = fc.array(atoms, { minLength: 1, maxLength: 3 }).chain((list) =>
  fc.array(fc.constantFrom(" ", " AND ", " OR ", " NOT "), { minLength: 3, maxLength: 3 })
    .map((joints) => list.map((it, at) => it + (list.length - 1 > at ? joints[at] : "")).join(""))
);

function insertSql(rows: readonly Record<string, unknown>[]): string {
  const literal = (it: unknown): string => {
    if (typeof it !== "string") return it === null ? "NULL" : String(it);
    return `CAST(x'${new TextEncoder().encode(it).toHex()}' AS TEXT)`;
  };
  return rows.map((row) => {
    const { session, role, content, calls, tool, time } = row;
    const cells = [session, role, content, calls, tool, time].map(literal).join(", ");
    return "INSERT INTO messages (session_id, role, content, tool_calls, tool_name, timestamp) " +
      `VALUES (${cells});`;
  }).join("\n");
}

Deno.test("scan and index find the same, whatever is asked of whatever", () => {
  const sessions = "INSERT INTO sessions (id, source) VALUES ('s1', 'cli'), ('s2', 'tui');";
  fc.assert(
    fc.property(messages, messages, fc.array(typedQuestions, { minLength: 6, maxLength: 6 }), (
      live,
      old,
      typed,
    ) => {
      const files = {
        "state.db": SMALL_SCHEMA + sessions + insertSql(live),
        "state-snapshots/20261029-093016/state.db": SMALL_SCHEMA + sessions + insertSql(old),
      };
      withHome(files, (home, beside) => {
        const sources = sourcesOf(home);
        const asked = typed.map((it): [string, Asked] => [it, {}]);
        const found = indexed(sources, join(beside, "words.db"), asked);
        for (const [at, it] of typed.entries()) {
          const expected = scanned(sources, it).map(hitJson);
          assert.deepEqual(found[at]?.map(hitJson), expected, it);
        }
      });
    }),
    { numRuns: 12 },
  );
});
