/**
 * Databases from SQL text, in every state a real one can be found in.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder of the schemas that samples share. */
const SCHEMAS = join(import.meta.dirname ?? ".", "schemas");

/** Text between two directives, with the directive before it. */
interface Stretch {
  readonly directive: string;
  readonly argument: string;
  readonly sql: string;
}

/**
 * Builds a database from annotated SQL (see `build.ts`).
 *
 * @param path The file to make; companions are made beside it where the text says so
 */
export function buildDatabase(annotated: string, path: string): void {
  const scratch = mkdtempSync(join(tmpdir(), "sample-"));
  const draft = join(scratch, "draft.db");
  const db = new DatabaseSync(draft);
  try {
    db.exec("PRAGMA secure_delete=OFF; PRAGMA foreign_keys=OFF;");
    for (const stretch of stretches(annotated)) apply(db, stretch);
    copyUnit(draft, path);
  } finally {
    db.close();
    rmSync(scratch, { recursive: true });
  }
  for (const { directive, argument } of stretches(annotated)) {
    if (directive === "overwrite_leaf") overwriteLeaf(path, argument);
  }
}

function stretches(annotated: string): Stretch[] {
  const parts = annotated.split(/^-- @(\w+) ?(.*)$/m);
  const found: Stretch[] = [{ directive: "", argument: "", sql: parts[0] ?? "" }];
  for (let at = 1; at < parts.length; at += 3) {
    found.push({
      directive: parts[at] ?? "",
      argument: (parts[at + 1] ?? "").trim(),
      sql: parts[at + 2] ?? "",
    });
  }
  return found;
}

function apply(db: DatabaseSync, { directive, argument, sql }: Stretch): void {
  switch (directive) {
    case "page_size":
      db.exec(`PRAGMA page_size=${Number(argument)}`);
      break;
    case "wal":
      db.exec(
        "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; PRAGMA wal_checkpoint(TRUNCATE)",
      );
      break;
    case "uncommitted":
    case "hot_journal":
      // a page cache of one page makes SQLite spill before the commit
      db.exec("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN");
      break;
    case "schema":
      db.exec(readFileSync(join(SCHEMAS, `${argument}.sql`), "utf8"));
      break;
    case "":
    case "rows":
    case "overwrite_leaf":
      break;
    default:
      throw new Error(`Unknown directive @${directive}`);
  }
  if (sql.trim() !== "") db.exec(sql);
}

/** Copies while the writer holds the files open: that is how live ones are found. */
function copyUnit(from: string, to: string): void {
  for (const suffix of ["", "-wal", "-journal"]) {
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
}

function overwriteLeaf(path: string, table: string): void {
  const { page, pageSize } = middleLeaf(path, table);
  const file = openSync(path, "r+");
  try {
    writeSync(file, new Uint8Array(pageSize).fill(0x5a), 0, pageSize, (page - 1) * pageSize);
  } finally {
    closeSync(file);
  }
}

function middleLeaf(path: string, table: string): { page: number; pageSize: number } {
  const db = new DatabaseSync(`file:${path}?mode=ro&immutable=1`, { readOnly: true });
  try {
    const leaves = db.prepare(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
    ).all(table);
    const size = db.prepare("PRAGMA page_size").get();
    const middle = leaves[Math.floor(leaves.length / 2)];
    return { page: Number(middle?.["pageno"]), pageSize: Number(size?.["page_size"]) };
  } finally {
    db.close();
  }
}
