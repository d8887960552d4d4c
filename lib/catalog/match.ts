/**
 * The only path matcher of the program: discover, collect, parse and
 * explain-path agree because they all ask it.
 *
 * @module
 */

import type { CatalogData, Entry, HomeForm, Rule, RuleHit, Standing, Taking } from "./entry.ts";
import type { Indexed } from "./index.ts";
import type { Places } from "./places.ts";
import type { Rulebook, Rulebooks } from "./rulebook.ts";
import { insideOf, type UnderstandOptions } from "./understand.ts";
import type { Understood } from "./understood.ts";

/** What becomes of a path: as an entry says, or as a folder, excluded, or not claimed at all. */
export type Taken = Taking | "folder" | "excluded" | "unclaimed";

/** A path seen through the catalog. */
export interface Match {
  readonly understood: Understood;
  readonly entry: Entry | null;
  /** Id of the store that is read from it; null for a kept file, a folder or an unknown one. */
  readonly store: string | null;
  readonly standing: Standing | null;
  /** The suffix that makes it a companion of a database (`-wal`); null for everything else. */
  readonly companion: string | null;
  readonly taken: Taken;
  readonly exclusion: RuleHit | null;
  /** The rule that flags it; an exclusion wins over it. */
  readonly secret: RuleHit | null;
  /** Path of the outer home, for a home inside a home. */
  readonly inside: string | null;
}

/** A home that is known from the disk, so that a path inside it needs no guess. */
export interface KnownHome {
  readonly form: HomeForm;
  /** True for the home of a named profile. */
  readonly inProfile: boolean;
  /** Windows rules hold below it. */
  readonly ignoresCase: boolean;
}

/** What the rules say of a path relative to a home. */
export type RelativeMatch = Omit<Match, "understood" | "inside">;

/** What a matcher is made of. */
export interface MatcherParts {
  readonly data: CatalogData;
  readonly places: Places;
  readonly books: Rulebooks;
  readonly understand: (path: string, options?: UnderstandOptions) => Understood;
}

/** Matches a whole path. */
export function matchPath(parts: MatcherParts, path: string, options: UnderstandOptions): Match {
  const understood = parts.understand(path, options);
  if (understood.unclaimed !== null) return { ...NOTHING, understood, inside: null };
  if (understood.form === null) return matchOutside(parts, understood);
  const outer = matchInside(parts, understood, understood.form);
  if (outer.store !== null) return outer;
  const inner = innerMatch(parts, understood);
  if (inner === null) {
    return understood.form.byContent ? matchOutside(parts, outsideOf(understood)) : outer;
  }
  if (understood.form.byContent) return { ...inner, inside: null };
  return {
    ...inner,
    exclusion: outer.exclusion ?? inner.exclusion,
    secret: outer.secret ?? inner.secret,
    taken: outer.exclusion === null ? inner.taken : "excluded",
    inside: understood.home,
  };
}

/** Matches a path relative to a home that is known to be one. */
export function matchRelative(parts: MatcherParts, home: KnownHome, rest: string): RelativeMatch {
  const { form, ignoresCase } = home;
  const book = parts.books(form.root, ignoresCase);
  const asked = ignoresCase ? rest.toLowerCase() : rest;
  const found = readIn(book, asked, form);
  const exclusion = hitOf(book.exclusions.best(asked));
  const secret = hitOf(secretOf(book, home, asked));
  const folder = rest === "" || asked === form.profiles ||
    (found.companion === null && isFolder(book, asked, found.weight));
  const entry = folder ? folderEntry(book, asked) : found.entry;
  const store = folder || entry === null ? null : entry.reader;
  return {
    entry,
    store: found.companion === null ? store : null,
    standing: folder ? null : entry?.standing ?? null,
    companion: folder ? null : found.companion,
    taken: exclusion !== null ? "excluded" : folder ? "folder" : entry?.taking ?? "collected",
    exclusion,
    secret,
  };
}

const NOTHING: RelativeMatch = {
  entry: null,
  store: null,
  standing: null,
  companion: null,
  taken: "unclaimed",
  exclusion: null,
  secret: null,
};

function matchInside(parts: MatcherParts, understood: Understood, form: HomeForm): Match {
  const inProfile = understood.profile !== null && understood.profile !== "default";
  const home = { form, inProfile, ignoresCase: understood.ignoresCase };
  const match = matchRelative(parts, home, understood.rest);
  const folder = understood.folder && match.taken !== "excluded";
  const inside = { ...match, understood, inside: null };
  if (folder) return { ...inside, store: null, standing: null, taken: "folder" };
  // A profile inside a profile is nobody's store: Hermes never looks there.
  if (understood.nestedProfile) return { ...inside, ...UNREAD };
  if (match.store !== null || match.companion !== null || match.taken === "folder") return inside;
  return projectStore(parts, inside) ?? inside;
}

const UNREAD = { entry: null, store: null, standing: null, companion: null };

/** A run's project directory may lie inside a home. */
function projectStore(parts: MatcherParts, inside: Match): Match | null {
  const { understood } = inside;
  const name = understood.segments.at(-1) ?? "";
  const found = parts.books("project", understood.ignoresCase).projectStores
    .best(cased(name, understood));
  if (found === null) return null;
  return { ...inside, entry: found.value, store: found.value.id, standing: found.value.standing };
}

/** Files that are named wherever they lie: a project's. */
function matchOutside(parts: MatcherParts, understood: Understood): Match {
  const book = parts.books("project", understood.ignoresCase);
  const found = book.entries.bestAnywhere(cased(understood.segments.join("/"), understood));
  if (found === null || understood.folder && found.value.reader !== null) {
    return { ...NOTHING, understood, inside: null };
  }
  const entry = found.value;
  return {
    ...NOTHING,
    understood,
    entry,
    store: entry.reader,
    standing: entry.standing,
    taken: entry.taking,
    inside: null,
  };
}

/** A home further down the path: a volume that holds an account's folder, or a copy inside a home. */
function innerMatch(parts: MatcherParts, understood: Understood): Match | null {
  let from = understood.depth;
  for (;;) {
    const hit = parts.places.find(understood, from);
    if (hit === null) return null;
    from = hit.end;
    if (hit.place.form.byContent) continue;
    const inner = insideOf(understood, { hit, places: parts.places });
    return matchInside(parts, inner, hit.place.form);
  }
}

/** The path of a place that its content does not make a home. */
function outsideOf(understood: Understood): Understood {
  return { ...understood, form: null, home: null, profile: null, snapshot: null, rest: "" };
}

function readIn(
  book: Rulebook,
  rest: string,
  form: HomeForm,
): { entry: Entry | null; companion: string | null; weight: number } {
  const companion = COMPANION.exec(rest)?.[0] ?? null;
  if (companion !== null) {
    const owner = book.entries.best(rest.slice(0, -companion.length));
    if (owner?.value.companions.includes(companion) && allowed(owner.value, form)) {
      return { entry: owner.value, companion, weight: owner.pattern.weight };
    }
  }
  const found = book.entries.best(rest);
  if (found === null || !allowed(found.value, form)) {
    return { entry: null, companion: null, weight: -1 };
  }
  return { entry: found.value, companion: null, weight: found.pattern.weight };
}

const COMPANION = /-(?:wal|shm|journal)$/;

function allowed(entry: Entry, form: HomeForm): boolean {
  return form.only.length === 0 || form.only.includes(entry.id);
}

/** Below an account's home a secret's name tells at any depth; a volume is read more strictly. */
function secretOf(book: Rulebook, home: KnownHome, rest: string): Indexed<Rule> | null {
  if (home.form.secrets === "anywhere") return book.secrets.bestAnywhere(rest);
  return home.inProfile ? book.volumeSecrets.bestAnywhere(rest) : book.topSecrets.best(rest);
}

function isFolder(book: Rulebook, rest: string, weight: number): boolean {
  const folder = book.folders.best(rest);
  return folder !== null && folder.pattern.weight >= weight;
}

/** The entry of what lies directly in a folder, when one entry takes it all. */
function folderEntry(book: Rulebook, rest: string): Entry | null {
  if (rest === "") return null;
  const found = book.entries.best(`${rest}/x`);
  return found === null || !found.pattern.text.endsWith("/*") ? null : found.value;
}

function hitOf(found: Indexed<Rule> | null): RuleHit | null {
  return found === null ? null : { rule: found.value, pattern: found.pattern.text };
}

function cased(path: string, understood: Understood): string {
  return understood.ignoresCase ? path.toLowerCase() : path;
}
