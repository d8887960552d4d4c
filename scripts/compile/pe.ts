/**
 * Reads what Windows looks at before it runs a 64-bit PE program.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** What the loader of Windows looks at. */
export interface PeFacts {
  readonly cpu: "x64" | "arm64" | "other";
  readonly subsystem: "console" | "other";
  /** Libraries in the import table. */
  readonly libraries: readonly string[];
  /** Under Properties, Details: product name, version, description; empty when absent. */
  readonly product: string;
  readonly version: string;
  readonly description: string;
}

interface Section {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Facts of a program.
 *
 * @throws {Error} When the bytes are no such program
 */
export function peFacts(bytes: Uint8Array): PeFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = view.byteLength < 64 ? 0 : view.getUint32(0x3c, true);
  if (header === 0 || header + 264 > view.byteLength || view.getUint32(header) !== 0x50450000) {
    throw new Error("Expected a PE program, found other bytes");
  }
  const optional = header + 24;
  if (view.getUint16(optional, true) !== 0x20b) {
    throw new Error("Expected a 64-bit PE program, found a 32-bit one");
  }
  const machine = view.getUint16(header + 4, true);
  const sections = sectionsOf(view, header);
  const resources = sections.find(({ name }) => name === ".rsrc");
  const text = (key: string) => resources === undefined ? "" : versionText(bytes, resources, key);
  return {
    cpu: machine === 0x8664 ? "x64" : machine === 0xaa64 ? "arm64" : "other",
    subsystem: view.getUint16(optional + 68, true) === 3 ? "console" : "other",
    libraries: importsOf(view, sections, view.getUint32(optional + 120, true)),
    product: text("ProductName"),
    version: text("ProductVersion"),
    description: text("FileDescription"),
  };
}

function sectionsOf(view: DataView, header: number): Section[] {
  const start = header + 24 + view.getUint16(header + 20, true);
  return Array.from({ length: view.getUint16(header + 6, true) }, (_, index) => {
    const at = start + index * 40;
    const name = new Uint8Array(view.buffer, view.byteOffset + at, 8);
    return {
      name: new TextDecoder().decode(name).replace(/\0+$/, ""),
      address: view.getUint32(at + 12, true),
      size: view.getUint32(at + 16, true),
      offset: view.getUint32(at + 20, true),
    };
  });
}

function importsOf(view: DataView, sections: readonly Section[], table: number): string[] {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const libraries: string[] = [];
  for (let at = offsetOf(sections, table);; at += 20) {
    const name = view.getUint32(at + 12, true);
    if (name === 0) return libraries;
    const start = offsetOf(sections, name);
    libraries.push(new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start))));
  }
}

/** Where in the file an address of the loaded program lies. */
function offsetOf(sections: readonly Section[], address: number): number {
  const section = sections.find((one) =>
    one.address <= address && address < one.address + one.size
  );
  if (section === undefined) throw new Error(`Expected address ${address} in the PE file`);
  return address - section.address + section.offset;
}

/**
 * One text of the version resource: its key, a NUL, padding to four bytes from
 * the section's start, then the text up to a NUL, all in UTF-16.
 */
function versionText(bytes: Uint8Array, section: Section, key: string): string {
  const resource = Buffer.from(bytes.buffer, bytes.byteOffset + section.offset, section.size);
  const found = resource.indexOf(`${key}\0`, 0, "utf16le");
  if (found < 0) return "";
  const start = Math.ceil((found + (key.length + 1) * 2) / 4) * 4;
  return resource.toString("utf16le", start).split("\0")[0] ?? "";
}
