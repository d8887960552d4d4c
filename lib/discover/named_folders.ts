/**
 * Folders that sessions worked in and that must not be visited: listed, so that
 * an examiner knows where else to look.
 *
 * @module
 */

import { compareCodePoints } from "../row/order.ts";
import type { Finding } from "./finding.ts";
import type { Search } from "./search.ts";
import { visitRuleOf } from "./visit.ts";

/**
 * Keeps what the databases of homes name and nothing may touch.
 *
 * @param mounts Network file systems of the machine that the homes are on
 */
export function leaveNamedFolders(
  findings: readonly Finding[],
  { search, mounts }: { readonly search: Search; readonly mounts: readonly string[] },
): void {
  for (const { home, database } of findings) {
    if (database === null) continue;
    const mayNotVisit = visitRuleOf(home.path, mounts);
    const folders = [...database.overview?.folders ?? []].sort(compareCodePoints);
    for (const path of folders) {
      const reason = mayNotVisit(path);
      if (reason !== null) search.leave(path, { namedBy: database.path, reason });
    }
  }
}
