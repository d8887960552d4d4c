/**
 * Reads what a 64-bit, little-endian ELF program needs to be loaded.
 *
 * @module
 */

/** What the dynamic loader of Linux will look at. */
export interface ElfFacts {
  readonly cpu: "x64" | "arm64" | "other";
  /** Path of the dynamic loader. */
  readonly interpreter: string;
  readonly libraries: readonly string[];
  /** The newest glibc version asked for, or null when none is. */
  readonly glibc: string | null;
}

const PROGRAM_LOAD = 1;
const PROGRAM_DYNAMIC = 2;
const PROGRAM_INTERPRETER = 3;

const DYNAMIC_NEEDED = 1n;
const DYNAMIC_STRINGS = 5n;
const DYNAMIC_VERSION_NEEDS = 0x6ffffffen;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/**
 * Facts of a dynamically linked program.
 *
 * @throws {Error} When the bytes are no such program
 */
export function elfFacts(bytes: Uint8Array): ElfFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 64 || view.getUint32(0) !== 0x7f454c46 || bytes[4] !== 2) {
    throw new Error("Expected a 64-bit ELF program, found other bytes");
  }
  const segments = segmentsOf(view);
  const interpreter = segments.find(({ type }) => type === PROGRAM_INTERPRETER);
  const dynamic = segments.find(({ type }) => type === PROGRAM_DYNAMIC);
  if (interpreter === undefined || dynamic === undefined) {
    throw new Error("Expected a dynamically linked ELF program, found a static one");
  }
  const entries = dynamicOf(view, dynamic);
  const strings = offsetOf(segments, entries.find(([tag]) => tag === DYNAMIC_STRINGS)?.[1] ?? 0n);
  const needs = entries.find(([tag]) => tag === DYNAMIC_VERSION_NEEDS)?.[1];
  const machine = view.getUint16(18, true);
  return {
    cpu: machine === 62 ? "x64" : machine === 183 ? "arm64" : "other",
    interpreter: textAt(bytes, interpreter.offset),
    libraries: entries.filter(([tag]) => tag === DYNAMIC_NEEDED)
      .map(([, value]) => textAt(bytes, strings + Number(value))),
    glibc: needs === undefined ? null : newestGlibc(
      versionsFrom(view, offsetOf(segments, needs), strings),
    ),
  };
}

function segmentsOf(view: DataView): Segment[] {
  const start = Number(view.getBigUint64(32, true));
  const size = view.getUint16(54, true);
  return Array.from({ length: view.getUint16(56, true) }, (_, index) => {
    const at = start + index * size;
    return {
      type: view.getUint32(at, true),
      offset: Number(view.getBigUint64(at + 8, true)),
      address: Number(view.getBigUint64(at + 16, true)),
      size: Number(view.getBigUint64(at + 32, true)),
    };
  });
}

function dynamicOf(view: DataView, segment: Segment): [bigint, bigint][] {
  const entries: [bigint, bigint][] = [];
  for (let at = segment.offset; at < segment.offset + segment.size; at += 16) {
    const tag = view.getBigUint64(at, true);
    if (tag === 0n) break;
    entries.push([tag, view.getBigUint64(at + 8, true)]);
  }
  return entries;
}

/** Where in the file an address of the loaded program lies. */
function offsetOf(segments: readonly Segment[], address: bigint): number {
  const wanted = Number(address);
  const segment = segments.find(({ type, address, size }) =>
    type === PROGRAM_LOAD && address <= wanted && wanted < address + size
  );
  if (segment === undefined) throw new Error(`Expected address ${wanted} in the ELF file`);
  return wanted - segment.address + segment.offset;
}

/** Names of every symbol version the program asks for. */
function versionsFrom(view: DataView, start: number, strings: number): string[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const names: string[] = [];
  let file = start;
  while (true) {
    let version = file + view.getUint32(file + 8, true);
    for (let left = view.getUint16(file + 2, true); left > 0; left--) {
      names.push(textAt(bytes, strings + view.getUint32(version + 8, true)));
      version += view.getUint32(version + 12, true);
    }
    const next = view.getUint32(file + 12, true);
    if (next === 0) return names;
    file += next;
  }
}

function newestGlibc(versions: readonly string[]): string | null {
  const minors = versions.map((name) => /^GLIBC_2\.(\d+)/.exec(name)?.[1])
    .filter((minor) => minor !== undefined).map(Number);
  return minors.length === 0 ? null : `2.${Math.max(...minors)}`;
}

function textAt(bytes: Uint8Array, start: number): string {
  return new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start)));
}
