/**
 * All the homes of a machine, live or not.
 *
 * @module
 */

import { type AccountFolder, accountFolders } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { candidatesOfContainer, type ContainerHome, homeOfContainer } from "./container_homes.ts";
import { containersOf } from "./containers.ts";
import { ledRightly } from "./elsewhere.ts";
import { homesOfAccount, homesOfSystem } from "./forms.ts";
import { candidatesOfHint } from "./hint_homes.ts";
import { type Hint, hintsOf } from "./hints.ts";
import type { Place } from "./place.ts";
import { processHints } from "./proc.ts";
import type { Search } from "./search.ts";
import { homesOfStorage, type Storage, storagesOf } from "./storages.ts";

/** What a machine has that may hold homes, or tell of them. */
export interface Machine {
  readonly place: Place;
  readonly accounts: readonly AccountFolder[];
  readonly storages: readonly Storage[];
  /** The containers on record, with the homes they keep. */
  readonly containers: readonly ContainerHome[];
  readonly hints: readonly Hint[];
  readonly candidates: readonly Candidate[];
}

/**
 * Looks where the forms, the records and the hints say.
 *
 * @param topIsAccount The top counts as an account's folder too, of no known name
 */
export function searchMachine(place: Place, search: Search, topIsAccount: boolean): Machine {
  const named = accountFolders(place, search);
  const accounts = topIsAccount ? [{ path: place.top, account: null }, ...named] : named;
  const storages = storagesOf(place, named, search);
  const containers = storages.flatMap((storage) => containersOf(place, storage, search))
    .map((container) => homeOfContainer(container, search.catalog));
  const hints = [...hintsOf(place, accounts, search), ...(place.live ? processHints() : [])];
  return {
    place,
    accounts,
    storages,
    containers,
    hints,
    candidates: [
      ...accounts.flatMap((folder) => homesOfAccount(place, folder, search))
        .flatMap((candidate) => ledRightly(candidate, { accounts, search })),
      ...homesOfSystem(place, search),
      ...storages.flatMap((storage) => homesOfStorage(place, storage, search)),
      ...containers.flatMap((home) => candidatesOfContainer(place, home, { accounts, search })),
      ...hints.flatMap((hint) => candidatesOfHint(place, hint, { accounts, search })),
    ],
  };
}
