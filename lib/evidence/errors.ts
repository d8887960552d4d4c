/**
 * The one kind of error that evidence raises. Everything else that is thrown
 * is a fault of the program, or of how it was called.
 *
 * @module
 */

/** Why a whole file cannot be used. */
export type EvidenceFault =
  /** The bytes are not of the format the name promises. */
  | "not-this-format"
  /** The system refuses to read it, or a read failed half-way. */
  | "unreadable"
  /** A FIFO, socket, device, folder or link stands where a file should. */
  | "not-a-regular-file"
  /** It changed under us more often than we retry. */
  | "changed"
  /** Reading it needs more memory or a work folder; the message says which. */
  | "needs-work-folder";

/** A whole file cannot be used. Caught once, in `lib/parse/`; readers let it pass. */
export class EvidenceError extends Error {
  override name = "EvidenceError";

  /**
   * @param fault What kind of fault it is
   * @param path The file, as on the examined host
   * @param message What was expected and what was found, without the path
   */
  constructor(readonly fault: EvidenceFault, readonly path: string, message: string) {
    super(message);
  }
}
