/**
 * Takes what was found: copies it, or records why not.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, FileFacts } from "../evidence/file.ts";
import { isSqlite } from "../discover/content.ts";
import { type Copied, copyBytes, holes } from "./copy.ts";
import { copyUnit, type UnitCopy, type UnitPart } from "./copy_unit.ts";
import { type Found, leave, type Left } from "./found.ts";
import type { Copy, Item, Moment } from "./item.ts";
import { isoTime } from "./recorded_time.ts";
import type { StoredNames } from "./stored_names.ts";
import { type Target, TooLargeForTarget } from "./target.ts";

/** Where copies go. */
export interface TakingOptions {
  readonly target: Target;
  readonly names: StoredNames;
  /** Bytes of a limit that the examiner set; null without one. */
  readonly maxFileSize: number | null;
  readonly now: () => Date;
  /** False for a file of which a part is nothing when it has grown meanwhile. */
  readonly mayGrow?: boolean;
}

/** Takes one thing after the other; knows the hard links it has taken. */
export type Taking = (found: Found) => Item[];

/** @throws {OutputError} From each call, when the target fails */
export function taking(options: TakingOptions): Taking {
  const copies = new Map<string, { path: string; copy: Copy }>();
  return (found) => {
    const { facts, fate, companions } = found;
    const known = copies.get(inodeOf(facts));
    if (fate.take && known !== undefined && companions.length === 0) {
      const reason = `A hard link: the same file as ${known.path}`;
      return [{ ...plainItem(found, facts), status: "collected", reason, copy: known.copy }];
    }
    const items = take(found, options);
    for (const { facts: taken, copy } of items) {
      if (taken.nlink > 1 && copy !== null) {
        copies.set(inodeOf(taken), { path: taken.path, copy });
      }
    }
    return items;
  };
}

function inodeOf(facts: FileFacts): string {
  return facts.nlink > 1 && facts.inode !== 0n ? `${facts.device}:${facts.inode}` : facts.path;
}

function take(found: Found, options: TakingOptions): Item[] {
  const { fate, facts } = found;
  if (!fate.take) return left(found, fate);
  try {
    const file = found.tree.open(facts.path);
    try {
      const endless = options.maxFileSize === null && isMostlyHoles(file);
      if (endless) return left(found, leave("too-large", MOSTLY_HOLES, "holes"));
      const isUnit = found.companions.length > 0 || isSqlite(file.read(0, 16));
      return isUnit ? takeUnit(found, file, options) : [takeFile(found, file, options)];
    } finally {
      file.close();
    }
  } catch (error) {
    return left(found, failed(found, error));
  }
}

/** What an error means for the file; one that is not about it passes. */
function failed(found: Found, error: unknown): Left {
  if (error instanceof TooLargeForTarget) {
    return leave("too-large", "Larger than the file system of the bundle can hold", "target");
  }
  if (!(error instanceof EvidenceError)) throw error;
  if (found.tree.facts(found.facts.path) === null) {
    return leave("changed", "Was gone before it was read");
  }
  return leave(error.fault === "changed" ? "changed" : "unreadable", error.message);
}

/** Nobody can hash a terabyte of nothing while he waits. */
const MOSTLY_HOLES = "Almost all of it is holes: take it with --max-file-size";
/** Bytes of holes that are read anyway. */
const MOST_HOLES = 4 * 1024 ** 3;

function isMostlyHoles(file: EvidenceFile): boolean {
  const empty = holes(file);
  return empty > MOST_HOLES && empty > file.size * 0.99;
}

/** A database that is left takes its companions with it. */
function left(found: Found, fate: Left): Item[] {
  const beside = found.companions.flatMap((suffix) => {
    const facts = found.tree.facts(found.facts.path + suffix);
    return facts === null ? [] : leftAlone(found, facts, fate);
  });
  return [leftAlone(found, found.facts, fate), ...beside];
}

function leftAlone(found: Found, facts: FileFacts, fate: Left): Item {
  const { status, rule, reason } = fate;
  return { ...plainItem(found, facts), status, rule, reason };
}

function plainItem(found: Found, facts: FileFacts): Item {
  const claim = facts.path === found.facts.path ? found.claim : found.claimOf(facts.path);
  return { facts, claim, status: "collected", rule: null, reason: null, copy: null };
}

function takeUnit(found: Found, main: EvidenceFile, options: TakingOptions): Item[] {
  const others = found.companions.filter((suffix) => suffix !== "-wal" && suffix !== "-journal");
  // The index of a log may appear with it.
  const suffixes = [...new Set([...others, "-shm"])];
  let unit: UnitCopy;
  const times = new Map<UnitPart, Copy>();
  const copyPart = (file: EvidenceFile): UnitPart => copiedPart(file, times, { ...options, found });
  try {
    unit = copyUnit(main, suffixes, copyPart);
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.fault === "changed") throw error;
    const isDatabase = error.fault === "unreadable";
    return takeEach(found, main, { ...options, mayGrow: !isDatabase });
  }
  const taken = unit.parts.map((part): Item => {
    const status = unit.changed === null ? "collected" : "changed";
    const copy = withMoments(times.get(part) as Copy, part);
    return { ...plainItem(found, part.before), status, reason: unit.changed, copy };
  });
  const told = new Set(unit.parts.map(({ before }) => before.path));
  return [...taken, ...goneItems(found, unit, told)];
}

/** Companions that were listed and have no copy. */
function goneItems(found: Found, unit: UnitCopy, told: ReadonlySet<string>): Item[] {
  return found.companions.flatMap((suffix) => {
    const path = found.facts.path + suffix;
    if (told.has(path)) return [];
    const refused = unit.refused.get(path);
    const facts = found.tree.facts(path);
    if (facts === null) return [];
    const fate = refused === undefined
      ? leave("changed", "Was not there while the database was copied")
      : leave("unreadable", refused);
    return leftAlone(found, facts, fate);
  });
}

/** What cannot be a unit, or of which a part cannot be read: each file by itself. */
function takeEach(found: Found, main: EvidenceFile, options: TakingOptions): Item[] {
  const items = [takeFile(found, main, options)];
  for (const suffix of found.companions) {
    const facts = found.tree.facts(main.path + suffix);
    if (facts === null) continue;
    const alone = { ...found, facts, claim: found.claimOf(facts.path), companions: [] };
    items.push(...takeAlone(alone, options));
  }
  return items;
}

function takeAlone(found: Found, options: TakingOptions): Item[] {
  try {
    const file = found.tree.open(found.facts.path);
    try {
      return [takeFile(found, file, options)];
    } finally {
      file.close();
    }
  } catch (error) {
    return left(found, failed(found, error));
  }
}

/** Tries before a file that is rewritten again and again counts as changed. */
const TRIES = 6;

function takeFile(found: Found, file: EvidenceFile, options: TakingOptions): Item {
  const times = new Map<UnitPart, Copy>();
  for (let tries = 1;; tries++) {
    const part = copiedPart(file, times, { ...options, found });
    const copy = withMoments(times.get(part) as Copy, part);
    const item = { ...plainItem(found, part.before), copy };
    // What was only added to is whole as far as it was copied.
    const grown = options.mayGrow !== false && copy.after != null &&
      copy.after.size > copy.size;
    if (copy.before === undefined || grown) return item;
    if (tries === TRIES) return { ...item, status: "changed", reason: "Changed while it was read" };
    part.discard();
  }
}

function copiedPart(
  file: EvidenceFile,
  times: Map<UnitPart, Copy>,
  options: TakingOptions & { readonly found: Found },
): UnitPart {
  const { target, names, now, found } = options;
  const before = file.now() ?? file.facts;
  const stored = names.of(file.path, bytesOfName(found, file.path));
  const readStart = now().toISOString();
  const member = target.begin(stored, Number(before.mtimeNs / 1_000_000n));
  let copied: Copied;
  try {
    copied = copyBytes(file, member);
    member.commit();
  } catch (error) {
    member.discard();
    throw error;
  }
  const part: UnitPart = {
    before: { ...file.facts, ...before, path: file.path },
    after: file.now(),
    copied,
    discard: () => member.discard(),
  };
  times.set(part, { stored, ...sizeAndHash(copied), readStart, readEnd: now().toISOString() });
  return part;
}

/** A companion's name is its database's, and what is added to it. */
function bytesOfName({ facts }: Found, path: string): Uint8Array | undefined {
  if (facts.nameBytes === undefined) return undefined;
  return Buffer.concat([facts.nameBytes, Buffer.from(path.slice(facts.path.length))]);
}

function sizeAndHash({ size, sha256 }: Copied): Pick<Copy, "size" | "sha256"> {
  return { size, sha256 };
}

/** Both states of a file that was not the same afterwards. */
function withMoments(copy: Copy, part: UnitPart): Copy {
  const [before, after] = [momentOf(part.before), part.after && momentOf(part.after)];
  const same = after !== null && before.size === after.size && before.mtime === after.mtime;
  return same ? copy : { ...copy, before, after };
}

function momentOf(facts: FileFacts): Moment {
  return { size: facts.size, mtime: isoTime(facts.mtimeNs) };
}
