/**
 * Which files this process may be refused, without opening any.
 *
 * @module
 */

import process from "node:process";
import type { FileFacts } from "../evidence/file.ts";

/** False when the file's mode says that it can be read; only then is a try spared. */
export function mayBeClosed({ kind, mode, uid }: FileFacts): boolean {
  const self = process.getuid?.();
  // Elsewhere a mode does not tell: a lock or a privacy rule may close a file.
  if (kind !== "file" || self === undefined || process.platform !== "linux") return true;
  if (self === 0) return false;
  return uid === self ? (mode & OWNER_MAY_READ) === 0 : (mode & ALL_MAY_READ) !== ALL_MAY_READ;
}

const OWNER_MAY_READ = 0o400;
const ALL_MAY_READ = 0o444;
