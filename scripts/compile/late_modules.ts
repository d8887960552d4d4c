/**
 * Built-in modules of the runtime that the binary loads when it first uses them.
 *
 * Each takes Bun milliseconds to load. In the source they stay plain imports; a
 * package brings some of them to every start for what this program never does.
 *
 * @module
 */

import process from "node:process";

/** They give the program nothing but functions. */
export const LATE_MODULES: readonly string[] = [
  "node:child_process",
  "node:crypto",
  "node:timers/promises",
  "node:tty",
  "node:util",
  "node:zlib",
];

/**
 * A file of the bundle with each import from a late module turned into functions
 * that load the module at their first call.
 *
 * @param text As `deno bundle` writes it: one import of a built-in module to a line
 * @throws {Error} When an import is of another form, or names something that is
 *   no plain function
 */
export function withLateModules(text: string): string {
  return text.replace(IMPORT, (line, what: string, from: string) => {
    if (!LATE_MODULES.includes(from)) return line;
    const names = NAMES.exec(what)?.[1]?.split(",").map((name) => name.trim());
    if (names !== undefined) return names.map((name) => lateFunction(name, from)).join("\n");
    if (/^\w+$/.test(what)) return lateNamespace(what, from);
    throw new Error(`Expected names of functions from ${from}, found ${line}`);
  });
}

const IMPORT = /^import (.+) from "(node:[^"]+)";$/gm;
const NAMES = /^\{ ([^}]+) \}$/;

/** A function that puts the real one in its own place before it calls it. */
function lateFunction(name: string, from: string): string {
  const [exported = name, local = exported] = name.split(" as ");
  const found = Reflect.get(process.getBuiltinModule(from) ?? {}, exported);
  if (typeof found !== "function" || /^class\b/.test(String(found))) {
    throw new Error(`Expected a function ${exported} in ${from}, found ${typeof found}`);
  }
  const real = `globalThis.process.getBuiltinModule("${from}").${exported}`;
  return `function ${local}(...given) { ${local} = ${real}; return ${local}(...given); }`;
}

/** What stands for all of a module: an object that asks it for each name. */
function lateNamespace(local: string, from: string): string {
  const real = `globalThis.process.getBuiltinModule("${from}")`;
  return `const ${local} = new Proxy({}, { get: (_, name) => ${real}[name] });`;
}
