/**
 * Lengths as Python counts them: in code points, not UTF-16 units.
 *
 * @module
 */

/** How many code points the text holds between two offsets. */
export function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; count++) at += widthAt(text, at);
  return count;
}

/** The offset `count` code points after `start`; null when the text ends before. */
export function afterCodePoints(text: string, start: number, count: number): number | null {
  let at = start;
  for (let passed = 0; passed < count; passed++) {
    if (at >= text.length) return null;
    at += widthAt(text, at);
  }
  return at;
}

function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}
