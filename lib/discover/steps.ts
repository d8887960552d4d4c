/**
 * Follows the steps of a path pattern through folders, looking at nothing the
 * pattern does not name.
 *
 * @module
 */

import { compilePattern, type Pattern } from "../catalog/pattern.ts";
import { compareCodePoints } from "../row/order.ts";
import type { Place } from "./place.ts";

/** How names are compared. */
export interface StepOptions {
  readonly ignoresCase: boolean;
}

/** The steps of a path with `<names>` in it, one per segment. */
export function stepsOf(path: string): Pattern[] {
  return path.split("/").filter((segment) => segment !== "").map((segment) =>
    compilePattern(segment)
  );
}

/** True for a step that names one thing, which needs no listing. */
export function isFixed(step: Pattern): boolean {
  return !/[*?[<]/.test(step.text);
}

/** The paths below `base` that the steps lead to and that exist, step by step in order. */
export function follow(
  place: Place,
  base: string,
  steps: { readonly steps: readonly Pattern[] } & StepOptions,
): string[] {
  let found = [base];
  for (const step of steps.steps) {
    found = found.flatMap((folder) => next(place, folder, { step, ...steps }));
  }
  return found.filter((path) => place.tree.facts(path) !== null);
}

function next(
  place: Place,
  folder: string,
  options: { readonly step: Pattern } & StepOptions,
): string[] {
  const { step, ignoresCase } = options;
  if (isFixed(step) && !ignoresCase) return [`${folder}/${step.text}`];
  const names = place.names(folder) ?? [];
  if (isFixed(step) && names.includes(step.text)) return [`${folder}/${step.text}`];
  const asked = ignoresCase ? compilePattern(step.text, true) : step;
  return names
    .filter((name) => asked.matches(ignoresCase ? name.toLowerCase() : name))
    .sort(compareCodePoints)
    .map((name) => `${folder}/${name}`);
}
