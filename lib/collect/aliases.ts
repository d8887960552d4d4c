/**
 * The links on the way to a home: its names on the examined host.
 *
 * @module
 */

import type { EvidenceTree, FileFacts } from "../evidence/file.ts";

/** Links followed before a path counts as a loop; the kernel's own limit. */
const MOST_LINKS = 40;

/** Every link that one comes by on a path, the path itself included, in that order. */
export function linksOnTheWay(tree: EvidenceTree, path: string): FileFacts[] {
  const links: FileFacts[] = [];
  let asked = path;
  for (let at = 1; links.length < MOST_LINKS;) {
    const slash = asked.indexOf("/", at);
    const name = slash < 0 ? asked : asked.slice(0, slash);
    const facts = /^[A-Za-z]:$/.test(name) ? null : tree.facts(name);
    if (facts?.kind === "link") {
      links.push(facts);
      const real = nextName(facts, name);
      asked = real + asked.slice(name.length);
      at = 1;
    } else if (slash < 0) break;
    else at = slash + 1;
  }
  return links;
}

/** Where one link leads, its own folder's path before a relative target. */
function nextName(facts: FileFacts, name: string): string {
  const target = (facts.linkTarget ?? "").replace(/\/+$/, "");
  const drive = /^[A-Za-z]:/.exec(name)?.[0];
  const plain = drive === undefined ? target : target.replaceAll("\\", "/");
  const stripped = plain.replace(/^\/\/?\?\?\/|^\/\/[?.]\//, "");
  const from = /^[A-Za-z]:\//.test(stripped) || stripped.startsWith("/")
    ? stripped
    : `${name.slice(0, name.lastIndexOf("/"))}/${stripped}`;
  return withoutDots(from);
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return path.startsWith("/") ? `/${kept.join("/")}` : kept.join("/");
}
