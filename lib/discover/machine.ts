/**
 * All the homes of a machine, live or not.
 *
 * @module
 */

import { accountFolders } from "./accounts.ts";
import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { homesOfAccount, homesOfSystem } from "./forms.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { homesOfStorage, type Storage, storagesOf } from "./storages.ts";

/** What a machine has that may hold homes. */
export interface Machine {
  readonly place: Place;
  readonly accounts: readonly AccountFolder[];
  readonly storages: readonly Storage[];
  readonly candidates: readonly Candidate[];
}

/**
 * Looks where the forms say.
 *
 * @param topIsAccount The top counts as an account's folder too, of no known name
 */
export function searchMachine(place: Place, search: Search, topIsAccount: boolean): Machine {
  const named = accountFolders(place, search);
  const accounts = topIsAccount ? [{ path: place.top, account: null }, ...named] : named;
  const storages = storagesOf(place, named, search);
  return {
    place,
    accounts,
    storages,
    candidates: [
      ...accounts.flatMap((folder) => homesOfAccount(place, folder, search)),
      ...homesOfSystem(place, search),
      ...storages.flatMap((storage) => homesOfStorage(place, storage, search)),
    ],
  };
}
