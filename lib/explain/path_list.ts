/**
 * A list of paths as other programs write it: one per line (`find`, `dir /b`),
 * or parted by NUL (`find -print0`), in UTF-8 or, from a Windows shell, UTF-16.
 *
 * @module
 */

/** Characters kept of one line; no path is that long, so the rest tells nothing. */
const LONGEST_LINE = 100_000;

/**
 * The paths of a list, in order; an empty line is an empty path, except at the end.
 *
 * @param chunks The bytes of the list, as they come
 */
export function* pathsIn(chunks: Iterable<Uint8Array>): Generator<string> {
  let decoder: TextDecoder | null = null;
  let separator = "\n";
  let pending = "";
  for (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const first = decoder === null;
    decoder ??= new TextDecoder(isUtf16(chunk) ? "utf-16le" : "utf-8");
    const text = decoder.decode(chunk, { stream: true });
    if (first && text.includes("\0")) separator = "\0";
    pending = yield* split(pending + text, separator);
  }
  pending += decoder?.decode() ?? "";
  if (pending !== "") yield* split(pending + separator, separator);
}

function isUtf16(chunk: Uint8Array): boolean {
  return chunk[0] === 0xff && chunk[1] === 0xfe;
}

/** Gives the whole lines and returns what is left of the last one, cut where no path goes on. */
function* split(text: string, separator: string): Generator<string, string> {
  let from = 0;
  for (;;) {
    const end = text.indexOf(separator, from);
    if (end < 0) break;
    const isCr = separator === "\n" && text.charCodeAt(end - 1) === 13 && end > from;
    yield text.slice(from, isCr ? end - 1 : end);
    from = end + 1;
  }
  return text.slice(from, from + LONGEST_LINE);
}
