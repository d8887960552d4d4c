/**
 * Whose folders a machine has: one per account, by the places where systems put
 * them and by its passwd file.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import { folderAt, type Place } from "./place.ts";
import type { Search } from "./search.ts";
import { smallText } from "./small_text.ts";
import { follow, stepsOf } from "./steps.ts";

/** The folder of one account. */
export interface AccountFolder {
  readonly path: string;
  /** Null when the folder is taken for an account's without a name. */
  readonly account: string | null;
}

/** The folders of the accounts of a place, each once. */
export function accountFolders(place: Place, search: Search): AccountFolder[] {
  const found = new Map<string, AccountFolder>();
  for (const folder of [...byForm(place, search.catalog), ...byPasswd(place, search)]) {
    if (!found.has(folder.path)) found.set(folder.path, folder);
  }
  return [...found.values()];
}

function byForm(place: Place, catalog: Catalog): AccountFolder[] {
  return catalog.accounts.flatMap(({ at, name }) => {
    const steps = { steps: stepsOf(at), ignoresCase: place.top !== "" };
    return follow(place, place.top, steps)
      .filter((path) => folderAt(place.tree, path) !== null)
      .map((path) => ({ path, account: name ?? path.slice(path.lastIndexOf("/") + 1) }));
  });
}

/** What services have in the place of a folder. */
const NOT_A_FOLDER = new Set(["/nonexistent", "/dev", "/dev/null", "/var/empty"]);

/** Accounts may live anywhere; passwd(5) tells, and is evidence like everything else. */
function byPasswd(place: Place, search: Search): AccountFolder[] {
  const path = `${place.top}/etc/passwd`;
  const lines = smallText(place.tree, path)?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const [account = "", , , , , home = ""] = line.split(":");
    if (account === "" || home === "" || home === "/" || NOT_A_FOLDER.has(home)) return [];
    const folder = home.length > 1 ? home.replace(/\/+$/, "") : home;
    const reason = place.mayNotVisit(folder);
    if (reason !== null) {
      search.leave(folder, { namedBy: path, reason });
      return [];
    }
    return folderAt(place.tree, folder) === null ? [] : [{ path: folder, account }];
  });
}
