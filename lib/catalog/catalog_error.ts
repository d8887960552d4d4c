/**
 * The fault of a catalog file: always with file, line and key, because a broken
 * catalog must stop the run before it leaves evidence out.
 *
 * @module
 */

/** A catalog file that cannot be used. Broken evidence never raises this. */
export class CatalogError extends SyntaxError {
  override name = "CatalogError";

  /**
   * @param file File of the catalog, as it is named to the user
   * @param line Line in it, from 1
   * @param key The key at fault, dotted for nested ones; empty when the line itself is
   * @param problem What was expected and what was found
   */
  constructor(
    readonly file: string,
    readonly line: number,
    readonly key: string,
    problem: string,
  ) {
    super(`Cannot use ${file}:${line}:${key === "" ? "" : ` ${key}:`} ${problem}`);
  }
}
