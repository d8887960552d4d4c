/**
 * A tree of names that are known beforehand: those of a bundle's manifest, or of
 * a zip's directory. Links are followed among them as the examined system would.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "./file.ts";
import { fileFacts, folderFacts } from "./plain_facts.ts";

/** One name. */
export interface NamedFile {
  readonly facts: FileFacts;
  /**
   * Opens a regular file; `companion` is the tree's own, whatever it gives.
   *
   * @param facts With the path it was asked for
   * @throws {EvidenceError} `unreadable`
   */
  open(facts: FileFacts): EvidenceFile;
  /** Why a folder could not be listed; absent for every other name. */
  readonly closed?: string;
}

/** A tree of the names; folders are told by the paths that lie in them. */
export function namedTree(files: readonly NamedFile[]): EvidenceTree {
  const names = indexed(files);
  const resolve = (path: string): string | null => walked(names, path, "follow");
  const factsAt = (path: string): FileFacts | null => {
    const real = walked(names, path, "keep");
    return real === null ? hidden(names, path) : shown(names.get(real)?.facts ?? null, path);
  };
  const open = (path: string): EvidenceFile => {
    const asked = factsAt(path);
    if (asked === null) throw new EvidenceError("unreadable", path, "No such file");
    const real = resolve(path);
    const found = real === null ? undefined : names.get(real);
    const { kind, refused = "Cannot be reached" } = found?.facts ?? asked;
    if (kind === "unknown") throw new EvidenceError("unreadable", path, refused);
    if (found?.file === undefined || found.facts.kind !== "file") {
      throw new EvidenceError("not-a-regular-file", path, "not a regular file");
    }
    // SQLite looks for companions beside the file a link leads to.
    const beside = asked.kind === "link" && real !== null ? real : path;
    const file = found.file.open({ ...found.facts, path, name: asked.name });
    return { ...file, companion: (suffix) => companion(beside + suffix) };
  };
  const companion = (path: string): EvidenceFile | null => {
    const real = resolve(path);
    return real !== null && names.get(real)?.facts.kind === "file" ? open(path) : null;
  };
  return {
    facts: factsAt,
    list(path): FileFacts[] {
      const real = resolve(path);
      const found = real === null ? undefined : names.get(real);
      const closed = found?.file?.closed;
      if (closed !== undefined) throw new EvidenceError("unreadable", path, closed);
      const children = found?.children;
      if (children === undefined) throw new EvidenceError("unreadable", path, "No such folder");
      const folder = path.endsWith("/") ? path : `${path}/`;
      return [...children].sort(byCodePoints).flatMap((name) =>
        shown(names.get(joined(real ?? "", name))?.facts ?? null, folder + name) ?? []
      );
    },
    open,
    resolve,
  };
}

/** What a closed folder holds nobody can tell: any name may be in it, and cannot be reached. */
function hidden(names: ReadonlyMap<string, Name>, path: string): FileFacts | null {
  for (let at = path; at !== "/" && at.includes("/");) {
    at = parentOf(at);
    const closed = names.get(at)?.file?.closed;
    if (closed !== undefined) return { ...fileFacts(path, 0), kind: "unknown", refused: closed };
  }
  return null;
}

interface Name {
  readonly facts: FileFacts;
  readonly file?: NamedFile;
  /** Of a folder: what lies in it. */
  readonly children?: Set<string>;
}

/** False for a path that goes up or stays: no file has one, and a walk would never end. */
export function isPlainPath(path: string): boolean {
  return path !== "" && !/(?:^|\/)\.\.?(?:\/|$)/.test(path);
}

function indexed(files: readonly NamedFile[]): Map<string, Name> {
  const names = new Map<string, Name>();
  const children = (folder: string): Set<string> => {
    const known = names.get(folder);
    if (known?.children !== undefined) return known.children;
    const made = { facts: known?.facts ?? folderFacts(folder), children: new Set<string>() };
    names.set(folder, made);
    return made.children;
  };
  children("/");
  for (const file of files) {
    const { path, kind } = file.facts;
    if (!isPlainPath(path)) continue;
    const known = names.get(path);
    const below = known?.children ?? (kind === "folder" ? new Set<string>() : undefined);
    names.set(path, {
      facts: file.facts,
      file,
      ...(below === undefined ? {} : { children: below }),
    });
    let at = path;
    while (at !== "/" && at.includes("/")) {
      const slash = at.lastIndexOf("/");
      const folder = slash === 0 ? "/" : at.slice(0, slash);
      const listed = children(folder);
      const name = at.slice(slash + 1);
      if (listed.has(name)) break;
      listed.add(name);
      at = folder;
    }
  }
  return names;
}

/** Links followed for one path before it counts as a loop; the kernel's own limit. */
const MOST_LINKS = 40;
const DRIVE = /^[A-Za-z]:$/;

/** Resolves one name after the other; null when the path leads nowhere. */
function walked(
  names: ReadonlyMap<string, Name>,
  path: string,
  lastLink: "follow" | "keep",
): string | null {
  let at = "/";
  const todo = path.split("/").reverse();
  for (let links = 0; todo.length > 0;) {
    const segment = todo.pop() ?? "";
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      at = parentOf(at);
      continue;
    }
    const next = at === "/" && !path.startsWith("/") && DRIVE.test(segment)
      ? segment
      : joined(at, segment);
    const target = names.get(next)?.facts.linkTarget ?? null;
    if (target === null || (lastLink === "keep" && todo.length === 0)) {
      at = next;
      continue;
    }
    if (++links > MOST_LINKS) return null;
    const { from, rest } = ledTo(target, at);
    at = from;
    todo.push(...rest.split("/").reverse());
  }
  return names.has(at) ? at : null;
}

/** Where a link in the folder `at` starts again, and by which names it goes on. */
function ledTo(target: string, at: string): { from: string; rest: string } {
  if (!DRIVE.test(at.slice(0, 2))) return { from: target.startsWith("/") ? "/" : at, rest: target };
  const path = windowsPath(target);
  const drive = path.slice(0, 2);
  return DRIVE.test(drive) ? { from: drive, rest: path.slice(2) } : { from: at, rest: path };
}

/** A Windows link says `\\?\C:\Users` or `C:\Users`. */
function windowsPath(target: string): string {
  return target.replaceAll("\\", "/").replace(/^\/\/?\?\?\/|^\/\/[?.]\//, "");
}

function joined(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash > 0 ? path.slice(0, slash) : slash === 0 ? "/" : path;
}

function shown(facts: FileFacts | null, path: string): FileFacts | null {
  if (facts === null) return null;
  const asked = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return { ...facts, path: asked, name: asked.slice(asked.lastIndexOf("/") + 1) };
}

function byCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
