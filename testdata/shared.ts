/**
 * Evidence that lies beside the repository on some machines; tests that use it
 * are skipped elsewhere.
 *
 * @module
 */

import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./program.ts";

/** Folder named by HERMENEUT_SHARED, or the one beside the repository. */
const SHARED = Deno.env.get("HERMENEUT_SHARED") ?? join(ROOT, "..", "shared");

/**
 * A fresh copy of one of its archives, unpacked; null, with a message, where
 * there is none.
 */
export async function sharedCopy(archive: "cases" | "realhomes"): Promise<string | null> {
  const path = join(SHARED, `${archive}.tar.gz`);
  if (!existsSync(path)) {
    console.log(`skipped: ${archive}.tar.gz is not here (HERMENEUT_SHARED names its folder)`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), `${archive}-`));
  const unpacked = await new Deno.Command("tar", { args: ["-xzf", path, "-C", folder] }).output();
  if (!unpacked.success) throw new Error(`Cannot unpack ${path}`);
  return folder;
}
