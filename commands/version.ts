/**
 * The program's version; deno.json says the same, and a test holds both together.
 *
 * @module
 */

/** Semantic version. */
export const VERSION = "0.1.0";
