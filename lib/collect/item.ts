/**
 * One line of a bundle's manifest: a path that was visited, and what became of it.
 *
 * @module
 */

import type { FileFacts, FileKind } from "../evidence/file.ts";
import { isPlainPath } from "../evidence/named_tree.ts";
import { isoTime, nanosecondsOf } from "./recorded_time.ts";

/** What became of a path. */
export type Status =
  | "collected"
  | "excluded"
  | "secret-skipped"
  | "unreadable"
  | "special"
  | "link"
  | "changed"
  | "too-large";

/** Whose a path is, and by which rules it was judged. */
export interface Claim {
  /** Account, `docker:<volume>` or `podman:<volume>`; null when unknown. */
  readonly user: string | null;
  /** Path of the home; null outside of every home. */
  readonly home: string | null;
  /** Id of the home's form. */
  readonly homeForm: string | null;
  readonly profile: string | null;
  /** `docker:<name>` or `podman:<name>`. */
  readonly volume: string | null;
  /** Id of the catalog's entry. */
  readonly store: string | null;
  /** Id of the rule that flags it as a credential. */
  readonly secretRule: string | null;
}

/** Size in bytes and time of a file at one moment. */
export interface Moment {
  readonly size: number;
  readonly mtime: string | null;
}

/** A copy that was made. */
export interface Copy {
  /** Path in the bundle, `files/…`. */
  readonly stored: string;
  readonly sha256: string;
  /** Bytes that were copied. */
  readonly size: number;
  /** ISO times. */
  readonly readStart: string;
  readonly readEnd: string;
  /** Both given when the file was not the same afterwards. */
  readonly before?: Moment;
  readonly after?: Moment | null;
}

/** A line, before it is written. */
export interface Item {
  readonly facts: FileFacts;
  readonly claim: Claim;
  readonly status: Status;
  /** Id of the rule that decided; null when none did. */
  readonly rule: string | null;
  readonly reason: string | null;
  readonly copy: Copy | null;
  /** The process that held an unlinked file open. */
  readonly pid?: number;
}

/** The line, with the LF that ends it. */
export function manifestLine(item: Item): string {
  const { facts, claim, copy } = item;
  const line: Record<string, unknown> = {
    "path": facts.path,
    "stored": copy?.stored ?? null,
    "status": item.status,
    "kind": facts.kind,
    "rule": item.rule,
    "reason": item.reason,
    "agent": "hermes",
    "user": claim.user,
    "home": claim.home,
    "home_form": claim.homeForm,
    "profile": claim.profile,
    "volume": claim.volume,
    "store": claim.store,
    "secret": claim.secretRule !== null,
    "secret_rule": claim.secretRule,
    ...factsRecord(facts, copy),
    "sha256": copy?.sha256 ?? null,
    "read_start": copy?.readStart ?? null,
    "read_end": copy?.readEnd ?? null,
  };
  if (copy?.before !== undefined) {
    line["before"] = copy.before;
    line["after"] = copy.after ?? null;
  }
  if (item.pid !== undefined) line["pid"] = item.pid;
  return `${JSON.stringify(line)}\n`;
}

/** What the system says of a path, as the records keep it. */
export function factsRecord(facts: FileFacts, copy: Copy | null): Record<string, unknown> {
  const told = facts.kind !== "unknown";
  return {
    "size": copy?.size ?? (told ? facts.size : null),
    "mode": told ? `0${facts.mode.toString(8).padStart(3, "0")}` : null,
    "uid": told ? facts.uid : null,
    "gid": told ? facts.gid : null,
    "device": exact(facts.device),
    "inode": exact(facts.inode),
    "nlink": told ? facts.nlink : null,
    "link_target": facts.linkTarget,
    "mtime": told ? isoTime(facts.mtimeNs) : null,
    "ctime": told ? isoTime(facts.ctimeNs) : null,
    "birthtime": facts.birthtimeNs === 0n ? null : isoTime(facts.birthtimeNs),
  };
}

/** A number that JSON would round is kept as text. */
function exact(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

/** A line as it is read back. */
export interface RecordedItem {
  readonly facts: FileFacts;
  readonly stored: string | null;
  readonly status: Status;
  readonly reason: string;
  readonly sha256: string | null;
}

/** Reads a line; null for one that is cut off, or no line of a manifest. */
export function readManifestLine(text: string): RecordedItem | null {
  const line = objectOf(text);
  if (line === null || typeof line["path"] !== "string" || typeof line["status"] !== "string") {
    return null;
  }
  if (!isPlainPath(line["path"])) return null;
  const { stored, status, reason, sha256 } = line;
  return {
    facts: recordedFacts(line, line["path"]),
    stored: typeof stored === "string" ? stored : null,
    status: status as Status,
    reason: typeof reason === "string" ? reason : "",
    sha256: typeof sha256 === "string" ? sha256 : null,
  };
}

/** What {@linkcode factsRecord} kept, read back. */
export function recordedFacts(line: Record<string, unknown>, path: string): FileFacts {
  const { kind, link_target: target } = line;
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    kind: typeof kind === "string" ? kind as FileKind : "file",
    size: numberOf(line["size"]),
    mtimeNs: nanosecondsOf(line["mtime"]),
    ctimeNs: nanosecondsOf(line["ctime"]),
    birthtimeNs: nanosecondsOf(line["birthtime"]),
    mode: typeof line["mode"] === "string" ? parseInt(line["mode"], 8) || 0 : 0,
    uid: numberOf(line["uid"]),
    gid: numberOf(line["gid"]),
    device: bigintOf(line["device"]),
    inode: bigintOf(line["inode"]),
    nlink: numberOf(line["nlink"]) || 1,
    linkTarget: typeof target === "string" ? target : null,
    rawName: false,
  };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : null;
  } catch {
    return null;
  }
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function bigintOf(value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}
