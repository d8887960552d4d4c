/**
 * How an output can fail.
 *
 * @module
 */

/** The output cannot be begun where it was asked for: nothing was written. */
export class OutputPlaceError extends Error {
  override name = "OutputPlaceError";
}

/** The output broke off half-way: no space, or its place was lost. */
export class OutputError extends Error {
  override name = "OutputError";

  /** @param path The file that could not be written, as it was asked for */
  constructor(readonly path: string, message: string) {
    super(message);
  }
}

/** Nobody reads standard output any more: no fault, and nothing to be said. */
export class ClosedPipe extends Error {
  override name = "ClosedPipe";

  constructor() {
    super("Standard output was closed by its reader");
  }
}

/** The system's error code (`ENOSPC`), or an empty string for any other error. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

/** What a system error means for an output, in words that are the same on every runtime. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = REASONS.get(code);
  if (known !== undefined) return known;
  return code || (error instanceof Error ? error.message : String(error));
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EDQUOT", "disk quota used up"],
  ["EEXIST", "it exists already"],
  ["EFBIG", "larger than its file system can hold"],
  ["EIO", "input/output error"],
  ["ENAMETOOLONG", "name too long"],
  ["ENODEV", "the device is gone"],
  ["ENOENT", "the folder is gone"],
  ["ENOSPC", "no space left"],
  ["ENXIO", "the device is gone"],
  ["EROFS", "read-only file system"],
  ["ESTALE", "the file system is gone"],
]);
