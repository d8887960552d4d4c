/**
 * The homes that compose files beside a home mount into containers.
 *
 * @module
 */

import type { Candidate } from "./candidate.ts";
import { borneOut } from "./elsewhere.ts";
import { composeMounts } from "./compose.ts";
import type { Home } from "./home.ts";
import type { Machine } from "./machine.ts";
import { namedHome } from "./named_homes.ts";
import { folderAt } from "./place.ts";
import type { Search } from "./search.ts";

/** What the compose files beside these homes, and in them, lead to. */
export function composeCandidates(
  machines: readonly Machine[],
  homes: readonly Home[],
  search: Search,
): Candidate[] {
  const container = search.catalog.form("container").at[0] ?? "";
  const seen = new Set<string>();
  return homes.flatMap((home) => {
    const machine = machines.find(({ place }) => place.tree === home.tree);
    if (machine === undefined || home.form.root !== "home") return [];
    const folders = [home.path, home.path.slice(0, home.path.lastIndexOf("/"))];
    return folders.filter((folder) => !seen.has(folder)).flatMap((folder) => {
      seen.add(folder);
      const account = accountAbove(machine, folder);
      return composeMounts(machine.place, folder, { home: container, account })
        .flatMap((mount) => candidateOf(machine, mount, search));
    });
  });
}

function candidateOf(
  { place, accounts }: Machine,
  mount: ReturnType<typeof composeMounts>[number],
  search: Search,
): Candidate[] {
  const namedBy = `service ${mount.service} of ${mount.file}`;
  const reason = mount.path === null
    ? "holds a variable that is not known"
    : place.mayNotVisit(mount.path);
  if (mount.path === null || reason !== null) {
    search.leave(mount.source, { namedBy, reason: reason ?? "" });
    return [];
  }
  if (folderAt(place.tree, mount.path) === null) {
    search.note(`${mount.path} (named by ${namedBy}): no such folder`);
    return [];
  }
  const candidate = namedHome(place, mount.path, { search, via: namedBy });
  return borneOut(candidate, { accounts, namedBy, search });
}

function accountAbove(machine: Machine, folder: string): string | null {
  const above = machine.accounts.filter(({ path }) =>
    path !== "" && (folder === path || folder.startsWith(`${path}/`))
  );
  return above.sort((a, b) => b.path.length - a.path.length)[0]?.path ?? null;
}
