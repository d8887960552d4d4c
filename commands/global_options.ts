/**
 * The options that every command takes.
 *
 * @module
 */

import {
  type Call,
  flagOption,
  listOption,
  type Option,
  textOption,
  UsageError,
} from "./command.ts";
import type { EvidenceRequest } from "../lib/discover/mod.ts";
import { type HostZone, zoneOf } from "../lib/row/host_time.ts";

/** In the order of help, after a command's own options. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    flags: "--root <dir>",
    help: "A mounted image, snapshot, triage tree or account folder",
    many: true,
  },
  { flags: "--home <dir>", help: "A Hermes home in any other place", many: true },
  { flags: "--user <name>", help: "Only homes or rows of this account", many: true },
  { flags: "--profile <name>", help: "Only this profile", many: true },
  { flags: "--out <path>", help: "Write here instead of standard output" },
  { flags: "--host <name>", help: "Name of the examined host, for the host column" },
  { flags: "--host-tz <zone>", help: "Zone of the examined host (IANA name, or recorded)" },
  { flags: "--without-wal", help: "Main database files alone: as of their last checkpoint" },
  { flags: "--max-memory <size>", help: "Memory for database images", standard: "512M" },
  { flags: "--work <dir>", help: "Folder for what does not fit into memory" },
  { flags: "--catalog <dir>", help: "Add an examiner's own catalog entries" },
  { flags: "--json", help: "Print JSON" },
  { flags: "--quiet", help: "Say nothing but warnings and errors" },
];

/** The evidence that the operands and options name. */
export function evidenceRequest(call: Call): EvidenceRequest {
  for (const operand of call.operands) {
    if (operand === "") throw new UsageError("Empty evidence operand: expected a path");
  }
  return {
    paths: call.operands,
    roots: listOption(call, "root"),
    homes: listOption(call, "home"),
  };
}

/** `--max-memory` in bytes. */
export function maxMemoryOption(call: Call): number {
  return sizeOption(call, "--max-memory") ?? sizeOf("--max-memory", "512M");
}

/**
 * An option that is a size, in bytes; null when it is not given.
 *
 * @throws {UsageError} When it is no size
 */
export function sizeOption(call: Call, flag: string): number | null {
  const name = flag.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const given = textOption(call, name);
  return given === null ? null : sizeOf(flag, given);
}

function sizeOf(flag: string, given: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?$/i.exec(given);
  if (match === null) {
    throw new UsageError(`Cannot read ${flag} ${given}: expected a size such as 512M or 2G`);
  }
  const power = "KMGT".indexOf((match[2] as string).toUpperCase() || " ") + 1;
  return Math.floor(Number(match[1]) * 1024 ** power);
}

/**
 * `--host-tz`; `recorded` takes the zone of the bundle.
 *
 * @param recorded The zone that the evidence records, or null
 */
export function hostZoneOption(call: Call, recorded: string | null): HostZone | null {
  const given = textOption(call, "hostTz");
  if (given === null) return null;
  if (given === "recorded" && recorded === null) {
    throw new UsageError(
      "Cannot use --host-tz recorded: expected evidence that records one zone for all of it",
    );
  }
  const name = given === "recorded" ? recorded as string : given;
  try {
    return zoneOf(name);
  } catch {
    throw new UsageError(`Unknown time zone ${name}: expected an IANA name such as Europe/Berlin`);
  }
}

/**
 * The zone that `--host-tz` names, for a command that converts no times; null for
 * `recorded`, or when it is not given.
 *
 * @throws {UsageError} When there is no such zone
 */
export function requireZone(call: Call): string | null {
  const given = textOption(call, "hostTz");
  if (given === null || given === "recorded") return null;
  hostZoneOption(call, null);
  return given;
}

/** True when data is wanted as JSON. */
export function wantsJson(call: Call): boolean {
  return flagOption(call, "json");
}
