/**
 * What the processes of a live Linux machine tell: their environment, and the
 * files they hold open. Nobody is touched: only /proc is read.
 *
 * Rests on proc(5).
 *
 * @module
 */

import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import process from "node:process";
import { meaningOf, VARIABLES } from "./hint_values.ts";
import type { Hint } from "./hints.ts";

/** A process that holds a file. */
export interface Holder {
  readonly pid: number;
  /** Its command line, words parted by spaces. */
  readonly command: string;
  /** The files it holds, as the system names them, or as `device:inode`. */
  readonly files: readonly string[];
}

/** True where processes can be looked at. */
export function seesProcesses(): boolean {
  return process.platform === "linux";
}

/** The variables that running processes have. */
export function processHints(): Hint[] {
  const own = linkOf("/proc/self/ns/mnt");
  return pids().flatMap((pid) => {
    const environment = textOf(`/proc/${pid}/environ`);
    if (environment === null || pid === process.pid) return [];
    const inContainer = linkOf(`/proc/${pid}/ns/mnt`) !== own;
    return environment.split("\0").flatMap((entry) => {
      const name = entry.slice(0, entry.indexOf("="));
      if (!VARIABLES.includes(name)) return [];
      const value = entry.slice(name.length + 1);
      return [{
        name,
        value,
        place: `process ${pid} (${commandOf(pid)})`,
        line: null,
        account: null,
        accountFolder: null,
        means: meaningOf({ name, value }),
        foreign: inContainer ? "a path inside a container" : null,
      }];
    });
  });
}

/** The processes, with the open files whose names end as databases' do. */
export function databaseHolders(): Holder[] {
  return pids().flatMap((pid) => {
    const files = namesIn(`/proc/${pid}/fd`).flatMap((fd) => openFile(`/proc/${pid}/fd/${fd}`));
    return files.length === 0 || pid === process.pid
      ? []
      : [{ pid, command: commandOf(pid), files: [...new Set(files)] }];
  });
}

/** A deleted file keeps its name, with a word after it. */
const DATABASE = /\.db(?:-wal|-shm|-journal)?(?: \(deleted\))?$/;

/** Its name, and what tells it apart where another name space gives it another name. */
function openFile(link: string): string[] {
  const target = linkOf(link);
  if (target === null || !DATABASE.test(target)) return [];
  try {
    const { dev, ino } = statSync(link, { bigint: true });
    return [target, `${dev}:${ino}`];
  } catch {
    return [target];
  }
}

function pids(): number[] {
  return namesIn("/proc").filter((name) => /^\d+$/.test(name)).map(Number).sort((a, b) => a - b);
}

function commandOf(pid: number): string {
  const words = (textOf(`/proc/${pid}/cmdline`) ?? "").split("\0").join(" ").trim();
  return words === "" ? (textOf(`/proc/${pid}/comm`) ?? "").trim() : words;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
