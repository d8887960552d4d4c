/**
 * Which store a single file is: by its path, else by what it holds, else by its
 * own name.
 *
 * @module
 */

import { type Catalog, type Entry, type HomeForm, userOf } from "../catalog/mod.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import { storeByBaseName } from "./base_name.ts";
import { isSqlite } from "./content.ts";
import { storeByContent } from "./content_store.ts";
import type { StoreFile } from "./home.ts";
import { OperandError } from "./home.ts";
import type { Search } from "./search.ts";
import { firstBytes } from "./small_text.ts";

/**
 * The store file that a path operand is.
 *
 * @param path In the tree, of a regular file
 * @throws {OperandError} When it is nothing that can be read
 */
export function recogniseFile(tree: EvidenceTree, path: string, search: Search): StoreFile {
  const { catalog } = search;
  const match = catalog.match(path);
  const { understood } = match;
  const facts = tree.facts(path);
  if (facts === null) throw new OperandError(`Cannot find ${path}`);
  const known = { home: null, tree, path, sourceFile: path, facts };
  if (match.store !== null && match.entry !== null) {
    const user = userOf(understood) || null;
    return { ...known, entry: match.entry, user, profile: understood.profile };
  }
  const named = byName(catalog, understood.segments, understood.ignoresCase);
  const companion = match.companion ?? named?.companion ?? null;
  if (companion !== null) {
    const owner = path.slice(0, -companion.length);
    throw new OperandError(`Cannot read ${path} by itself: expected its database ${owner}`);
  }
  if (named?.entry != null) {
    return { ...known, entry: named.entry, user: null, profile: named.profile };
  }
  const entry = storeByContent(tree, path, search) ?? byOwnName(tree, path, search);
  if (entry !== null) {
    const profile = entry.root === "home" ? "default" : null;
    return { ...known, entry, user: null, profile };
  }
  const what = match.entry === null ? "no file of a store Hermes keeps" : `${match.entry.title}`;
  throw new OperandError(`Cannot read ${path}: ${what}, which no reader takes`);
}

/**
 * A file whose content says nothing, because it is empty, cut or damaged, is what
 * its name says, unless it is a database where the store is none.
 */
function byOwnName(tree: EvidenceTree, path: string, { catalog }: Search): Entry | null {
  const { segments, ignoresCase } = catalog.match(path).understood;
  const entry = storeByBaseName(catalog.entries, segments.at(-1) ?? "", { ignoresCase });
  if (entry === null) return null;
  const isDatabase = isSqlite(firstBytes(tree, path, { length: SQLITE_MAGIC_BYTES }));
  return isDatabase && entry.companions.length === 0 ? null : entry;
}

/** Bytes that tell a SQLite file. */
const SQLITE_MAGIC_BYTES = 16;

interface Named {
  readonly entry: Entry | null;
  readonly companion: string | null;
  readonly profile: string | null;
}

/** The longest end of the path that names a store below a home. */
function byName(
  catalog: Catalog,
  segments: readonly string[],
  ignoresCase: boolean,
): Named | null {
  const forms = ["default", "desktop"].map((id) => catalog.form(id));
  for (let length = Math.min(LONGEST_STORE_PATH, segments.length); length > 0; length--) {
    const rest = segments.slice(-length).join("/");
    for (const form of forms) {
      const found = namedBelow(catalog, { form, rest, ignoresCase });
      if (found !== null) return found;
    }
  }
  return null;
}

/** Segments of the deepest store below a home. */
const LONGEST_STORE_PATH = 4;

function namedBelow(
  catalog: Catalog,
  at: { form: HomeForm; rest: string; ignoresCase: boolean },
): Named | null {
  const { form, rest, ignoresCase } = at;
  const match = catalog.matchIn({ form, inProfile: false, ignoresCase }, rest);
  if (match.companion !== null) return { entry: null, companion: match.companion, profile: null };
  if (match.store === null) return null;
  const profile = form.profiles === null ? null : "default";
  return { entry: match.entry, companion: null, profile };
}
