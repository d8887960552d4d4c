/**
 * Sentences as data: what each row text means, with an example.
 *
 * @module
 */

/** A value that may be absent; an empty one counts as absent. */
export type Maybe = string | number | bigint | boolean | null | undefined;

/**
 * One kind of sentence on the timeline. Readers call `says`, `explain-path`
 * prints `means`, and one test holds `says(example)` still for every text.
 */
export interface RowText<Fields> {
  /** What the sentence tells an examiner, in one plain line. */
  readonly means: string;
  /** True-to-life fields. */
  readonly example: Fields;
  /** Pure: the same fields give the same words. */
  says(fields: Fields): string;
}

/** Any text, whatever its fields: what a list of texts holds. */
// deno-lint-ignore no-explicit-any -- fields differ by text, and a list only ever says its example
export type AnyText = RowText<any>;

/** The value, or `-` when it is absent or empty. */
export function orDash(value: Maybe): string {
  if (value === null || value === undefined || value === "") return "-";
  return String(value);
}
