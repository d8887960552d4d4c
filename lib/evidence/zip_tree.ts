/**
 * The files in a zip. A stored one is read where it lies; a deflated one, which
 * only a foreign zip holds, is expanded first.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "./file.ts";
import { fileFacts } from "./plain_facts.ts";
import { type NamedFile, namedTree } from "./named_tree.ts";
import { dataOffset, readDirectory } from "./zip_directory.ts";
import type { ZipMember } from "./zip_records.ts";

/** Makes a file of a deflated member that can be read at any offset. */
export type Expand = (zip: EvidenceFile, member: ZipMember) => EvidenceFile;

/**
 * A tree over a zip; its paths begin with `/`.
 *
 * @param zip Open; the tree reads from it for as long as it is used
 * @throws {EvidenceError} `not-this-format`, `unreadable`
 */
export function zipTree(zip: EvidenceFile, expand: Expand): EvidenceTree {
  const files = new Map<string, NamedFile>();
  for (const member of readDirectory(zip).members) {
    const path = `/${member.name}`;
    // A folder's own record; folders are told by what lies in them.
    if (member.name.endsWith("/")) continue;
    const facts = fileFacts(path, member.size);
    files.set(path, { facts, open: (asked) => openMember(zip, { member, facts: asked, expand }) });
  }
  return namedTree([...files.values()]);
}

const STORED = 0;
const DEFLATED = 8;

function openMember(
  zip: EvidenceFile,
  how: { readonly member: ZipMember; readonly facts: FileFacts; readonly expand: Expand },
): EvidenceFile {
  const { member, facts, expand } = how;
  if (member.method === STORED && member.stored === member.size) {
    return window(zip, facts, dataOffset(zip, member));
  }
  if (member.method === DEFLATED) return { ...expand(zip, member), facts, path: facts.path };
  const why = `Packed by method ${member.method} of zip, expected stored or deflated`;
  throw new EvidenceError("unreadable", facts.path, why);
}

function window(zip: EvidenceFile, facts: FileFacts, begin: number): EvidenceFile {
  return {
    facts,
    path: facts.path,
    size: facts.size,
    inPlace: null,
    read(offset, length, into): Uint8Array {
      const left = Math.max(0, facts.size - offset);
      return zip.read(begin + offset, Math.min(length, left), into);
    },
    now: () => facts,
    companion: () => null,
    close(): void {},
  };
}
