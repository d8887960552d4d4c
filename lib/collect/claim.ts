/**
 * Whose a path is.
 *
 * @module
 */

import type { Catalog, RelativeMatch } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import type { Claim } from "./item.ts";

/** The claim on a path that no home has. */
export function claimOutside(user: string | null, match: Partial<RelativeMatch> = {}): Claim {
  return {
    user,
    home: null,
    homeForm: null,
    profile: null,
    volume: null,
    store: match.entry?.id ?? null,
    secretRule: match.secret?.rule.id ?? null,
  };
}

/** The claim of a home on a path in it. */
export function claimIn(home: Home, match: RelativeMatch): Claim {
  return {
    ...claimOutside(home.user, match),
    home: home.path,
    homeForm: home.form.id,
    profile: home.profile,
    volume: /^(?:docker|podman):/.test(home.user ?? "") ? home.user : null,
  };
}

/** What the rules say of a path in a home. */
export function matchIn(catalog: Catalog, home: Home, rest: string): RelativeMatch {
  const { form, ignoresCase, profile } = home;
  const inProfile = profile !== null && profile !== "default";
  return catalog.matchIn({ form, inProfile, ignoresCase }, rest);
}
