/**
 * The catalog's pattern dialect, compiled once.
 *
 * - `*` stands for any run of characters, `/` included, and for none;
 * - `?` for one character;
 * - `[abc]` and `[!abc]` for one of, or none of, these;
 * - `<name>` for one or more characters of a single path segment.
 *
 * Everything else stands for itself. A pattern matches a whole path relative to
 * its root, `/` separators.
 *
 * @module
 */

/** A compiled pattern. */
export interface Pattern {
  /** As written in the YAML. */
  readonly text: string;
  /** The characters before the first wildcard. */
  readonly prefix: string;
  /** The first segment, when it has no wildcard; else null. */
  readonly first: string | null;
  /** Number of literal characters: of two patterns that match, the longer knows better. */
  readonly weight: number;
  /** Whether it matches a whole path; compiled without case, the path must be in lower case. */
  matches(path: string): boolean;
}

interface Token {
  readonly kind: "literal" | "any" | "one" | "class" | "name";
  readonly text: string;
}

const WILDCARD = /\*+|\?|\[!?[^\]/]+\]|<[a-z_ ]+>/;
const WILDCARDS = new RegExp(WILDCARD, "g");
const TOKENS = new RegExp(`${WILDCARD.source}|[^*?[<]+|[[<]`, "g");

/**
 * Compiles a pattern.
 *
 * @param ignoreCase Compile the lower-case form, for paths given in lower case
 */
export function compilePattern(text: string, ignoreCase = false): Pattern {
  const written = ignoreCase ? text.toLowerCase() : text;
  const wildcard = WILDCARD.exec(written);
  const prefix = wildcard === null ? written : written.slice(0, wildcard.index);
  return {
    text,
    prefix,
    first: firstOf(prefix, wildcard === null),
    weight: wildcard === null ? written.length : written.replace(WILDCARDS, "").length,
    matches: matcherOf(written, { prefix, rest: written.slice(prefix.length) }),
  };
}

/** The usual forms need no expression; the others' is made when it is first needed. */
function matcherOf(
  written: string,
  { prefix, rest }: { prefix: string; rest: string },
): Pattern["matches"] {
  if (rest === "") return (path) => path === written;
  if (rest === "*") return (path) => path.startsWith(prefix);
  let whole: RegExp | null = null;
  return (path) => {
    whole ??= new RegExp(`^${tokensOf(written).map(sourceOf).join("")}$`);
    return whole.test(path);
  };
}

/** A path the pattern matches: every wildcard filled with as little as it takes. */
export function samplePath(text: string): string {
  return tokensOf(text).map(sampleOf).join("");
}

/** What is wrong with a pattern as written, or null: each of these could never match a path. */
export function patternFault(text: string): string | null {
  if (text === "") return "an empty pattern matches nothing";
  if (text.includes("\\")) return "write / between segments, also for Windows";
  if (text.startsWith("/")) return "a pattern is relative: it never starts with /";
  if (text.endsWith("/")) return "a path never ends with /: write folder/* for what lies in it";
  const segments = text.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    return "a path has no empty, . or .. segment";
  }
  if (tokensOf(text).some((token) => token.text === "[" || token.text === "<")) {
    return "a [class] or <name> is not closed";
  }
  return null;
}

function firstOf(prefix: string, exact: boolean): string | null {
  const slash = prefix.indexOf("/");
  return slash >= 0 ? prefix.slice(0, slash) : exact ? prefix : null;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(([part]) => ({ kind: kindOf(part), text: part }));
}

function kindOf(part: string): Token["kind"] {
  if (part.startsWith("*")) return "any";
  if (part === "?") return "one";
  if (part.length > 1 && part.startsWith("[")) return "class";
  if (part.length > 1 && part.startsWith("<")) return "name";
  return "literal";
}

function sourceOf(token: Token): string {
  if (token.kind === "any") return "[^]*";
  if (token.kind === "one") return "[^]";
  if (token.kind === "name") return "[^/]+";
  if (token.kind === "literal") return token.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const negated = token.text.startsWith("[!");
  const members = token.text.slice(negated ? 2 : 1, -1).replace(/[\\^\]]/g, "\\$&");
  return `[${negated ? "^" : ""}${members}]`;
}

function sampleOf(token: Token): string {
  if (token.kind === "literal") return token.text;
  if (token.kind !== "class") return "x";
  if (!token.text.startsWith("[!")) return token.text.charAt(1);
  return [..."xyz0"].find((letter) => !token.text.includes(letter)) ?? "x";
}
