/**
 * What was discovered, for programs: one JSON document.
 *
 * @module
 */

import type { FileFacts } from "../evidence/file.ts";
import { printedJson } from "../row/escape.ts";
import type { Micros } from "../row/row.ts";
import { formatMicros, nanosToMicros } from "../row/time.ts";
import type { DatabaseFinding } from "./database_finding.ts";
import type { Discovery } from "./discover.ts";
import type { Finding } from "./finding.ts";

/** The whole report on one line. */
export function discoveryAsJson(found: Discovery): string {
  return printedJson({
    host: found.host,
    time_zone: found.zone,
    live: found.live,
    homes: found.findings.map(homeRecord),
    databases: found.databases.map(({ path, store, database }) => ({
      path,
      store,
      database: database === null ? null : databaseRecord(database),
    })),
    hints: found.hints.map(({ name, value, place, line, account, means }) => ({
      name,
      value,
      place,
      line,
      account,
      means,
    })),
    containers: found.containers.map(({ container, inside, path, how }) => ({
      engine: container.engine,
      id: container.id,
      name: container.name,
      image: container.image,
      record: container.record,
      environment: container.environment,
      home_inside: inside,
      home: path,
      how,
    })),
    virtual_disks: found.disks.map(({ facts, account }) => ({
      ...fileRecord(facts),
      account,
      means: "may hold homes: mount it, then --root",
    })),
    shell_histories: found.histories.map(({ facts, account, lines }) => ({
      ...fileRecord(facts),
      account,
      lines,
    })),
    not_visited: found.notVisited.map(({ path, namedBy, reason }) => ({
      path,
      named_by: namedBy,
      reason,
    })),
    unreadable: found.refused.map(({ path, why }) => ({ path, reason: why, helps: found.help })),
    notes: found.notes,
  });
}

function homeRecord(finding: Finding): Record<string, unknown> {
  const { home, database, stores, snapshots, coverage, holders } = finding;
  return {
    path: home.path,
    names: home.names,
    form: home.form.id,
    user: home.user,
    profile: home.profile,
    nested: home.nested,
    parent: home.parent,
    found_by: home.via === "" ? null : home.via,
    closed: finding.closed,
    empty: finding.empty,
    shared: Object.fromEntries(home.shared),
    database: database === null ? null : databaseRecord(database),
    stores: stores.map(({ entry, facts, fault }) => ({
      store: entry.id,
      standing: entry.standing,
      ...fileRecord(facts),
      fault,
    })),
    snapshots: snapshots.map(({ id, path, time, state, size }) => ({
      id,
      path,
      time: timeText(time),
      state,
      size,
    })),
    held_by: holders ?? "not determined on this system",
    environment_file_variables: finding.variables,
    coverage: {
      files: coverage.files,
      bytes: coverage.bytes,
      known: coverage.known.map(({ entry, files, bytes }) => ({ entry: entry.id, files, bytes })),
      credentials: coverage.credentials,
      unknown: coverage.unknown,
      excluded: coverage.excluded,
      special: coverage.special,
    },
  };
}

function databaseRecord(database: DatabaseFinding): Record<string, unknown> {
  const { overview, image, facts } = database;
  return {
    ...fileRecord(facts),
    state: database.state,
    reason: database.reason,
    schema_version: overview?.schemaVersion ?? null,
    sessions: overview?.sessions ?? null,
    messages: overview?.messages ?? null,
    first_activity: timeText(overview?.first ?? null),
    last_activity: timeText(overview?.last ?? null),
    tombstones: overview?.tombstones ?? null,
    unknown_schema: overview?.unknown ?? [],
    damage: overview?.faults ?? [],
    application_id: image?.applicationId ?? null,
    page_size: image?.pageSize ?? null,
    wal: image?.wal ?? (database.walSize === null ? null : { size: database.walSize }),
    journal: image?.journal ?? null,
  };
}

function fileRecord(facts: FileFacts): Record<string, unknown> {
  const { path, kind, size, mtimeNs } = facts;
  return { path, kind, size, mtime: timeText(nanosToMicros(mtimeNs)) };
}

function timeText(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}
