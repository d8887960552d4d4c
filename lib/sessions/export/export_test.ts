import assert from "node:assert/strict";
import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reading, sourcesOf, withHome } from "../../../testdata/session_home.ts";
import { SCHEMA_32 } from "../../../testdata/state_rows.ts";
import { listSessions } from "../list/list_sessions.ts";
import type { ExportFormat } from "./export_lines.ts";
import { exportSessions } from "./export_sessions.ts";
import { safeFileName } from "./file_name.ts";
import { fileForEach } from "./session_files.ts";

const T = 1793266000;

const STATE = `${SCHEMA_32}
  INSERT INTO system_prompts VALUES ('h', 'You are careful.');
  INSERT INTO sessions (id, source, started_at, system_prompt_hash) VALUES
    ('s/1', 'cli', ${T}, 'h'), ('s2', 'cli', ${T}, NULL);
  INSERT INTO messages (id, session_id, role, content, tool_calls, tool_call_id, tool_name,
      timestamp, active, display_identity, reasoning) VALUES
    (9007199254740993, 's/1', 'tool', 'a' || char(0) || 'b', NULL, 'c1', 'terminal', ${T + 3}, 1,
      NULL, NULL),
    (1, 's/1', 'user', CAST(x'006a736f6e3a' AS TEXT) || '[{"type":"text","text":"hi"}]', NULL,
      NULL, NULL, ${T + 9}, 1, x'00ff', NULL),
    (2, 's/1', 'assistant', 'rewound', NULL, NULL, NULL, ${T + 1}, 0, NULL, NULL),
    (3, 's/1', 'assistant', '', '[{"id":"c1","function":{"name":"terminal"}}]', NULL, NULL,
      ${T + 2}, 1, NULL, 'think'),
    (4, 's/1', 'assistant', 'bad calls', '[{', NULL, NULL, ${T + 2}, 1, NULL, NULL),
    (5, 'orphan', 'user', 'left', NULL, NULL, NULL, ${T + 2}, 1, NULL, NULL);
`;

function exported(home: string, format: ExportFormat, ids: readonly string[] = []): string[] {
  const { sessions } = listSessions(sourcesOf(home), { ...reading(), keepCopies: false });
  const wanted = sessions.filter(({ id }) => ids.length === 0 || ids.includes(id ?? ""));
  let text = "";
  const sink = { start: () => {}, end: () => {}, write: (it: string) => void (text += it) };
  exportSessions(wanted, { ...reading(), format, sink });
  assert(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}

Deno.test("jsonl has every stored field of the session and its messages, by id", () => {
  withHome({ "state.db": STATE }, (home) => {
    const lines = exported(home, "jsonl", ["s/1"]);
    const [session, ...messages] = lines.map((line) => JSON.parse(line));
    assert.equal(session.record, "session");
    assert.equal(session.system_prompt, "You are careful.");
    assert.equal(session.system_prompt_hash, "h");
    assert.equal(session.git_branch, null);
    assert.deepEqual(messages.map(({ role }) => role), [
      ...["user", "assistant", "assistant", "assistant", "tool"],
    ]);
    assert.equal(messages[0].content, '\0json:[{"type":"text","text":"hi"}]');
    assert.equal(messages[0].display_identity, "x'00ff'");
    assert.equal(messages[1].active, 0);
    assert.equal(messages[4].content, "a\0b");
    assert.match(lines[5] ?? "", /"id":9007199254740993,/);
    const columns = [...SCHEMA_32.matchAll(/CREATE TABLE messages \(([^;]*)\);/g)][0]?.[1] ?? "";
    for (const name of columns.matchAll(/(\w+) (?:TEXT|REAL|INTEGER|BLOB)/g)) {
      assert((name[1] ?? "") in messages[0], `No ${name[1]}`);
    }
  });
});

Deno.test("hermes is one line in the vendor's shape", () => {
  withHome({ "state.db": STATE }, (home) => {
    const all = exported(home, "hermes").map((line) => JSON.parse(line));
    assert.deepEqual(all.map(({ id, messages }) => [id, messages.length]), [
      ["s/1", 5],
      ["s2", 0],
      ["orphan", 1],
    ]);
    assert.equal(all[2].has_record, false);
  });
});

Deno.test("openai is the conversation a model would be told again", () => {
  withHome({ "state.db": STATE }, (home) => {
    const [line = ""] = exported(home, "openai", ["s/1"]);
    assert.deepEqual(JSON.parse(line), {
      "session_id": "s/1",
      messages: [
        { role: "system", content: "You are careful." },
        { role: "user", content: [{ type: "text", text: "hi" }], timestamp: T + 9 },
        {
          role: "assistant",
          content: "",
          "tool_calls": [{ id: "c1", function: { name: "terminal" } }],
          reasoning: "think",
          timestamp: T + 2,
        },
        { role: "assistant", content: "bad calls", "tool_calls": "[{", timestamp: T + 2 },
        {
          role: "tool",
          content: "a\0b",
          "tool_call_id": "c1",
          name: "terminal",
          timestamp: T + 3,
        },
      ],
    });
  });
});

Deno.test("a file for each session has a safe name", () => {
  withHome({ "state.db": STATE }, (home, beside) => {
    const { sessions } = listSessions(sourcesOf(home), { ...reading(), keepCopies: false });
    const sink = fileForEach(join(beside, "out", "sessions"));
    const report = exportSessions(sessions, { ...reading(), format: "openai", sink });
    assert.deepEqual(report, { sessions: 3, left: 1 });
    const names = readdirSync(join(beside, "out", "sessions")).sort();
    assert.deepEqual(names, ["orphan.jsonl", "s%2F1.jsonl", "s2.jsonl"]);
    const text = readFileSync(join(beside, "out", "sessions", "s2.jsonl"), "utf8");
    assert.equal(text, '{"session_id":"s2","messages":[]}\n');
  });
});

Deno.test("safeFileName() is safe whatever the id", () => {
  const taken = new Set<string>();
  assert.equal(safeFileName("../../etc/passwd", taken), "%2E.%2F..%2Fetc%2Fpasswd");
  assert.equal(safeFileName("CON", taken), "%43ON");
  assert.equal(safeFileName("com1.log", taken), "%63om1.log");
  assert.equal(safeFileName("Größe", taken), "Gr%C3%B6%C3%9Fe");
  assert.equal(safeFileName("abc", taken), "abc");
  assert.equal(safeFileName("ABC", taken), "ABC~2");
  assert.equal(safeFileName(null, taken), "no%20session");
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (id) => {
    const name = safeFileName(id, new Set());
    assert.match(name, /^[A-Za-z0-9_%-]([A-Za-z0-9_%.-]*[A-Za-z0-9_%-])?$/);
    assert(name.length <= 150);
  }));
});
