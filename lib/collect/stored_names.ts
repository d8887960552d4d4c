/**
 * The names of copies: the path on the host, made legal on every file system.
 *
 * A character that FAT or NTFS refuses, `%` itself, and bytes that are not UTF-8
 * are percent-encoded, so that decoding gives the path back. Two names that only
 * case or Unicode normal forms tell apart stay apart: the later one has all its
 * letters encoded too.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";

/** Gives each path the name of its copy. */
export interface StoredNames {
  /**
   * @param path On the host, `/` separators
   * @param bytes Of the last name, when it is not UTF-8
   */
  of(path: string, bytes?: Uint8Array): string;
}

/** Folder of the copies. */
export const FILES = "files";
/** Folder of copies whose own path is too long; no encoded name looks like it. */
const LONG = "%long";

/** Longest name of most file systems, in bytes. */
const LONGEST_NAME = 255;

/** @param room Bytes that a stored path may take on the target */
export function storedNames(room: number): StoredNames {
  const folders = new Map<string, string>([["", FILES]]);
  const owners = new Map<string, string>();
  const place = (path: string, folder: string, name: Uint8Array | string): string => {
    for (const strict of [false, true]) {
      const stored = `${folder}/${encoded(name, strict)}`;
      const key = stored.normalize("NFC").toLowerCase();
      const owner = owners.get(key);
      if (owner !== undefined && owner !== path && !strict) continue;
      owners.set(key, path);
      return stored;
    }
    return folder;
  };
  const folderOf = (path: string): string => {
    let known = path;
    const missing: string[] = [];
    while (!folders.has(known)) {
      missing.push(known);
      known = parentOf(known);
    }
    for (const next of missing.reverse()) {
      const name = next.slice(next.lastIndexOf("/") + 1);
      folders.set(next, place(next, folders.get(parentOf(next)) ?? FILES, name));
    }
    return folders.get(path) ?? FILES;
  };
  return {
    of(path, bytes): string {
      const known = folders.get(path);
      if (known !== undefined) return fitting(known, path, room);
      const name = bytes ?? path.slice(path.lastIndexOf("/") + 1);
      const stored = place(path, folderOf(parentOf(path)), name);
      folders.set(path, stored);
      return fitting(stored, path, room);
    },
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A path too long for the target goes by its hash; the manifest still names it. */
function fitting(stored: string, path: string, room: number): string {
  const fits = Buffer.byteLength(stored) <= room &&
    stored.split("/").every((name) => Buffer.byteLength(name) <= LONGEST_NAME);
  if (fits) return stored;
  return `${FILES}/${LONG}/${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
}

const ILLEGAL = /[\u0000-\u001f\u007f<>:"|?*\\%]/;
const LETTER = /[A-Za-z]|[^\u0000-\u007f]/;
/** Names that Windows gives to devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

function encoded(name: Uint8Array | string, strict: boolean): string {
  const characters = typeof name === "string" ? [...name] : charactersOf(name);
  const plain = characters.join("");
  const isDevice = DEVICE.test(plain);
  return characters.map((character, at) => {
    const last = at === characters.length - 1;
    const refused = typeof character === "number" || ILLEGAL.test(character) ||
      !character.isWellFormed() || (last && /[ .]/.test(character)) || (at === 0 && isDevice) ||
      (strict && LETTER.test(character));
    return refused ? percent(character) : character;
  }).join("");
}

/** The characters of a name that is not UTF-8; a byte that belongs to none stands alone. */
function charactersOf(bytes: Uint8Array): (string | number)[] {
  const found: (string | number)[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = UTF8_LENGTHS.find((one) => isCharacter(bytes.subarray(at, at + one), one));
    if (length === undefined) found.push(bytes[at] ?? 0);
    else found.push(DECODER.decode(bytes.subarray(at, at + length)));
    at += length ?? 1;
  }
  return found;
}

const UTF8_LENGTHS = [1, 2, 3, 4] as const;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

function isCharacter(bytes: Uint8Array, length: number): boolean {
  if (bytes.length !== length) return false;
  try {
    return [...STRICT.decode(bytes)].length === 1;
  } catch {
    return false;
  }
}

function percent(character: string | number): string {
  const bytes = typeof character === "number" ? [character] : [...utf8Of(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** A lone surrogate, which Windows allows in a name, has no UTF-8: its own three bytes. */
function utf8Of(character: string): Uint8Array {
  if (character.isWellFormed()) return Buffer.from(character);
  const unit = character.charCodeAt(0);
  return Uint8Array.of(0xe0 | unit >> 12, 0x80 | (unit >> 6 & 0x3f), 0x80 | (unit & 0x3f));
}
