/**
 * From what the examiner named to the machines, homes and files in it.
 *
 * @module
 */

import { hostname } from "node:os";
import process from "node:process";
import type { EvidenceTree } from "../evidence/file.ts";
import type { Candidate } from "./candidate.ts";
import { borneOut } from "./elsewhere.ts";
import { holdsAnyStore, homeOfFolder } from "./folder_operand.ts";
import {
  type EvidenceRequest,
  type LocateOptions,
  OperandError,
  type RecordedFile,
  type RecordedHome,
  type StoreFile,
} from "./home.ts";
import { type LocalPlaces, localPlaces } from "./local_place.ts";
import { type Machine, searchMachine } from "./machine.ts";
import { namedHome } from "./named_homes.ts";
import { folderOperand, type Operand, operandOf } from "./operands.ts";
import { folderAt, type Place } from "./place.ts";
import { recogniseFile } from "./recognise.ts";
import { bundlePlaces, type RootPlaces, rootPlaces } from "./root_places.ts";
import type { Search } from "./search.ts";

/** All that was named, looked through. */
export interface Survey {
  readonly machines: Machine[];
  readonly candidates: Candidate[];
  readonly loose: StoreFile[];
  /** Folders the examiner named as roots, or that turned out to be. */
  readonly roots: RootPlaces[];
  readonly local: LocalPlaces;
  /** What bundles record of the machines they are of. */
  readonly recorded: Map<EvidenceTree, RecordedMachine>;
}

/** A machine's name and its time zone (IANA), each null when unknown. */
export interface RecordedMachine {
  readonly host: string | null;
  readonly zone: string | null;
}

/** How a survey is made. */
export interface SurveyOptions extends LocateOptions {
  readonly search: Search;
}

/**
 * Looks through the evidence.
 *
 * @throws {OperandError} When an operand is missing or cannot be read
 */
export function surveyEvidence(request: EvidenceRequest, options: SurveyOptions): Survey {
  const { search } = options;
  const operands = request.paths.map(operandOf);
  const roots = request.roots.map(folderOperand);
  const named = [...operands, ...roots].map(({ path }) => path);
  const survey: Survey = {
    machines: [],
    candidates: [],
    loose: [],
    roots: [],
    local: localPlaces([...named, ...request.homes], search),
    recorded: new Map(),
  };
  for (const operand of operands) addOperand(survey, operand, options);
  for (const { path } of roots) addRoot(survey, path, search);
  if (operands.length === 0 && roots.length === 0 && options.excludeLocal !== true) {
    addThisMachine(survey, search);
  }
  for (const given of request.homes) addHome(survey, given, search);
  return survey;
}

function addOperand(survey: Survey, operand: Operand, options: SurveyOptions): void {
  const { given, path, kind } = operand;
  const { search } = options;
  const place = survey.local.named;
  if (kind === "special") {
    throw new OperandError(`Cannot read ${given}: expected a file or a folder`);
  }
  if (addBundle(survey, operand, options)) return;
  if (kind === "file") {
    survey.loose.push(recogniseFile(place.tree, path, search));
    return;
  }
  const home = homeOfFolder(place, path, search);
  if (home !== null) {
    survey.candidates.push(home);
    return;
  }
  if (addRoot(survey, path, search)) return;
  // Nothing a root would hold: perhaps a home of which only settings are left.
  const named = namedHome(place, path, { search, via: "" });
  if (holdsAnyStore(named, search)) survey.candidates.push(named);
}

/** True when the operand is a bundle, which is then open. */
function addBundle(survey: Survey, operand: Operand, options: SurveyOptions): boolean {
  const { path, kind, given } = operand;
  const tree = survey.local.named.tree;
  const mayBe = kind === "file"
    ? path.toLowerCase().endsWith(".zip")
    : tree.facts(`${path}/${MANIFEST}`)?.kind === "file";
  if (!mayBe) return false;
  const bundle = options.openBundle?.(path) ?? null;
  if (bundle === null && kind === "file") {
    throw new OperandError(`Cannot read ${given}: expected a bundle with a ${MANIFEST}`);
  }
  if (bundle === null) return false;
  survey.recorded.set(bundle.tree, bundle);
  for (const line of bundle.notes) options.search.note(`${given}: ${line}`);
  for (const line of bundle.faults ?? []) options.search.refuse(`${given}/${MANIFEST}`, line);
  for (const place of bundlePlaces(bundle, options.search)) {
    survey.machines.push(searchMachine(place, options.search, false));
    for (const home of bundle.homes) addRecordedHome(survey, home, { place, ...options });
  }
  survey.loose.push(...bundle.files.flatMap((file) => recordedFile(bundle.tree, file, options)));
  return true;
}

/** A home that lies in the place, as it was recorded. */
function addRecordedHome(
  survey: Survey,
  home: RecordedHome,
  at: SurveyOptions & { readonly place: Place },
): void {
  const { place, catalog } = at;
  const form = catalog.forms.find(({ id }) => id === home.form);
  const isThere = home.path.startsWith(`${place.top}/`) && folderAt(place.tree, home.path) !== null;
  if (form !== undefined && isThere) survey.candidates.push({ place, via: "", ...home, form });
}

function recordedFile(
  tree: EvidenceTree,
  file: RecordedFile,
  { catalog }: SurveyOptions,
): StoreFile[] {
  const { path, store, user, profile } = file;
  const entry = catalog.entries.find(({ id }) => id === store);
  const facts = tree.facts(path);
  if (entry === undefined || facts === null) return [];
  return [{ home: null, tree, entry, path, sourceFile: path, facts, user, profile }];
}

/** The file that makes a folder, or a zip, a bundle. */
const MANIFEST = "manifest.jsonl";

/** False when nothing was found below it. */
function addRoot(survey: Survey, path: string, search: Search): boolean {
  if (survey.roots.some(({ dir }) => dir === path)) return true;
  const root = rootPlaces(path, search);
  survey.roots.push(root);
  const machines = root.places.map((place) => searchMachine(place, search, true));
  survey.machines.push(...machines);
  return machines.some(({ candidates }) => candidates.length > 0);
}

function addThisMachine(survey: Survey, search: Search): void {
  search.note(`no evidence named: reading this machine (${hostname()})`);
  for (const place of survey.local.all) {
    survey.machines.push(searchMachine(place, search, false));
  }
  const { HERMES_HOME } = process.env;
  if (HERMES_HOME === undefined || HERMES_HOME === "") return;
  const place = survey.local.named;
  const namedBy = "HERMES_HOME of this process";
  const reason = place.mayNotVisit(HERMES_HOME);
  if (reason !== null) search.leave(HERMES_HOME, { namedBy, reason });
  else if (folderAt(place.tree, HERMES_HOME) !== null) {
    const accounts = survey.machines.flatMap((machine) => machine.accounts);
    const candidate = namedHome(place, HERMES_HOME, { search, via: namedBy });
    survey.candidates.push(...borneOut(candidate, { accounts, namedBy, search }));
  }
}

/** A home by its path in a root, else by its path on this machine. */
function addHome(survey: Survey, given: string, search: Search): void {
  const inRoot = survey.roots.flatMap(({ places }) => places)
    .find((place) => given.startsWith(`${place.top}/`) && folderAt(place.tree, given) !== null);
  if (inRoot !== undefined) {
    survey.candidates.push(namedHome(inRoot, given, { search, via: "named" }));
    return;
  }
  const { path } = folderOperand(given);
  const root = survey.roots.find(({ dir }) => path.startsWith(`${dir}/`));
  const [place, inside] = root === undefined
    ? [survey.local.named, path]
    : [root.places[0] ?? survey.local.named, path.slice(root.dir.length)];
  survey.candidates.push(namedHome(place, inside, { search, via: "named" }));
}
