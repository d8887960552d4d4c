/**
 * Where a machine says that Hermes keeps its files elsewhere, or runs unchecked:
 * start-up files, service units, and on a live Linux host the processes.
 *
 * @module
 */

import type { AccountFolder } from "./accounts.ts";
import { meaningOf, type Setting, settingsIn } from "./hint_values.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { smallText } from "./small_text.ts";
import { follow, stepsOf } from "./steps.ts";

/** A variable that is set somewhere. */
export interface Hint extends Setting {
  /** File, or process, that sets it. */
  readonly place: string;
  /** Line in the file, from 1; null for a process. */
  readonly line: number | null;
  /** Account whose file it is; null for the system's. */
  readonly account: string | null;
  /** Folder of that account, for `~`. */
  readonly accountFolder: string | null;
  readonly means: string;
  /** Why a path in it is not this system's own; null when it may be. */
  readonly foreign: string | null;
}

/** Below an account's folder. */
const ACCOUNT_FILES: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".kshrc",
  ".mkshrc",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".xprofile",
  ".xsessionrc",
  ".pam_environment",
  ".config/fish/config.fish",
  ".config/fish/fish_variables",
  ".config/fish/conf.d/*.fish",
  ".config/environment.d/*.conf",
  ".config/systemd/user/*.service",
  ".config/systemd/user/*.service.d/*.conf",
  ".local/share/systemd/user/*.service",
  "Library/LaunchAgents/*.plist",
  "Documents/PowerShell/*profile.ps1",
  "Documents/WindowsPowerShell/*profile.ps1",
  ".config/powershell/*profile.ps1",
];

/** Below the top of a file system. */
const SYSTEM_FILES: readonly string[] = [
  "etc/environment",
  "etc/profile",
  "etc/profile.d/*.sh",
  "etc/bash.bashrc",
  "etc/bashrc",
  "etc/zshenv",
  "etc/zsh/zshenv",
  "etc/zsh/zshrc",
  "etc/fish/config.fish",
  "etc/default/hermes*",
  "etc/systemd/system/*.service",
  "etc/systemd/system/*.service.d/*.conf",
  "etc/systemd/user/*.service",
  "etc/systemd/user/*.service.d/*.conf",
  "Library/LaunchDaemons/*.plist",
  "Library/LaunchAgents/*.plist",
];

/** The hints in the start-up files of a place. */
export function hintsOf(
  place: Place,
  accounts: readonly AccountFolder[],
  search: Pick<Search, "refuse">,
): Hint[] {
  const folders = accounts.filter(({ path }) => path !== place.top || place.top === "");
  return [
    ...folders.flatMap((folder) =>
      hintsBelow(place, folder.path, { files: ACCOUNT_FILES, folder, search })
    ),
    ...hintsBelow(place, place.top, { files: SYSTEM_FILES, folder: null, search }),
  ];
}

function hintsBelow(
  place: Place,
  base: string,
  where: {
    readonly files: readonly string[];
    readonly folder: AccountFolder | null;
    readonly search: Pick<Search, "refuse">;
  },
): Hint[] {
  const ignoresCase = place.top !== "";
  const paths = where.files.flatMap((file) =>
    follow(place, base, { steps: stepsOf(file), ignoresCase })
  );
  return paths.flatMap((path) => {
    const text = smallText(place.tree, path, where.search.refuse);
    if (text === null) return [];
    return settingsIn(text).map((setting) => ({
      ...setting,
      place: path,
      account: where.folder?.account ?? null,
      accountFolder: where.folder?.path ?? null,
      means: meaningOf(setting),
      foreign: null,
    }));
  });
}

/** The path a hint names, its own folder's short forms written out; null when it holds a variable. */
export function hintedPath(hint: Hint): string | null {
  const { accountFolder, value } = hint;
  const home = accountFolder ?? "";
  const path = value
    .replace(/^(?:~|\$HOME|\$\{HOME\}|%h|\$env:USERPROFILE|%USERPROFILE%)(?=[\\/]|$)/i, home)
    .replace(/(.)[\\/]+$/, "$1");
  if (accountFolder === null && path !== value) return null;
  return /[$%`~]/.test(path) ? null : path;
}
