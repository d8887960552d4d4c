/**
 * Everything `discover` tells: the homes and what is in them, and where else to
 * look.
 *
 * @module
 */

import process from "node:process";
import type { ContainerHome } from "./container_homes.ts";
import { type DatabaseFinding, lookAtDatabase } from "./database_finding.ts";
import { findByContent } from "./deep.ts";
import { type Finding, findingOf } from "./finding.ts";
import type { Hint } from "./hints.ts";
import type { EvidenceRequest, Home, Located, LocateOptions, StoreFile } from "./home.ts";
import { locatedIn } from "./located.ts";
import { databaseHolders, seesProcesses } from "./proc.ts";
import {
  shellHistories,
  type ShellHistory,
  type VirtualDisk,
  virtualDisks,
} from "./places_beside.ts";
import { leaveNamedFolders } from "./named_folders.ts";
import { type HomeOwner, ownerRule, type OwnerWish } from "./owner_rule.ts";
import { newSearch, type Search } from "./search.ts";
import { type Survey, surveyEvidence } from "./survey.ts";
import { networkMounts } from "./visit.ts";

/** A database that was found by what it holds, or that was named by itself. */
export interface LooseDatabase {
  readonly path: string;
  readonly store: string;
  /** Null for a store that is no state.db. */
  readonly database: DatabaseFinding | null;
}

/** All that was found. */
export interface Discovery extends Located {
  readonly findings: readonly Finding[];
  /** Of every home that is there, also of those not asked for. */
  readonly owners: readonly HomeOwner[];
  /** Single files that were named, and with `deep` what was found by content. */
  readonly databases: readonly LooseDatabase[];
  readonly hints: readonly Hint[];
  /** Containers whose record speaks of Hermes, or whose home is one. */
  readonly containers: readonly ContainerHome[];
  readonly disks: readonly VirtualDisk[];
  readonly histories: readonly ShellHistory[];
  /** True when this machine was read. */
  readonly live: boolean;
  /** What helps against what was forbidden; empty when nothing was. */
  readonly help: string;
}

/** How the evidence is looked through. */
export interface DiscoverOptions extends LocateOptions, OwnerWish {
  readonly withoutWal?: boolean;
  /** Look for databases of Hermes' in any place, by what they hold. */
  readonly deep?: boolean;
}

/**
 * Looks through the evidence named. Nothing is written anywhere.
 *
 * @throws {OperandError} When an operand is missing or cannot be read
 */
export function discover(request: EvidenceRequest, options: DiscoverOptions): Discovery {
  const search = newSearch(options.catalog, options);
  const survey = surveyEvidence(request, { ...options, search });
  const located = locatedIn(survey, search);
  const homes = located.homes.filter(ownerRule(options));
  const live = survey.machines.some(({ place }) => place.live);
  const trees = new Set([
    survey.local.named.tree,
    ...survey.machines.filter(({ place }) => place.live).map(({ place }) => place.tree),
  ]);
  const isLocal = ({ tree }: Home): boolean => trees.has(tree);
  const holders = homes.some(isLocal) && seesProcesses() ? databaseHolders() : null;
  const paths = new Set(located.homes.flatMap(({ path, names }) => [path, ...names]));
  const withoutWal = options.withoutWal === true;
  const findings = homes.map((home) =>
    findingOf(home, {
      search,
      withoutWal,
      homes: paths,
      holders: isLocal(home) ? holders : null,
    })
  );
  leaveNamedFolders(findings, { search, mounts: homes.some(isLocal) ? networkMounts() : [] });
  const beside = besideHomes(survey, search);
  const databases = [
    ...located.loose.map((file) => looseDatabase(file, { search, withoutWal })),
    ...(options.deep === true ? deepDatabases(survey, findings, { search, withoutWal }) : []),
  ];
  const { notes, refused, notVisited } = search;
  return {
    ...located,
    homes,
    findings,
    owners: located.homes,
    databases,
    ...beside,
    live,
    notes,
    refused,
    notVisited,
    help: refused.some(({ why }) => isForbidden(why)) ? helpOnThisSystem() : "",
  };
}

function besideHomes(
  survey: Survey,
  search: Search,
): Pick<Discovery, "hints" | "containers" | "disks" | "histories"> {
  const { machines } = survey;
  return {
    hints: machines.flatMap(({ hints }) => hints),
    containers: machines.flatMap(({ containers, candidates }) => {
      const homes = new Set(candidates.map(({ path }) => path));
      return containers.filter(({ named, path }) => named || (path !== null && homes.has(path)));
    }),
    disks: machines.flatMap(({ place, accounts }) => virtualDisks(place, accounts)),
    histories: machines.flatMap(({ place, accounts }) => shellHistories(place, accounts, search)),
  };
}

interface LookOptions {
  readonly search: Search;
  readonly withoutWal: boolean;
}

function looseDatabase(file: StoreFile, options: LookOptions): LooseDatabase {
  const { search: { maxMemory }, withoutWal } = options;
  const isState = ["state_db", "state_db_copy", "state_snapshot"].includes(file.entry.id);
  const database = isState
    ? lookAtDatabase(file.tree, file.facts, { maxMemory, withoutWal })
    : null;
  return { path: file.path, store: file.entry.id, database };
}

function deepDatabases(
  survey: Survey,
  findings: readonly Finding[],
  options: LookOptions,
): LooseDatabase[] {
  const { search, withoutWal } = options;
  const known = new Set(findings.flatMap(({ home, database, stores }) => [
    ...(database === null ? [] : [database.path]),
    ...stores.map(({ path }) => path),
    ...home.shared.keys(),
  ]));
  const places = survey.machines.map(({ place }) => place);
  return places.flatMap((place) => findByContent(place, known, search)).map((found) => {
    const { place: { tree }, path, store } = found;
    const facts = tree.facts(path);
    const look = { maxMemory: search.maxMemory, withoutWal };
    const isState = store === "state_db" && facts !== null;
    return { path, store, database: isState ? lookAtDatabase(tree, facts, look) : null };
  });
}

/** True for what the system forbids, against which other rights help. */
export function isForbidden(why: string): boolean {
  return /\((?:EACCES|EPERM)\)/.test(why);
}

function helpOnThisSystem(): string {
  switch (process.platform) {
    case "darwin":
      return "give the terminal Full Disk Access (System Settings, Privacy) and run as root";
    case "win32":
      return "run from a terminal opened as administrator";
    default:
      return "run as root";
  }
}
