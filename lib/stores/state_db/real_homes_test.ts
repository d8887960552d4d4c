import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { evidencePrint } from "../../../testdata/evidence_print.ts";
import { SMALL_IMAGES } from "../../../testdata/sample.ts";
import { sharedCopy } from "../../../testdata/shared.ts";
import { openDatabase, text, value } from "../../evidence/database.ts";
import { localTree } from "../../evidence/local_tree.ts";
import { isTrouble } from "../../row/trouble.ts";
import { stateDb } from "./mod.ts";

/** What EXPECT.json says of one database. */
interface Expected {
  readonly messages: number;
  readonly "main_only_messages": number | string;
  readonly sessions: number;
  readonly "by_source": Record<string, number>;
  readonly "display_kinds"?: Record<string, number>;
  readonly "role_active_compacted"?: Record<string, number>;
}

Deno.test("state_db finds in the homes of real builds what they hold, and leaves them alone", async () => {
  const folder = await sharedCopy("realhomes");
  if (folder === null) return;
  try {
    const homes = join(folder, "realhomes");
    const before = evidencePrint(homes);
    const all = JSON.parse(readFileSync(join(homes, "EXPECT.json"), "utf8"));
    for (const [name, expected] of Object.entries<Expected>(all)) {
      const path = join(homes, name);
      assert.deepEqual(counted(path, false), wanted(expected), name);
      const main = expected["main_only_messages"];
      const messages = typeof main === "number" ? main : 0;
      assert.equal(counted(path, true).messages, messages, `${name} without its WAL`);
      const told = [...stateDb.read(localTree().open(path), SMALL_IMAGES)];
      assert.deepEqual(told.filter(isTrouble), [], name);
    }
    assert.deepEqual(evidencePrint(homes), before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

interface Counts {
  readonly messages: number;
  readonly sessions: number;
  readonly bySource: Record<string, number>;
  readonly displayKinds: Record<string, number>;
  readonly roles: Record<string, number> | null;
}

function wanted(expected: Expected): Counts {
  return {
    messages: expected.messages,
    sessions: expected.sessions,
    bySource: expected["by_source"],
    displayKinds: expected["display_kinds"] ?? {},
    roles: expected["role_active_compacted"] ?? null,
  };
}

function counted(path: string, withoutWal: boolean): Counts {
  const db = openDatabase(localTree().open(path), { ...SMALL_IMAGES, withoutWal });
  try {
    const roles: string[] = [];
    const kinds: string[] = [];
    const columns = [
      text("role"),
      value("active"),
      value("compacted"),
      text("display_kind"),
    ] as const;
    for (const [, role, active, compacted, kind] of db.rows("messages", columns)) {
      roles.push(`${role}/${active}/${compacted}`);
      if (kind) kinds.push(kind);
    }
    const sources = [...db.rows("sessions", [text("source")])].map(([, source]) => String(source));
    return {
      messages: roles.length,
      sessions: sources.length,
      bySource: tally(sources),
      displayKinds: tally(kinds),
      roles: db.has("messages", "compacted") ? tally(roles) : null,
    };
  } finally {
    db.close();
  }
}

function tally(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => a < b ? -1 : 1));
}
