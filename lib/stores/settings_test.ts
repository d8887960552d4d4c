import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { isTrouble } from "../row/trouble.ts";
import { settings } from "./settings.ts";

const PATH = "/home/u/.hermes/config.yaml";
const AT = "2026-10-29T09:30:16.000000Z file-mtime system";

function read(content: Uint8Array | string, path = PATH): string[] {
  return printed(toldOf(settings, memoryFile(path, content)));
}

function setting(line: number, says: string): string {
  return `${AT} #${line} permission setting: ${says} (from config.yaml, file mtime)`;
}

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
    ["a: &a x\napprovals:\n  mode: smart\n  deny: [*a]\n", [
      setting(3, "approvals.mode=smart"),
      notFlat("approvals", "4: alias"),
    ]],
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

Deno.test("a file that is no mapping, or no YAML at all, is one row", () => {
  assert.deepEqual(read("- a\n- b\n"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read("model: {never closed\n"), ["- - system #- parser: cannot be read [file]"]);
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
    assert.deepEqual(read(`model: ${deep}\n${key}`), [setting(3, "command_allowlist=ls")]);
    const inside = read(`approvals:\n  x: ${deep}\n`);
    assert.equal(inside.length, 1);
    assert.match(
      inside[0] ?? "",
      /approvals is not a flat list \(\d: (nested too deeply|not valid YAML)\)/,
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
