/**
 * A folder that stands for a whole machine: a mounted image, a snapshot, a
 * triage tree. Nothing outside it is ever touched, wherever its links point.
 *
 * @module
 */

import { lstatSync } from "node:fs";
import { resolve as absolute } from "node:path";
import process from "node:process";
import { linkTarget } from "./disk_facts.ts";
import { type DiskOptions, diskTree } from "./disk_tree.ts";
import type { EvidenceTree } from "./file.ts";

/** Links followed for one path before it counts as a loop; the kernel's own limit. */
const MOST_LINKS = 40;

/**
 * A tree in which `/home/x` is `dir`/home/x, and an absolute link starts again
 * at `dir`.
 *
 * @param dir Path on this machine
 */
export function rootTree(dir: string, options: DiskOptions = {}): EvidenceTree {
  const root = absolute(dir).replaceAll(process.platform === "win32" ? "\\" : "/", "/")
    .replace(/\/+$/, "");
  const walk = (path: string, lastLink: "follow" | "keep"): string | null =>
    walked(root, path, lastLink);
  return diskTree({
    local(path): string | null {
      const inside = walk(path, "keep");
      return inside === null ? null : root + inside;
    },
    resolve(path): string | null {
      const inside = walk(path, "follow");
      return inside !== null && isThere(root + inside) ? inside : null;
    },
  }, options);
}

/** Resolves one name after the other, as the examined system would with `root` as its root. */
function walked(root: string, path: string, lastLink: "follow" | "keep"): string | null {
  let at: string[] = [];
  const todo = segments(path).reverse();
  for (let links = 0; todo.length > 0;) {
    const segment = todo.pop() ?? "";
    if (segment === "..") {
      at.pop();
      continue;
    }
    at.push(segment);
    if (lastLink === "keep" && todo.length === 0) break;
    const target = targetOf(`${root}/${at.join("/")}`);
    if (target === null) continue;
    if (++links > MOST_LINKS) return null;
    const inside = process.platform === "win32" ? withoutDrive(target) : target;
    at = inside.startsWith("/") ? [] : at.slice(0, -1);
    todo.push(...segments(inside).reverse());
  }
  return `/${at.join("/")}`;
}

/** Looks before it reads: most names are no links, and a refusal is dear. */
function targetOf(local: string): string | null {
  try {
    const stat = lstatSync(local, { throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? linkTarget(local) : null;
  } catch {
    return null;
  }
}

function segments(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

/** A Windows link says `\\?\C:\Users` or `C:\Users`: below the root that is `/Users`. */
function withoutDrive(target: string): string {
  return target.replaceAll("\\", "/").replace(/^\/\/[?.]\//, "").replace(/^[A-Za-z]:\//, "/");
}

function isThere(local: string): boolean {
  try {
    lstatSync(local);
    return true;
  } catch {
    // Raw names are only found by listing; the caller looks again.
    return local.includes("\ufffd");
  }
}
