/**
 * File names made of session ids.
 *
 * @module
 */

/** Bytes a name may take, so that an ending fits behind it on every file system. */
const LONGEST = 150;

/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * A name that is safe on every system and can be read back: everything but ASCII
 * letters, digits, `-`, `_` and inner dots is percent-encoded.
 *
 * @param taken Names given out so far, in small letters; the new one is added
 */
export function safeFileName(id: string | null, taken: Set<string>): string {
  const encoded = Array.from(new TextEncoder().encode(id || "no session"), byteName).join("");
  const dotted = encoded.replace(/^\.|\.$/g, "%2E");
  const plain = DEVICE.test(dotted) ? `%${hex(dotted.charCodeAt(0))}${dotted.slice(1)}` : dotted;
  const short = plain.length <= LONGEST ? plain : plain.slice(0, LONGEST).replace(/%.?$/, "");
  let name = short;
  // not every file system tells small letters from large ones
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${short}~${n}`;
  taken.add(name.toLowerCase());
  return name;
}

function byteName(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9_.-]/.test(character) ? character : `%${hex(byte)}`;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}
