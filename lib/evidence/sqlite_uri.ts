/**
 * Whether this runtime lets SQLite take a URI, and so be told that a file is
 * immutable.
 *
 * Deno turns every location into a path unless it was given all permissions;
 * then nothing can be opened in place, and an image is made instead.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";

let answer: boolean | null = null;

/** True when a location such as `file:///x?mode=ro&immutable=1` is read as a URI. */
export function takesUris(): boolean {
  answer ??= triesUri();
  return answer;
}

/** Read-only, so that a runtime that takes the URI for a name finds nothing and makes nothing. */
function triesUri(): boolean {
  try {
    new DatabaseSync("file:in-memory?mode=memory", { readOnly: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** The URI of a file that SQLite is to read as immutable. */
export function immutableUri(localPath: string): string {
  const path = localPath.replace(/^(?!\/)/, "/").split("/").map(encodeURIComponent).join("/");
  return `file://${path}?mode=ro&immutable=1`;
}
