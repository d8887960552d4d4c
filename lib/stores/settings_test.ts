import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { isTrouble } from "../row/trouble.ts";
import { settings } from "./settings.ts";
import { MOST_PARSED } from "./yaml_documents.ts";

const PATH = "/home/u/.hermes/config.yaml";
const AT = "2026-10-29T09:30:16.000000Z file-mtime system";

function read(content: Uint8Array | string, path = PATH): string[] {
  return printed(toldOf(settings, memoryFile(path, content)));
}

function setting(line: number, says: string): string {
  return `${AT} #${line} permission setting: ${says} (from config.yaml, file mtime)`;
}

const NOT_YAML = "- - system #- parser: not valid YAML [file]";

function notFlat(key: string, where: string): string {
  return `- - system #- parser: config.yaml ${key} is not a flat list (${where}) [file]`;
}

Deno.test("both keys, every style of entry", () => {
  assert.deepEqual(read(sampleBytes("settings", "block_lists")), [
    setting(7, "command_allowlist=recursive delete"),
    setting(8, "command_allowlist=docker compose *"),
    setting(9, 'command_allowlist=say "hi" # no comment'),
    setting(10, "command_allowlist=it is"),
    setting(11, "command_allowlist=it's"),
    setting(14, "command_allowlist=npm run build:*"),
    setting(15, "command_allowlist=a plain entry that its writer folded at column eighty"),
    setting(17, "command_allowlist=-"),
    setting(18, "command_allowlist=*"),
    setting(19, "command_allowlist=5"),
    setting(20, "command_allowlist=~"),
    setting(22, "approvals.mode=off"),
    setting(23, "approvals.cron_mode=deny"),
    setting(24, "approvals.timeout=0x1F"),
    setting(25, "approvals.unattended_mode=-"),
    setting(26, "approvals.empty=-"),
    setting(28, "approvals.deny=git push --force*"),
    setting(29, "approvals.deny=rm *"),
    setting(30, 'approvals.deny={"tool":"terminal","n":1.50,"big":12345678901234567890}'),
    setting(32, 'approvals.rules={"second":[1,"two",null,{"deep":true}],"1":"first"}'),
    setting(35, "approvals.text=two\nlines\n"),
  ]);
});

Deno.test("a file that is broken elsewhere keeps what stands under the keys", () => {
  assert.deepEqual(read(sampleBytes("settings", "broken_elsewhere")), [
    setting(4, "command_allowlist=ls"),
    setting(5, "command_allowlist=docker *"),
    setting(8, "approvals.mode=smart"),
    notFlat("approvals", "9: not valid YAML"),
  ]);
});

Deno.test("other shapes are told once, after the entries before them", () => {
  const shapes: [string, string[]][] = [
    ["command_allowlist: docker *\n", [notFlat("command_allowlist", "1: scalar")]],
    [`command_allowlist: '["git status", "ls"]'\n`, [notFlat("command_allowlist", "1: scalar")]],
    ["command_allowlist: {a: b}\n", [notFlat("command_allowlist", "1: mapping")]],
    ["command_allowlist:\n\t- ls\n", [notFlat("command_allowlist", "2: tab")]],
    ["base: &b\n- ls\ncommand_allowlist: *b\n", [notFlat("command_allowlist", "3: alias")]],
    ["command_allowlist:\n- ls\n- k: v\n- x\n", [
      setting(2, "command_allowlist=ls"),
      notFlat("command_allowlist", "3: mapping"),
    ]],
    ["command_allowlist:\n- ls\n- - x\n", [
      setting(2, "command_allowlist=ls"),
      notFlat("command_allowlist", "3: list"),
    ]],
    ["command_allowlist:\n- ls\n- |\n  two\n  lines\n", [
      setting(2, "command_allowlist=ls"),
      notFlat("command_allowlist", "3: block scalar"),
    ]],
    ["approvals: off\n", [notFlat("approvals", "1: scalar")]],
    ["approvals:\n- mode\n", [notFlat("approvals", "2: list")]],
    ["approvals:\n  rules: {k: 1, k: 2}\n", [notFlat("approvals", "2: alias or key inside")]],
    ["a: &a x\napprovals:\n  rules: {k: [*a]}\n", [notFlat("approvals", "3: alias or key inside")]],
  ];
  for (const [yaml, told] of shapes) assert.deepEqual(read(yaml), told, yaml);
});

Deno.test("flow lists, quoted keys, repeated keys, CR LF and a byte order mark are read", () => {
  const shapes: [string, string[]][] = [
    ["command_allowlist: [git status, 'ls -la']\n", ["1 git status", "1 ls -la"]],
    ["command_allowlist: [\n  git status,\n  ls ]\n", ["2 git status", "3 ls"]],
    ['"command_allowlist":\n    - ls\n', ["2 ls"]],
    ["command_allowlist:\n- a\nmodel: x\ncommand_allowlist:\n- b\n", ["2 a", "5 b"]],
    ["\uFEFFcommand_allowlist:\r\n- ls\r\n- pwd\r\n", ["2 ls", "3 pwd"]],
    ["{command_allowlist: [ls]}\n", ["1 ls"]],
    ["command_allowlist:\nmodel: x\n", []],
    ["command_allowlist: []\n", []],
    ["approvals: {}\n", []],
    ["approvals: []\n", []],
    ["approvals:\n  deny: []\n", []],
    ["command_allowlist: ~\napprovals: null\n", []],
    ["command_allowlist: [null, ~, 'null', '']\n", ["1 null", "1 ~", "1 null", "1 -"]],
    ["command_allowlist:\r- ls\r- pwd\r", ["2 ls", "3 pwd"]],
    ["command_allowlist:\n-\tls\n", ["2 ls"]],
    ["? command_allowlist\n: - ls\n", ["2 ls"]],
    ['"command\\u005fallowlist": [ls]\n', ["1 ls"]],
    ["&k !!str command_allowlist: !!seq &v [!!str ls]\n", ["1 ls"]],
    ["", []],
    ["# nothing set\n", []],
  ];
  for (const [yaml, entries] of shapes) {
    const told = entries.map((entry) => {
      const [line, value] = entry.split(/ (.*)/s);
      return setting(Number(line), `command_allowlist=${value}`);
    });
    assert.deepEqual(read(yaml), told, yaml);
  }
});

Deno.test("the settings of the whole machine are named with their path", () => {
  assert.deepEqual(read("approvals:\n  mode: manual\n", "/etc/hermes/config.yaml"), [
    `${AT} #2 permission setting: approvals.mode=manual (from /etc/hermes/config.yaml, file mtime)`,
  ]);
});

Deno.test("an approval that cannot be told hides no other", () => {
  const yaml = "x: &x 1\napprovals:\n  a: *x\n  b: off\n  c: [1, *x, *x, 3]\n  d: {q: *x}\n" +
    "  ? [z]\n  : 1\n  e: null\n";
  assert.deepEqual(read(yaml), [
    setting(4, "approvals.b=off"),
    setting(5, "approvals.c=1"),
    setting(5, "approvals.c=3"),
    setting(9, "approvals.e=null"),
    notFlat("approvals", "3: alias"),
    notFlat("approvals", "5: alias"),
    notFlat("approvals", "6: alias or key inside"),
    notFlat("approvals", "7: list"),
  ]);
});

Deno.test("words inside a scalar or a nested collection are never a key", () => {
  const ls = "command_allowlist:\n- ls\n";
  const shapes: [string, string[]][] = [
    [`a: "text\ncommand_allowlist:\n- rm -rf *\nend"\n${ls}`, [
      setting(6, "command_allowlist=ls"),
    ]],
    ["a: 'x\n\ncommand_allowlist: [fake]\n'\n", []],
    ["a: {\ncommand_allowlist: [fake]}", []],
    [`a: {b: [1,\ncommand_allowlist, {\napprovals: x}], "]": '}'\n}\n${ls}`, [
      setting(6, "command_allowlist=ls"),
    ]],
    [`a:\n  - "x\napprovals: {mode: fake}\n"\n  - y\n${ls}`, [setting(7, "command_allowlist=ls")]],
    [`a: |2\n  command_allowlist:\n  - x\n\n${ls}`, [setting(6, "command_allowlist=ls")]],
    [`a: >-\n\n   command_allowlist: [x]\n${ls}bad: {\n`, [
      setting(5, "command_allowlist=ls"),
    ]],
    [`a: "x\ncommand_allowlist: [fake]\n"\n${ls}bad: {\n`, [
      setting(5, "command_allowlist=ls"),
    ]],
    [`# "\na: it's # "\n${ls}bad: {\n`, [setting(4, "command_allowlist=ls")]],
    ["approvals: {\nmode: off,\ndeny: ['a\nb', c]}\n", [
      setting(2, "approvals.mode=off"),
      setting(3, "approvals.deny=a b"),
      setting(4, "approvals.deny=c"),
    ]],
    ["--- |\ncommand_allowlist:\n- a\n", ["- - system #- parser: not an object [file]"]],
  ];
  for (const [yaml, told] of shapes) assert.deepEqual(read(yaml), told, yaml);
});

Deno.test("what is opened and never closed hides no key behind it", () => {
  const opened = ["a: [x", "a: {b: [c}", 'a: "x', "a: 'x", 'a: "x\nb: "y"', "a: @x", "a: b: c"];
  for (const words of opened) {
    const line = words.split("\n").length + 2;
    assert.deepEqual(read(`${words}\ncommand_allowlist:\n- ls\n`), [
      setting(line, "command_allowlist=ls"),
    ], words);
  }
});

Deno.test("keys of a broken file are found however they are written", () => {
  const keys = [
    '"command_allowlist": [ls]',
    "'command_allowlist' : [ls]",
    '"command\\u005fallowlist": [ls]',
    "&k !!str command_allowlist: [ls]",
    "? command_allowlist\n: [ls]",
  ];
  for (const key of keys) {
    const line = key.split("\n").length;
    assert.deepEqual(read(`${key}\nbad: {\n`), [
      setting(line, "command_allowlist=ls"),
    ], key);
  }
});

Deno.test("every document of a file is read", () => {
  const ls = "command_allowlist:\n- ls\n";
  const shapes: [string, string[]][] = [
    [`other: 1\n---\n${ls}`, [setting(4, "command_allowlist=ls")]],
    [`...\n${ls}`, [setting(3, "command_allowlist=ls")]],
    [`---\n---\n${ls}`, [setting(4, "command_allowlist=ls")]],
    [`%YAML 1.2\n--- # c\n${ls}...\n`, [setting(4, "command_allowlist=ls")]],
    [`${ls}---\n${ls}`, [setting(2, "command_allowlist=ls"), setting(5, "command_allowlist=ls")]],
    [`a: {\n---\n${ls}`, [setting(4, "command_allowlist=ls")]],
    [`- a\n---\n${ls}`, [
      setting(4, "command_allowlist=ls"),
      "- - system #- parser: not an object [file]",
    ]],
    [`${"---\n".repeat(2000)}${ls}`, [setting(2002, "command_allowlist=ls")]],
  ];
  for (const [yaml, told] of shapes) assert.deepEqual(read(yaml), told, yaml);
});

Deno.test("a key that holds something gives its entries or an error row", () => {
  const list = "command_allowlist";
  const shapes: [string, string[]][] = [
    ["command_allowlist:\nx\n- ls\n", [notFlat(list, "2: not valid YAML")]],
    ["command_allowlist:\n-ls\n- pwd\n", [notFlat(list, "2: not valid YAML")]],
    ["approvals:\nx\n  mode: off\n", [notFlat("approvals", "2: not valid YAML")]],
    ["approvals:\nx: y\n  mode: off\n", [NOT_YAML]],
    ["command_allowlist:\n- a\nx\n- ls\n", [
      setting(2, "command_allowlist=a"),
      notFlat(list, "3: not valid YAML"),
    ]],
    ["? command_allowlist\n- ls\n", [notFlat(list, "2: not valid YAML")]],
    ["approvals:\n  ? deny\n  - ls\n", [notFlat("approvals", "3: not valid YAML")]],
    ["approvals:\n  a:\n  mode: off\n  deny:\n - ls\n", [
      setting(2, "approvals.a=-"),
      setting(3, "approvals.mode=off"),
      notFlat("approvals", "4: not valid YAML"),
    ]],
    ["  command_allowlist:\n  - ls\n  bad: {\n", [NOT_YAML]],
    ["{command_allowlist: [a]\n", [NOT_YAML]],
  ];
  for (const [yaml, told] of shapes) assert.deepEqual(read(yaml), told, yaml);
});

Deno.test("a file that is no mapping, or no YAML at all, is one row", () => {
  assert.deepEqual(read("- a\n- b\n"), ["- - system #- parser: not an object [file]"]);
  for (
    const broken of [
      "model: {never closed\n",
      "{-}\n",
      "[-]\n",
      "p: |\n\n  text\n command_allowlist:\n- x\n",
    ]
  ) {
    assert.deepEqual(read(broken), [NOT_YAML], broken);
  }
  const deep = `${"[".repeat(5_000)}\n`;
  assert.deepEqual(read(deep), ["- - system #- parser: cannot be read [file]"]);
});

Deno.test("aliases that multiply and endless nesting cost nothing", () => {
  const names = "abcdefghij".split("");
  const bomb = names.map((name, index) => {
    const before = names[index - 1];
    return `${name}: &${name} [${Array(9).fill(before === undefined ? "x" : `*${before}`)}]`;
  });
  const key = "command_allowlist:\n- ls\n";
  assert.deepEqual(read(`${bomb.join("\n")}\n${key}`), [setting(12, "command_allowlist=ls")]);
  const levels = ["[", "- ", "{a: ", "a: ", "? ", "- a: ", "!t ", "&a "];
  for (const deep of levels.map((level) => level.repeat(5_000))) {
    const [row, ...others] = read(`model: ${deep}\n${key}`);
    assert.equal(row, setting(3, "command_allowlist=ls"));
    assert(others.every((other) => other === NOT_YAML));
    const inside = read(`approvals:\n  x: ${deep}\n`);
    assert.equal(inside.length, 1);
    assert.match(
      inside[0] ?? "",
      /approvals is not a flat list \(\d: (nested too deeply|not valid YAML)\)/,
    );
  }
});

Deno.test("a key that is too large for the parser is told, and hides no other", () => {
  const key = "command_allowlist:\n- ls\n";
  const many = `approvals: {${Array(MOST_PARSED / 4).fill("a: 1, ").join("")}`;
  for (const large of [many, `${many}}`]) {
    assert.deepEqual(
      read(`${large}\n${key}`).toSorted(),
      [
        notFlat("approvals", "1: too large"),
        setting(3, "command_allowlist=ls"),
      ].toSorted(),
    );
  }
});

Deno.test("a settings file cut anywhere gives the entries before the cut", () => {
  const bytes = sampleBytes("settings", "block_lists");
  const whole = read(bytes);
  for (let cut = 0; cut < bytes.length; cut += 3) {
    const told = toldOf(settings, memoryFile(PATH, bytes.slice(0, cut)));
    const rows = printed(told.filter((item) => !isTrouble(item)));
    assert(told.filter(isTrouble).length <= 1, `Cut at byte ${cut}`);
    assert.deepEqual(
      rows.slice(0, -1),
      whole.slice(0, Math.max(0, rows.length - 1)),
      `Cut at ${cut}`,
    );
  }
});

Deno.test("noise is borne", () => {
  assertBearsNoise({ reader: settings, path: PATH, bytes: new Uint8Array(0) });
});
