/**
 * From what was looked through to the homes and files in it.
 *
 * @module
 */

import { compareCodePoints } from "../row/order.ts";
import { composeCandidates } from "./compose_homes.ts";
import { listedOnce } from "./folder_list.ts";
import { gatherHomes } from "./gather.ts";
import type { Home, Located } from "./home.ts";
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
  const loose = new Map(survey.loose.map((file) => [file.path, file]));
  return {
    homes,
    caches: gatherHomes(search.caches, search),
    loose: [...loose.values()].sort((a, b) => compareCodePoints(a.path, b.path)),
    host: survey.host,
    zone: survey.zone,
    notes: [
      ...search.notes,
      ...refused.map(({ path, why }) => `${path}: ${why}`),
      ...notVisited.map(({ path, namedBy, reason }) =>
        `${path} (named by ${namedBy}): not visited: ${reason}`
      ),
    ],
    refused,
    notVisited,
  };
}
