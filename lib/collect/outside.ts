/**
 * What collect takes beside homes: single files, shell histories, logs that only
 * a process still holds.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { AccountPlace, Home, Located, StoreFile } from "../discover/mod.ts";
import { formOfFolder } from "../discover/named_homes.ts";
import { placeOf } from "../discover/place.ts";
import { shellHistories } from "../discover/places_beside.ts";
import { newSearch } from "../discover/search.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { claimOutside } from "./claim.ts";
import { companionsAmong } from "./companions.ts";
import { fateOf } from "./fate.ts";
import { type Choice, type Found, leave } from "./found.ts";
import type { Claim } from "./item.ts";

/** How what lies outside of homes is judged. */
export interface OutsideOptions {
  readonly catalog: Catalog;
  readonly choice: Choice;
}

/** A file at its real path, with what belongs to it; null when nothing is there. */
export function foundOutside(
  tree: EvidenceTree,
  named: { readonly path: string; readonly claim: Partial<Claim> },
  options: OutsideOptions,
): Found | null {
  const path = tree.resolve(named.path) ?? named.path;
  const facts = tree.facts(path);
  if (facts === null) return null;
  const match = options.catalog.match(path);
  const claimOf = (asked: string): Claim => {
    const { entry, secret } = options.catalog.match(asked);
    return { ...claimOutside(null, { entry, secret }), ...named.claim };
  };
  return {
    tree,
    facts,
    claim: claimOf(path),
    fate: fateOf(facts, match, options.choice),
    companions: facts.kind === "file" ? companionsOf(tree, facts) : [],
    wanted: true,
    claimOf,
  };
}

/** The files that the examiner named by themselves. */
export function looseFiles(loose: readonly StoreFile[], options: OutsideOptions): Found[] {
  return loose.flatMap(({ tree, path, user, profile, entry }) => {
    const claim = { user, profile, store: entry.id };
    return foundOutside(tree, { path, claim }, options) ?? [];
  });
}

/** The shell histories that name the program, of the accounts of the machine and of its homes. */
export function historyFiles(
  { homes, accounts }: Pick<Located, "homes" | "accounts">,
  options: OutsideOptions,
): Found[] {
  const all = [...accounts, ...accountsOf(homes, options.catalog)];
  const seen = new Set<string>();
  return all.flatMap(({ tree, path, account }) => {
    if (seen.has(path)) return [];
    seen.add(path);
    const search = newSearch(options.catalog, {});
    const top = /^[A-Za-z]:/.exec(path)?.[0] ?? "";
    const parts = { tree, top, live: false, mayNotVisit: (): null => null, disk: null };
    const histories = shellHistories(placeOf(parts, search), [{ path, account }], search);
    const claim = { user: account, store: "shell_history" };
    const take = (at: string): Found[] => {
      const found = foundOutside(tree, { path: at, claim }, options);
      return found === null ? [] : [found];
    };
    return [
      ...histories.flatMap((history) => take(history.path)),
      ...search.refused.flatMap(({ path: at, why }) =>
        take(at).map((found) => ({ ...found, fate: leave("unreadable", why), companions: [] }))
      ),
    ];
  });
}

/** An account's folder is what stands before the place of its home. */
function accountsOf(homes: readonly Home[], catalog: Catalog): AccountPlace[] {
  const found = new Map<string, AccountPlace>();
  for (const { tree, path, form, user, parent } of homes) {
    // A home in a place of no form says nothing of where its account lives.
    if (formOfFolder(catalog, path)?.form.id !== form.id) continue;
    if (form.place === "system" || parent !== null || /^(?:docker|podman):/.test(user ?? "")) {
      continue;
    }
    for (const at of form.at) {
      const folder = path.split("/").slice(0, -at.split("/").length).join("/");
      if (folder !== "" && !found.has(folder)) {
        found.set(folder, { tree, path: folder, account: user });
      }
    }
  }
  return [...found.values()];
}

function companionsOf(tree: EvidenceTree, facts: FileFacts): readonly string[] {
  const folder = facts.path.slice(0, facts.path.lastIndexOf("/"));
  try {
    return companionsAmong(tree.list(folder === "" ? "/" : folder)).of(facts.name);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const known = ["-wal", "-shm", "-journal"];
    return known.filter((suffix) => tree.facts(facts.path + suffix)?.kind === "file");
  }
}
