/**
 * Looks for homes where the catalog's forms place them.
 *
 * @module
 */

import type { Catalog, HomeForm } from "../catalog/mod.ts";
import { compilePattern } from "../catalog/pattern.ts";
import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { hasStateDatabase } from "./content.ts";
import { folderAt, type Place } from "./place.ts";
import type { Search } from "./search.ts";
import { follow, stepsOf } from "./steps.ts";

/** Forms by what their places are relative to. */
export interface FormGroups {
  /** An account's folder. */
  readonly account: readonly HomeForm[];
  /** The top of a file system. */
  readonly system: readonly HomeForm[];
  /** The storage folder of a container engine. */
  readonly storage: readonly HomeForm[];
}

/** Sorts the forms. */
export function formGroups(catalog: Catalog): FormGroups {
  const isStorage = (form: HomeForm): boolean =>
    form.at.some((at) => at.includes("<volume>") || at.includes("<layer>"));
  return {
    account: catalog.forms.filter((form) => form.place !== "system" && !isStorage(form)),
    system: catalog.forms.filter((form) => form.place === "system"),
    storage: catalog.forms.filter(isStorage),
  };
}

/** The homes in one account's folder. */
export function homesOfAccount(place: Place, folder: AccountFolder, search: Search): Candidate[] {
  place.names(folder.path); // says so when the account's folder is closed to us
  const { account } = formGroups(search.catalog);
  return foldersOfForms(place, folder.path, account).flatMap(({ form, path }) =>
    accepted({ place, path, form, user: folder.account, via: "" }, search)
  );
}

/** The homes that a system has beside its accounts'. */
export function homesOfSystem(place: Place, search: Search): Candidate[] {
  const { system } = formGroups(search.catalog);
  return foldersOfForms(place, place.top, system).flatMap(({ form, path }) =>
    accepted({ place, path, form, user: null, via: "" }, search)
  );
}

/** A form, and a folder that stands where it says. */
export interface FormFolder {
  readonly form: HomeForm;
  readonly path: string;
}

/** The folders below `base` that the forms name; of two forms the earlier takes a folder. */
export function foldersOfForms(
  place: Place,
  base: string,
  forms: readonly HomeForm[],
): FormFolder[] {
  const found = new Map<string, FormFolder>();
  for (const form of forms) {
    for (const at of form.at) {
      const steps = { steps: stepsOf(at), ignoresCase: form.ignoresCase };
      for (const path of follow(place, base, steps)) {
        if (!isNamedRight(form, at, path.slice(base.length + 1))) continue;
        const key = form.ignoresCase ? path.toLowerCase() : path;
        if (!found.has(key)) found.set(key, { form, path });
      }
    }
  }
  return [...found.values()];
}

/** A volume's name can tell that it is Hermes'; a form that goes by names takes no other. */
function isNamedRight(form: HomeForm, at: string, found: string): boolean {
  const volume = found.split("/")[at.split("/").indexOf("<volume>")];
  if (volume === undefined || form.names.length === 0) return true;
  return form.names.some((name) => compilePattern(name).matches(volume));
}

/** Sorts out what is no folder, no home, or a home by its content only. */
export function accepted(candidate: Candidate, search: Search): Candidate[] {
  const { place, path, form } = candidate;
  if (form.root === "updater" && folderAt(place.tree, path) !== null) search.addCache(candidate);
  if (form.root !== "home" && form.root !== "desktop") return [];
  if (folderAt(place.tree, path) === null) {
    if (place.tree.facts(path)?.kind === "link" && place.tree.resolve(path) === null) {
      search.note(`${path}: a link that leads nowhere, or out of the evidence: not followed`);
    }
    return [];
  }
  return form.byContent && !hasStateDatabase(place.tree, path, search) ? [] : [candidate];
}
