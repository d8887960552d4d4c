/**
 * What a finished binary says of itself: what it needs, and whether it is whole.
 *
 * @module
 */

import { elfFacts } from "./elf.ts";
import { machoFacts } from "./macho.ts";
import { peFacts } from "./pe.ts";
import type { Target } from "./targets.ts";

/** What a binary says of itself where its system asks. */
export interface ProgramTexts {
  readonly name: string;
  /** `major.minor.patch`. */
  readonly version: string;
  readonly description: string;
}

/** What the build records of a binary. */
export interface BinaryFacts {
  /** The oldest system it runs on. */
  readonly minimumSystem: string;
  /** Libraries of the system that it loads. */
  readonly libraries: readonly string[];
}

/** The newest glibc that any machine we promise to run on may be asked for. */
const GLIBC_CEILING = "2.17";

/** The newest macOS that may be asked for. */
const MACOS_CEILING = "13.0";

/**
 * Reads a binary and holds it to what is promised for its target.
 *
 * @param bytes The finished file
 * @param texts What it is to say of itself
 * @throws {Error} When it is of another format, asks for a newer system than
 *   promised, or carries a signature that does not fit its bytes
 */
export function binaryFacts(bytes: Uint8Array, target: Target, texts: ProgramTexts): BinaryFacts {
  if (target.system === "linux") return linuxFacts(bytes, target);
  if (target.system === "darwin") return macosFacts(bytes, target);
  return windowsFacts(bytes, target, texts);
}

function linuxFacts(bytes: Uint8Array, target: Target): BinaryFacts {
  const { cpu, interpreter, libraries, glibc } = elfFacts(bytes);
  expect("processor", target.cpu, cpu);
  const isMusl = interpreter.includes("musl");
  expect("C library", target.libc, isMusl ? "musl" : "glibc");
  if (isMusl) return { minimumSystem: "Linux with musl and libstdc++", libraries };
  if (glibc === null || isNewer(glibc, GLIBC_CEILING)) {
    throw new Error(`Expected glibc ${GLIBC_CEILING} at most, found ${glibc ?? "none"}`);
  }
  return { minimumSystem: `Linux with glibc ${glibc}`, libraries };
}

function macosFacts(bytes: Uint8Array, target: Target): BinaryFacts {
  const { cpu, minimumMacos, libraries, signature } = machoFacts(bytes);
  expect("processor", target.cpu, cpu);
  expect("signature", "ad-hoc and valid", signature);
  if (isNewer(minimumMacos, MACOS_CEILING)) {
    throw new Error(`Expected macOS ${MACOS_CEILING} at most, found ${minimumMacos}`);
  }
  const outside = libraries.filter((library) => !/^\/(?:usr\/lib|System\/Library)\//.test(library));
  if (outside.length > 0) {
    throw new Error(`Expected libraries of macOS only, found ${outside.join(", ")}`);
  }
  return { minimumSystem: `macOS ${minimumMacos}`, libraries };
}

function windowsFacts(bytes: Uint8Array, target: Target, texts: ProgramTexts): BinaryFacts {
  const { cpu, subsystem, libraries, product, version, description } = peFacts(bytes);
  expect("processor", target.cpu, cpu);
  expect("subsystem", "console", subsystem);
  expect("product name", texts.name, product);
  expect("product version", texts.version, version);
  expect("description", texts.description, description);
  // The header asks for less; the runtime's own documentation names this build of Windows.
  return { minimumSystem: "Windows 10 version 1809", libraries };
}

function expect(what: string, expected: string | null, found: string): void {
  if (found !== expected) throw new Error(`Expected ${what} ${expected}, found ${found}`);
}

/** Compares dotted versions number by number. */
function isNewer(version: string, ceiling: string): boolean {
  const [one, other] = [version, ceiling].map((text) => text.split(".").map(Number));
  for (let at = 0; at < Math.max(one?.length ?? 0, other?.length ?? 0); at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
