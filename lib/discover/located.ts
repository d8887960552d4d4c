/**
 * From what was looked through to the homes and files in it.
 *
 * @module
 */

import type { EvidenceTree } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import { composeCandidates } from "./compose_homes.ts";
import { listedOnce } from "./folder_list.ts";
import { gatherHomes } from "./gather.ts";
import type { Home, Located, StoreFile } from "./home.ts";
import { agreedOn } from "./owner_rule.ts";
import type { Search } from "./search.ts";
import type { Survey } from "./survey.ts";

/**
 * The homes of a survey, with those that compose files beside them lead to; a
 * home that is closed to us is told to the search.
 */
export function homesOf(survey: Survey, search: Search): Home[] {
  const homes = allHomes(survey, search);
  for (const { tree, path } of homes) listedOnce(tree, search.refuse)(path);
  return homes;
}

function allHomes(survey: Survey, search: Search): Home[] {
  const candidates = [
    ...survey.candidates,
    ...survey.machines.flatMap((machine) => machine.candidates),
  ];
  const homes = gatherHomes(candidates, search);
  const composed = composeCandidates(survey.machines, homes, search);
  return composed.length === 0 ? homes : gatherHomes([...candidates, ...composed], search);
}

/** What the stages ask for. */
export function locatedIn(survey: Survey, search: Search): Located {
  const homes = homesOf(survey, search);
  const { refused, notVisited } = search;
  const loose = eachOnce(survey.loose).sort((a, b) => compareCodePoints(a.path, b.path));
  const trees = new Set([...homes, ...loose].map(({ tree }) => tree));
  const recorded = trees.size === 0
    ? [...survey.recorded.values()]
    : [...trees].map((tree) => survey.recorded.get(tree));
  return {
    homes,
    caches: gatherHomes(search.caches, search),
    loose,
    accounts: survey.machines.flatMap(({ place: { tree }, accounts }) =>
      accounts.map(({ path, account }) => ({ tree, path, account }))
    ),
    hostOf: (tree) => survey.recorded.get(tree)?.host ?? null,
    host: agreedOn(recorded.map((one) => one?.host ?? null)),
    zone: agreedOn(recorded.map((one) => one?.zone ?? null)),
    notes: [
      ...search.notes,
      ...notVisited.map(({ path, namedBy, reason }) =>
        `${path} (named by ${namedBy}): not visited: ${reason}`
      ),
    ],
    refused,
    notVisited,
  };
}

/** Two machines may have files of one path. */
function eachOnce(files: readonly StoreFile[]): StoreFile[] {
  const known = new Map<EvidenceTree, Set<string>>();
  return files.filter(({ tree, path }) => {
    const paths = known.get(tree) ?? new Set<string>();
    known.set(tree, paths);
    return paths.size < paths.add(path).size;
  });
}
