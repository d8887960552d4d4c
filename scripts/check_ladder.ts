/**
 * Gate: imports go one way, down the ladder, and what only tests and scripts
 * may use stays there.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { type Fault, faultLines } from "./house/fault.ts";
import { climbs, type Edge, strays } from "./house/ladder.ts";
import { type Source, sourcesBelow } from "./house/sources.ts";

/**
 * All breaches of the ladder in a tree.
 *
 * @param root The repository's root on this machine
 * @throws When `deno info` cannot be run
 */
export function ladderFaults(root: string): Fault[] {
  const sources = sourcesBelow(root);
  const graph = graphOf(root, sources);
  const base = baseOf(root);
  return [...unread(graph, base), ...climbs(edgesIn(graph, base)), ...strays(sources)];
}

/** The part of `deno info --json` that is read here. */
interface Graph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly error?: string;
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

function baseOf(root: string): string {
  return pathToFileURL(`${root}/`).href;
}

/** What every module on the ladder imports, also those that main.ts does not reach. */
function graphOf(root: string, sources: readonly Source[]): Graph {
  const base = baseOf(root);
  const entry = sources
    .filter(({ path, isTest }) => !isTest && /^(?:main\.ts$|commands\/|lib\/|catalog\/)/.test(path))
    .map(({ path }) => `import ${JSON.stringify(base + encodeURI(path))};`)
    .join("\n");
  // `deno info` takes one module, so all of ours are named in one that exists only as its address.
  const address = `data:application/typescript,${encodeURIComponent(entry)}`;
  const told = execFileSync("deno", ["info", "--json", address], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(told);
}

/** Modules that are imported and cannot be loaded. */
function unread(graph: Graph, base: string): Fault[] {
  return graph.modules.flatMap(({ specifier, error }) =>
    error === undefined
      ? []
      : [{ path: local(specifier, base), line: 0, message: error.split("\n")[0] ?? error }]
  );
}

function edgesIn(graph: Graph, base: string): Edge[] {
  const edges: Edge[] = [];
  for (const { specifier, dependencies } of graph.modules) {
    if (!specifier.startsWith(base)) continue;
    for (const { code, type } of dependencies ?? []) {
      const to = code?.specifier ?? type?.specifier ?? "";
      if (to.startsWith(base)) edges.push({ from: local(specifier, base), to: local(to, base) });
    }
  }
  return edges;
}

function local(specifier: string, base: string): string {
  return specifier.startsWith(base) ? decodeURI(specifier.slice(base.length)) : specifier;
}

if (import.meta.main) {
  const faults = ladderFaults(process.cwd());
  for (const line of faultLines(faults)) console.error(line);
  console.log(`ladder: ${faults.length === 0 ? "imports go one way" : `${faults.length} faults`}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
