/**
 * Columns that text takes on a terminal: none for marks that stand on another
 * character, two for the wide characters of East Asia and for pictures.
 *
 * @module
 */

const NONE = /[\p{Mn}\p{Me}\u200b-\u200d]/u;

/** Blocks whose characters are wide or fullwidth (Unicode's East Asian Width), and emoji. */
const WIDE = new RegExp(
  "[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua000-\\ua4cf" +
    "\\ua960-\\ua97f\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6" +
    "\\u{1b000}-\\u{1b2ff}\\u{20000}-\\u{3fffd}]|\\p{Emoji_Presentation}",
  "u",
);

const ASCII = /^[\u0020-\u007e]*$/;

/** The columns of a text that holds no control characters. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The longest beginning that takes no more columns. */
export function beginningOf(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function columnsOf(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
