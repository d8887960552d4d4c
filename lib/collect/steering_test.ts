import assert from "node:assert/strict";
import process from "node:process";
import fc from "fast-check";
import {
  actingLines,
  actingVariables,
  environmentIn,
  steeringVariables,
  STOPPED,
  stopSteering,
  UNSTOPPABLE,
} from "./steering.ts";

const ENV = {
  PATH: "/bin",
  LD_PRELOAD: "/tmp/x.so",
  LD_LIBRARY_PATH: "",
  DYLD_INSERT_LIBRARIES: "/tmp/x.dylib",
  __COMPAT_LAYER: "WIN7RTM",
  "mimalloc_verbose": "1",
  MallocLogFile: "/tmp/log",
  "BUN_JSC_configFile": "/tmp/options",
  NODE_CHANNEL_FD: "3",
  NODE_CHANNEL_FDX: "3",
  LOG_TOKENS: "1",
  HERMES_HOME: "/srv/h",
  HERMES_API_KEY: "secret",
};

Deno.test("actingVariables() names what this system obeys, and nothing without a value", () => {
  const names = (platform: string): string[] =>
    actingVariables(ENV, platform).map(({ name }) => name);
  const everywhere = ["BUN_JSC_configFile", "NODE_CHANNEL_FD", "mimalloc_verbose"];
  assert.deepEqual(names("linux"), [
    ...["BUN_JSC_configFile", "LD_PRELOAD", "MallocLogFile", "NODE_CHANNEL_FD"],
    "mimalloc_verbose",
  ]);
  assert.deepEqual(names("darwin"), [
    ...["BUN_JSC_configFile", "DYLD_INSERT_LIBRARIES", "MallocLogFile", "NODE_CHANNEL_FD"],
    "mimalloc_verbose",
  ]);
  assert.deepEqual(names("win32").filter((name) => !everywhere.includes(name)), ["__COMPAT_LAYER"]);
});

Deno.test("steeringVariables() records every variable with its value, and no secret of Hermes", () => {
  const { PATH: _, NODE_CHANNEL_FDX, HERMES_API_KEY: __, ...recorded } = ENV;
  assert.deepEqual(steeringVariables(ENV), { ...recorded, NODE_CHANNEL_FDX });
});

Deno.test("every variable that acts is on record, and is told with name and value", () => {
  const beginnings = UNSTOPPABLE.map(({ name }) => name.replace("*", ""));
  const name = fc.tuple(fc.constantFrom(...beginnings, "HOME"), fc.stringMatching(/^[A-Z]{0,5}$/))
    .map((parts) => parts.join(""));
  const platform = fc.constantFrom("linux", "darwin", "win32");
  fc.assert(fc.property(fc.dictionary(name, fc.string()), platform, (env, platform) => {
    const acting = actingVariables(env, platform);
    const recorded = steeringVariables(env);
    for (const { name, value } of acting) assert.equal(recorded[name], value);
    const lines = actingLines(acting);
    assert.equal(lines.length, acting.length);
    for (const [at, { name, value }] of acting.entries()) {
      assert.ok(lines[at]?.startsWith(`${name}=${value} is set`), `${name} is not told`);
    }
  }));
});

Deno.test("environmentIn() reads what Linux keeps of an environment", () => {
  assert.deepEqual(environmentIn("A=1\0B==x\0A=2\0=odd\0none\0C=\0"), { A: "1", B: "=x", C: "" });
  assert.deepEqual(environmentIn(""), {});
});

Deno.test("stopSteering() takes away what would print among the data", () => {
  try {
    for (const { name } of STOPPED) process.env[name] = "1";
    stopSteering();
    for (const { name } of STOPPED) assert.equal(process.env[name], undefined);
  } finally {
    for (const { name } of STOPPED) delete process.env[name];
  }
});
