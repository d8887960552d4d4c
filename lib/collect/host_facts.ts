/**
 * What is known of the examined host, and of the machine that collects.
 *
 * @module
 */

import { hostname, release, type, uptime } from "node:os";
import process from "node:process";
import type { EvidenceTree } from "../evidence/file.ts";
import { smallText } from "../discover/small_text.ts";

/** The facts of one machine; null for what is not known. */
export interface HostFacts {
  readonly name: string | null;
  readonly os: string | null;
  /** IANA name. */
  readonly timeZone: string | null;
  /** Its clock when asked, and when it was started; ISO times. */
  readonly clock: string | null;
  readonly bootTime: string | null;
}

/** The facts of this machine. */
export function thisMachine(now: Date): HostFacts {
  return {
    name: hostname(),
    os: `${type()} ${release()} ${process.arch}`,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? null,
    clock: now.toISOString(),
    bootTime: bootTime(now),
  };
}

/** What a tree says of the machine it stands for: hostname(5), os-release(5), localtime(5). */
export function machineIn(tree: EvidenceTree): HostFacts {
  const name = smallText(tree, "/etc/hostname")?.trim() ?? "";
  const release = smallText(tree, "/etc/os-release") ?? "";
  return {
    name: name === "" ? null : name,
    os: /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? null,
    timeZone: zoneIn(tree),
    clock: null,
    bootTime: null,
  };
}

function bootTime(now: Date): string | null {
  try {
    return new Date(now.getTime() - uptime() * 1000).toISOString();
  } catch {
    return null;
  }
}

function zoneIn(tree: EvidenceTree): string | null {
  const link = tree.facts("/etc/localtime")?.linkTarget ?? "";
  const named = /zoneinfo\/(.+)$/.exec(link)?.[1] ?? smallText(tree, "/etc/timezone")?.trim() ?? "";
  return /^[A-Za-z][\w+\-/]*$/.test(named) ? named : null;
}
