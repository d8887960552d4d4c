/**
 * What is listed beside homes: disks of virtual machines that may hold more of
 * them, and shell histories that name the program.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import { readLines } from "../evidence/lines.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import type { AccountFolder } from "./accounts.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { follow, stepsOf } from "./steps.ts";

/** A file that may hold a whole machine; never opened. */
export interface VirtualDisk {
  readonly facts: FileFacts;
  readonly account: string | null;
}

/** A shell history with lines that start the program. */
export interface ShellHistory {
  readonly path: string;
  readonly account: string | null;
  /** Lines that start with the program's name. */
  readonly lines: number;
  readonly facts: FileFacts;
}

/** Usual places of virtual disks below an account's folder. */
const DISKS: readonly string[] = [
  "AppData/Local/Packages/*/LocalState/ext4.vhdx",
  "AppData/Local/wsl/*/ext4.vhdx",
  "AppData/Local/lxss/*.vhdx",
  "AppData/Local/Docker/wsl/*/*.vhdx",
  "AppData/Local/Docker/vm-data/*.vhdx",
  "Documents/Virtual Machines/*/*.vmdk",
  "Library/Containers/com.docker.docker/Data/vms/*/Docker.raw",
  "Library/Containers/com.docker.docker/Data/vms/*/data/Docker.raw",
  "Virtual Machines.localized/*/*.vmdk",
  "Documents/Virtual Machines.localized/*/*.vmdk",
  ".docker/desktop/vms/*/data/Docker.raw",
  "vmware/*/*.vmdk",
  "VirtualBox VMs/*/*.vmdk",
];

/** The same below the top of a file system. */
const SYSTEM_DISKS: readonly string[] = [
  "ProgramData/DockerDesktop/vm-data/*.vhdx",
  "Users/Public/Documents/Hyper-V/Virtual hard disks/*.vhdx",
];

const HISTORIES: readonly string[] = [
  ".bash_history",
  ".zsh_history",
  ".zhistory",
  ".histfile",
  ".sh_history",
  ".ksh_history",
  ".ash_history",
  ".history",
  ".zsh_sessions/*.history",
  ".bash_sessions/*.history",
  ".local/share/fish/fish_history",
  ".local/share/powershell/PSReadLine/*_history.txt",
  "AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/*_history.txt",
];

/** The virtual disks in their usual places. */
export function virtualDisks(place: Place, accounts: readonly AccountFolder[]): VirtualDisk[] {
  const own = accounts.flatMap(({ path, account }) =>
    filesAt(place, path, { files: DISKS, account })
  );
  return [...own, ...filesAt(place, place.top, { files: SYSTEM_DISKS, account: null })];
}

/** The histories in which lines start with the program's name. */
export function shellHistories(
  place: Place,
  accounts: readonly AccountFolder[],
  search: Search,
): ShellHistory[] {
  return accounts.flatMap(({ path, account }) =>
    filesAt(place, path, { files: HISTORIES, account }).flatMap(({ facts }) => {
      const lines = linesOfProgram(place.tree, facts.path, search);
      return lines === 0 ? [] : [{ path: facts.path, account, lines, facts }];
    })
  );
}

function filesAt(
  place: Place,
  base: string,
  where: { readonly files: readonly string[]; readonly account: string | null },
): VirtualDisk[] {
  const paths = where.files.flatMap((file) => {
    const ignoresCase = file.startsWith("AppData") || place.top !== "";
    return follow(place, base, { steps: stepsOf(file), ignoresCase });
  });
  return paths.flatMap((path) => {
    const facts = place.tree.facts(path);
    return facts?.kind === "file" ? [{ facts, account: where.account }] : [];
  });
}

/** Zsh and fish put a time before the command. */
const COMMAND = /^(?:: \d+:\d+;|- cmd: )?\s*(?:\S*\/)?hermes(?![A-Za-z0-9_])/;

/** A command is at the front of its line; the rest need not be kept. */
const LONGEST = 4096;

function linesOfProgram(tree: EvidenceTree, path: string, search: Search): number {
  const decoder = new TextDecoder();
  let count = 0;
  try {
    const file = tree.open(path);
    try {
      for (const { bytes } of readLines(file, { longest: LONGEST })) {
        if (COMMAND.test(decoder.decode(bytes))) count++;
      }
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.refuse(path, error.message);
  }
  return count;
}
