/**
 * A path as written, read by the rules of the system its form belongs to. Never
 * touches a disk: a Windows path is judged by Windows rules on any host.
 *
 * @module
 */

/** The rules a path is written by. */
export type Dialect =
  /** `/home/u`, or relative with `/`. */
  | "posix"
  /** `C:\Users\u`, `c:/users/u`, or relative with `\`. */
  | "windows"
  /** `\\?\C:\Users\u`. */
  | "windows-long"
  /** `\\.\`, `\\?\Volume{…}\` or a shadow copy's device. */
  | "windows-device"
  /** `\\server\share\…`. */
  | "unc"
  /** `\\wsl.localhost\<distribution>\…`: a Linux path named from Windows. */
  | "wsl";

/** A path taken apart. */
export interface PathParts {
  readonly dialect: Dialect;
  /** Whether case counts for nothing. */
  readonly ignoresCase: boolean;
  /** What stands before the segments: `/`, `C:/`, `//server/share/`, or nothing when relative. */
  readonly head: string;
  /** Without empty, `.` and `..` segments. */
  readonly segments: readonly string[];
  /** True when it ended in a separator: a folder is meant. */
  readonly folder: boolean;
}

const WSL = /^[\\/]{2}(wsl\.localhost|wsl\$)[\\/]([^\\/]+)[\\/]?/i;
const UNC = /^\\\\([^\\/?.][^\\/]*)[\\/]([^\\/]+)[\\/]?/;
const LONG_UNC = /^[\\/]{2}\?[\\/]UNC[\\/]([^\\/]+)[\\/]([^\\/]+)[\\/]?/i;
const LONG = /^[\\/]{2}[?.][\\/]([A-Za-z]):(?:[\\/]|$)/;
const SHADOW = /^[\\/]{2}[?.][\\/](GLOBALROOT[\\/]Device[\\/][^\\/]+|[^\\/]+)[\\/]?/i;
const DRIVE = /^([A-Za-z]):([\\/]|$)/;

/** Takes a path apart; every string is a path. */
export function readPath(path: string): PathParts {
  const first = path.charCodeAt(0);
  const second = path.charCodeAt(1);
  const plain = first === SLASH && second !== SLASH;
  if (
    plain || (second !== COLON && first !== BACKSLASH && !path.includes("\\") && second !== SLASH)
  ) {
    return posixParts(path, path.charCodeAt(0) === SLASH ? "/" : "", path);
  }
  return readOtherPath(path);
}

const SLASH = 47;
const COLON = 58;
const BACKSLASH = 92;
const DOT = 46;

function readOtherPath(path: string): PathParts {
  const wsl = WSL.exec(path);
  if (wsl !== null) {
    const rest = path.slice(wsl[0].length).replaceAll("\\", "/");
    return { ...posixParts(path, `//${wsl[1]}/${wsl[2]}/`, rest), dialect: "wsl" };
  }
  const unc = LONG_UNC.exec(path) ?? UNC.exec(path);
  if (unc !== null) {
    return windowsParts(path, {
      dialect: "unc",
      cut: unc[0].length,
      head: `//${unc[1]}/${unc[2]}/`,
    });
  }
  const long = LONG.exec(path);
  if (long !== null) {
    return windowsParts(path, {
      dialect: "windows-long",
      cut: long[0].length,
      head: driveHead(long[1]),
    });
  }
  const device = SHADOW.exec(path);
  if (device !== null) {
    const head = `//?/${device[1]?.replaceAll("\\", "/")}/`;
    return windowsParts(path, { dialect: "windows-device", cut: device[0].length, head });
  }
  const drive = DRIVE.exec(path);
  if (drive !== null) {
    return windowsParts(path, {
      dialect: "windows",
      cut: drive[0].length,
      head: driveHead(drive[1]),
    });
  }
  if (path.startsWith("/") || !path.includes("\\")) {
    return posixParts(path, path.startsWith("/") ? "/" : "", path);
  }
  return windowsParts(path, { dialect: "windows", cut: 0, head: path.startsWith("\\") ? "/" : "" });
}

function driveHead(letter: string | undefined): string {
  return `${letter?.toUpperCase()}:/`;
}

function posixParts(path: string, head: string, rest: string): PathParts {
  const folder = endsInSeparator(path, isSlash);
  return {
    dialect: "posix",
    ignoresCase: false,
    head,
    segments: clean(rest.split("/"), head !== ""),
    folder,
  };
}

function windowsParts(
  path: string,
  options: { dialect: Dialect; cut: number; head: string },
): PathParts {
  const { dialect, cut, head } = options;
  const written = path.slice(cut).split(/[\\/]/);
  // Windows drops dots and spaces at the end of a name, except in a long path.
  const named = dialect === "windows-long" ? written : written.map(trimmed);
  const folder = path.length > cut && endsInSeparator(path, isEitherSlash);
  return { dialect, ignoresCase: true, head, segments: clean(named, head !== ""), folder };
}

/** Also `folder/.` and `folder/..` name folders. */
function endsInSeparator(path: string, isSeparator: (code: number) => boolean): boolean {
  let end = path.length - 1;
  for (let dots = 0; dots < 2 && path.charCodeAt(end) === DOT; dots++) end--;
  return end >= 0 && isSeparator(path.charCodeAt(end));
}

function isSlash(code: number): boolean {
  return code === SLASH;
}

function isEitherSlash(code: number): boolean {
  return code === SLASH || code === BACKSLASH;
}

/** Drops what a system drops; `..` is taken by the letter, links are not known here. */
function clean(segments: readonly string[], rooted: boolean): readonly string[] {
  if (!segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    return segments;
  }
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!rooted) kept.push(segment);
  }
  return kept;
}

/** A name without the dots and spaces at its end. */
function trimmed(name: string): string {
  if (name === "." || name === "..") return name;
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}
