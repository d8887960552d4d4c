/**
 * Evidence files made of bytes in memory, for tests of readers.
 *
 * @module
 */

import type { EvidenceFile, FileFacts } from "../lib/evidence/file.ts";
import { fileFacts } from "../lib/evidence/plain_facts.ts";

/** 2026-10-29T09:30:16Z in nanoseconds: when a memory file was last written, unless told. */
export const MEMORY_MTIME_NS = 1_793_266_216_000_000_000n;

/** What a memory file is beside its bytes. */
export interface MemoryFileOptions {
  /** Nanoseconds since the epoch. */
  readonly mtimeNs?: bigint | undefined;
  /** Bytes of the files beside it, by suffix (`-wal`). */
  readonly companions?: Readonly<Record<string, Uint8Array>>;
}

/**
 * A regular file that exists only here; no path opens it, so that every byte is
 * asked for here.
 *
 * @param path Path on the examined host, `/` separators
 * @param content Bytes, or text to be stored as UTF-8
 */
export function memoryFile(
  path: string,
  content: Uint8Array | string,
  options: MemoryFileOptions = {},
): EvidenceFile {
  const { mtimeNs = MEMORY_MTIME_NS, companions = {} } = options;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const facts: FileFacts = {
    ...fileFacts(path, bytes.length),
    mtimeNs,
    ctimeNs: mtimeNs,
    mode: 0o600,
    uid: 1000,
    gid: 1000,
  };
  return {
    facts,
    path,
    size: bytes.length,
    inPlace: null,
    read(offset, length, into): Uint8Array {
      const part = bytes.slice(offset, offset + length);
      // the memory that is offered is used, so that a test shows who keeps what is in it
      into?.set(part);
      return into?.subarray(0, part.length) ?? part;
    },
    now: () => facts,
    companion(suffix): EvidenceFile | null {
      const beside = companions[suffix];
      return beside === undefined ? null : memoryFile(path + suffix, beside);
    },
    close: () => {},
  };
}
