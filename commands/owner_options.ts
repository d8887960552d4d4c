/**
 * `--user` and `--profile`: whose homes are asked for, and what is said when
 * there are none of that name.
 *
 * @module
 */

import { type HomeOwner, ownerRule, type OwnerWish } from "../lib/discover/mod.ts";
import { forTerminal } from "../lib/row/escape.ts";
import { type Call, listOption, type Voice } from "./command.ts";

/** The accounts and profiles asked for. */
export function ownerWish(call: Call): OwnerWish {
  return { users: listOption(call, "user"), profiles: listOption(call, "profile") };
}

/**
 * True when something there belongs to whom is asked for. A name that nobody has
 * is said aloud, with the names there are: it may be misspelt, and what is left
 * would pass for all there is.
 *
 * @param owners Of everything that was found; nothing is said of none
 */
export function hasOwners(call: Call, owners: readonly HomeOwner[], voice: Voice): boolean {
  if (owners.length === 0) return true;
  const { users = [], profiles = [] } = ownerWish(call);
  const unknown = [
    ...unknownNames("user", users, owners.map(({ user }) => user)),
    ...unknownNames("profile", profiles, owners.map(({ profile }) => profile)),
  ];
  for (const line of unknown) voice.warn(`hermeneut: ${line}`);
  if (owners.some(ownerRule({ users, profiles }))) return true;
  if (unknown.length === 0) {
    const pairs = owners.map(({ user, profile }) => `${shown(user)} ${shown(profile)}`);
    voice.warn(
      `hermeneut: no user asked for has a profile asked for: expected one of ${listed(pairs)}`,
    );
  }
  return false;
}

function unknownNames(
  kind: "user" | "profile",
  asked: readonly string[],
  there: readonly (string | null)[],
): string[] {
  const known = new Set(there.map((name) => name ?? ""));
  return [...new Set(asked)].filter((name) => !known.has(name)).map((name) =>
    `no ${kind} ${shown(name)}: expected one of ${listed([...known].map(shown))}`
  );
}

/** On one line; a name that is not known is asked for by the empty one. */
function shown(name: string | null): string {
  return name ? forTerminal(name) : '"" (not known)';
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(", ");
}
