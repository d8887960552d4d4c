/**
 * Values that are made when they are first asked for, if ever.
 *
 * @module
 */

/** A function that makes a value once, and gives it again. */
export function later<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
