/**
 * The environment variables that move a home or change what may run, and how
 * start-up files set them.
 *
 * Rests on hermes_constants.py, hermes_cli/config_backend.py, tools/approval.py,
 * tools/environments/base.py and apps/desktop/electron/data-paths.mjs of the vendor.
 *
 * @module
 */

/** A variable, found with a value. */
export interface Setting {
  readonly name: string;
  /** As written, quotes removed; empty when it is set to nothing. */
  readonly value: string;
}

/** Names of the variables, in the order of a report. */
export const VARIABLES: readonly string[] = [
  "HERMES_HOME",
  "HERMES_YOLO_MODE",
  "HERMES_CONFIG_BACKEND",
  "HERMES_DATA_DIR_SUFFIX",
  "HERMES_DESKTOP_USER_DATA_DIR",
  "TERMINAL_SANDBOX_DIR",
];

/** What a setting means for who reads the evidence. */
export function meaningOf({ name, value }: Setting): string {
  const set = value.trim().toLowerCase();
  switch (name) {
    case "HERMES_HOME":
      return "the home is kept there";
    case "HERMES_YOLO_MODE":
      return TRUE.has(set) ? "every approval check off" : "approval checks stay on";
    case "HERMES_CONFIG_BACKEND":
      return set === "remote" ? "settings are remote" : "settings are kept by another backend";
    case "HERMES_DATA_DIR_SUFFIX":
      return "home and desktop data have this suffix";
    case "HERMES_DESKTOP_USER_DATA_DIR":
      return "the desktop app's data are kept there";
    default:
      return "container workspaces are kept there";
  }
}

const TRUE = new Set(["1", "true", "yes", "on"]);

/**
 * The settings in a start-up file: sh, csh, fish, PowerShell, systemd units,
 * environment files and property lists are understood. Lines count from 1.
 */
export function settingsIn(text: string): (Setting & { readonly line: number })[] {
  const lines = text.replace(/<\/key>(\s*)<string>/g, "</key><string>").split("\n");
  return lines.flatMap((line, index) => {
    if (!/HERMES_|TERMINAL_SANDBOX/.test(line) || /^\s*(#|;|REM\s)/i.test(line)) return [];
    return settingsOfLine(line).map((setting) => ({ ...setting, line: index + 1 }));
  });
}

const NAME = new RegExp(`(?<![A-Za-z0-9_])(?:${VARIABLES.join("|")})(?![A-Za-z0-9_])`, "g");

function settingsOfLine(line: string): Setting[] {
  return [...line.matchAll(NAME)].flatMap((match) => {
    const [name] = match;
    const before = line.slice(0, match.index);
    const after = line.slice(match.index + name.length);
    const value = valueSet(before, after);
    return value === null ? [] : [{ name, value }];
  });
}

/** What the words around a name set it to; null when they only mention it. */
function valueSet(before: string, after: string): string | null {
  const [plist] = /^<\/key><string>[^<]*/.exec(after) ?? [];
  if (plist !== undefined) return plist.slice("</key><string>".length).trim();
  const commanded = /(?:^|[\s;])(?:set(?:\s+-\S+)*|setenv)\s+$/.test(before) &&
    /^\s+\S/.test(after);
  const [parted] = /^["']?\s*[=:]\s*/.exec(after) ?? [];
  if (!commanded && parted === undefined) return null;
  const rest = commanded ? after.trimStart() : after.slice(parted?.length ?? 0);
  const around = /["']$/.exec(before)?.[0];
  if (around !== undefined && parted?.startsWith("=")) return upTo(around, rest);
  const quote = /^["']/.exec(rest)?.[0];
  if (quote !== undefined) return upTo(quote, rest.slice(1));
  return /^[^\s;&|#]*/.exec(rest)?.[0] ?? "";
}

function upTo(quote: string, text: string): string {
  const end = text.indexOf(quote);
  return end < 0 ? text.trim() : text.slice(0, end);
}
