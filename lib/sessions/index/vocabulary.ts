/**
 * The words of an index, to find those that have a part.
 *
 * FTS5's own list of words counts all their places whenever it is read, and a
 * table of them is slow to go through: they are kept as long texts, a word a line.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { DatabaseSync } from "node:sqlite";

/** Characters of words that are kept together. */
const PACKET = 1 << 16;
const END = "\n";

/** The words of an index that is whole, packed. No word has a line end in it. */
export function* packedVocabulary(db: DatabaseSync): Generator<Uint8Array> {
  db.exec("CREATE VIRTUAL TABLE temp.counted USING fts5vocab(main, words, 'row')");
  const query = db.prepare("SELECT term FROM temp.counted");
  query.setReturnArrays(true);
  let packet = END;
  for (const [term] of query.iterate() as unknown as Iterable<[string]>) {
    packet += term + END;
    if (packet.length < PACKET) continue;
    yield Buffer.from(packet);
    packet = END;
  }
  if (packet !== END) yield Buffer.from(packet);
  db.exec("DROP TABLE temp.counted");
}

/** The words that have a part. */
export function vocabularyWith(db: DatabaseSync, part: string): string[] {
  const query = db.prepare("SELECT words FROM vocabulary WHERE instr(words, ?) > 0");
  query.setReturnArrays(true);
  const found: string[] = [];
  const rows = query.iterate(Buffer.from(part)) as unknown as Iterable<[Uint8Array]>;
  for (const [bytes] of rows) addWords(new TextDecoder().decode(bytes), part, found);
  return found;
}

function addWords(packet: string, part: string, found: string[]): void {
  for (let at = packet.indexOf(part); at >= 0;) {
    const end = packet.indexOf(END, at);
    found.push(packet.slice(packet.lastIndexOf(END, at) + 1, end));
    at = packet.indexOf(part, end);
  }
}
