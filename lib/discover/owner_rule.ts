/**
 * Whose homes and rows are asked for.
 *
 * @module
 */

/** An account and one of its profiles, each null when unknown. */
export interface HomeOwner {
  readonly user: string | null;
  readonly profile: string | null;
}

/** Accounts and profiles by name, an unknown one by the empty name; an empty list means all. */
export interface OwnerWish {
  readonly users?: readonly string[];
  readonly profiles?: readonly string[];
}

/** True for owners that are asked for. */
export function ownerRule(wish: OwnerWish): (owner: HomeOwner) => boolean {
  const { users = [], profiles = [] } = wish;
  return ({ user, profile }) =>
    (users.length === 0 || users.includes(user ?? "")) &&
    (profiles.length === 0 || profiles.includes(profile ?? ""));
}

/** The one word that all say, else null: whose something is cannot be told then. */
export function agreedOn(words: readonly (string | null)[]): string | null {
  const [first = null, ...others] = words;
  return others.every((word) => word === first) ? first : null;
}
