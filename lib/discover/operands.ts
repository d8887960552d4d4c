/**
 * What an operand is: a home, one file, a bundle, or a folder that stands for a
 * machine.
 *
 * @module
 */

import { accessSync, constants, lstatSync, realpathSync, type Stats } from "node:fs";
import { resolve as absolute } from "node:path";
import process from "node:process";
import { OperandError } from "./home.ts";

/** An operand that is there. */
export interface Operand {
  /** As typed. */
  readonly given: string;
  /** Absolute, `/` separators, its own link not resolved. */
  readonly path: string;
  readonly kind: "file" | "folder" | "special";
}

/**
 * Looks at what the examiner named.
 *
 * @throws {OperandError} When it is not there, or cannot be reached
 */
export function operandOf(given: string): Operand {
  const path = slashed(absolute(given));
  const stat = look(given, realOf(given, path));
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "special";
  return { given, path, kind };
}

/**
 * A folder the examiner named.
 *
 * @throws {OperandError} When it is anything else
 */
export function folderOperand(given: string): Operand {
  const operand = operandOf(given);
  if (operand.kind === "folder") return operand;
  throw new OperandError(`Cannot read ${given}: expected a folder`);
}

/** The path with the separators of the trees. */
export function slashed(path: string): string {
  const slashes = process.platform === "win32"
    ? withoutLongPrefix(path).replaceAll("\\", "/")
    : path;
  return slashes.length > 1 ? slashes.replace(/\/+$/, "") : slashes;
}

/**
 * A Windows path without `\\?\` or `\\.\` before its drive or share. The runtime
 * puts it back where a path is too long; trees know places by their plain names.
 */
export function withoutLongPrefix(path: string): string {
  return path.replace(/^[\\/]{2}[?.][\\/](?=[A-Za-z]:(?:[\\/]|$))/, "")
    .replace(/^[\\/]{2}\?[\\/]UNC[\\/]/i, "\\\\");
}

function realOf(given: string, path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw refused(given, error);
  }
}

function look(given: string, path: string): Stats {
  try {
    const stat = lstatSync(path);
    accessSync(path, constants.R_OK | (stat.isDirectory() ? constants.X_OK : 0));
    return stat;
  } catch (error) {
    throw refused(given, error);
  }
}

function refused(given: string, error: unknown): OperandError {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new OperandError(`Cannot find ${given}: expected a home, a file, a bundle or a folder`);
  }
  return new OperandError(`Cannot read ${given} (${code ?? "unknown fault"})`);
}
