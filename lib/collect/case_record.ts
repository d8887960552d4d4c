/**
 * case.json: what ran, for whom, on what, and how it ended.
 *
 * @module
 */

import type { Located, NotVisited } from "../discover/mod.ts";
import type { FileFacts } from "../evidence/file.ts";
import type { HostFacts } from "./host_facts.ts";
import { factsRecord, type Status } from "./item.ts";
import { actingVariables, steeringVariables } from "./steering.ts";

/** What the examiner says of the case. */
export interface CaseNotes {
  readonly caseName: string | null;
  readonly examiner: string | null;
  readonly notes: string | null;
}

/** What is known when the run begins. */
export interface CaseStart {
  /** The program and how it was called, as it says itself. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly notes: CaseNotes;
  readonly host: HostFacts;
  readonly collector: HostFacts;
  readonly start: Date;
  readonly located: Located;
}

/** What is known when it ends. */
export interface CaseEnd {
  readonly end: Date;
  /** Why it ended before all was collected; null when all was. */
  readonly stopped: string | null;
  readonly counts: Readonly<Partial<Record<Status, number>>>;
  /** Bytes of all copies. */
  readonly bytes: number;
  readonly folders: readonly FileFacts[];
  readonly notVisited: readonly NotVisited[];
}

/** The text of case.json; without an end it says that the bundle is incomplete. */
export function caseRecord(start: CaseStart, end: CaseEnd | null): string {
  const { about, notes, host, collector, located } = start;
  const complete = end !== null && end.stopped === null;
  const record = {
    "state": complete ? "complete" : "incomplete",
    "stopped": end?.stopped ?? null,
    "bundle_version": 1,
    "tool": { "name": "hermeneut", ...about },
    "case": notes.caseName,
    "examiner": notes.examiner,
    "notes": notes.notes,
    "host": hostRecord(host),
    "collected_on": hostRecord(collector),
    "environment": steeringVariables(),
    // What acted inside the program that made the copies, and could not be stopped.
    "environment_acting": actingVariables(),
    "start": start.start.toISOString(),
    "end": end?.end.toISOString() ?? null,
    "counts": end === null ? null : { ...end.counts, "bytes": end.bytes },
    "homes": located.homes.map((home) => ({
      "path": home.path,
      "names": home.names,
      "form": home.form.id,
      "user": home.user,
      "profile": home.profile,
      "parent": home.parent,
      "nested": home.nested,
      "via": home.via,
    })),
    "files": located.loose.map(({ path, entry, user, profile }) => ({
      "path": path,
      "store": entry.id,
      "user": user,
      "profile": profile,
    })),
    "folders": end?.folders.map((facts) => ({
      "path": facts.path,
      ...factsRecord(facts, null),
    })) ?? null,
    "not_visited": end?.notVisited.map(({ path, namedBy, reason }) => ({
      "path": path,
      "named_by": namedBy,
      "reason": reason,
    })) ?? null,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

function hostRecord(host: HostFacts): Record<string, string | null> {
  return {
    "name": host.name,
    "os": host.os,
    "time_zone": host.timeZone,
    "clock": host.clock,
    "boot_time": host.bootTime,
  };
}
