/**
 * Where proofs put things in a guest.
 *
 * @module
 */

import { join } from "node:path";
import type { Guest } from "./guest.ts";
import type { WineGuest } from "./wine.ts";

/** True for a guest that is Windows. */
export function isWine(guest: Guest): guest is WineGuest {
  return "drive" in guest;
}

/** Where a home lies so that the guest sees it as an account's; a path of this machine. */
export function accountHome(guest: Guest): string {
  return join(isWine(guest) ? guest.drive : guest.folder, "users/ana/.hermes");
}

/** A folder apart from the home, for what the guest writes; a path of this machine. */
export function outputFolder(guest: Guest): string {
  return join(isWine(guest) ? guest.drive : guest.folder, "out put ü");
}
