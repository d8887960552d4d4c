/**
 * Whether an index still speaks of the evidence at hand.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Source } from "../../parse/mod.ts";

/** Files beside a database that belong to it. */
const COMPANIONS = ["", "-wal", "-journal"];

/**
 * A text that changes with any of the files: their names, owners, sizes, times
 * and places on the disk, and with how they are read.
 *
 * @param reading Whatever else decides what is read of them
 */
export function fingerprintOf(sources: readonly Source[], reading: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(reading));
  for (const { tree, path, sourceFile, reader, owner, home, kind } of sources) {
    hash.update(JSON.stringify([sourceFile, reader.id, owner, home, kind]));
    for (const suffix of COMPANIONS) {
      const facts = tree.facts(path + suffix);
      hash.update(
        facts === null ? "-" : JSON.stringify(
          [facts.size, facts.mtimeNs, facts.ctimeNs, facts.inode, facts.kind].map(String),
        ),
      );
    }
  }
  return hash.digest("hex");
}
