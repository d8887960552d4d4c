/**
 * The run's own folder for what does not fit into memory: made on first need,
 * removed at the end whatever happens.
 *
 * @module
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** A folder that exists only while it is needed. */
export class WorkFolder {
  readonly #base: string | null;
  #path: string | null = null;

  /** @param base Folder to make it in, or null when the run has none. */
  constructor(base: string | null) {
    this.#base = base;
  }

  /** Makes the folder on first need; null when there is nowhere to make it. */
  get make(): (() => string) | null {
    const base = this.#base;
    if (base === null) return null;
    return () => {
      if (this.#path === null) {
        this.#path = join(base, `.hermeneut-work-${process.pid}`);
        mkdirSync(this.#path, { recursive: true, mode: 0o700 });
      }
      return this.#path;
    };
  }

  /** Removes the folder with all that is in it. */
  remove(): void {
    if (this.#path === null) return;
    rmSync(this.#path, { recursive: true, force: true });
    this.#path = null;
  }
}
