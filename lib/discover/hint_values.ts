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
 * The settings in one line of a start-up file: sh, csh, fish, PowerShell,
 * systemd units, environment files and property lists are understood.
 */
export function settingsIn(line: string): Setting[] {
  const text = line.trimStart();
  if (text.startsWith("#") || text.startsWith(";") || !/HERMES_|TERMINAL_SANDBOX/.test(text)) {
    return [];
  }
  const found = [...text.matchAll(SETTING)];
  return found.map(([, quote = "", name = "", , bare]) => {
    const rest = bare ?? "";
    return { name, value: valueOf(rest, quote) };
  });
}

const NAMES = VARIABLES.join("|");

/** Perhaps a quote around the whole, the name, what parts it from the value, the rest of the line. */
const SETTING = new RegExp(
  `(["']?)(?<![A-Za-z0-9_])(${NAMES})(?:(["']?\\s*[=:]\\s*)|</key>\\s*<string>|["']?\\s+(?!["']?\\s*$))` +
    `((?:(?!(?<![A-Za-z0-9_])(?:${NAMES})\\s*[=:]).)*)`,
  "g",
);

function valueOf(rest: string, quote: string): string {
  if (rest.includes("</string>")) return rest.slice(0, rest.indexOf("</string>")).trim();
  if (quote !== "" && !rest.startsWith(quote)) {
    const end = rest.indexOf(quote);
    return end < 0 ? rest.trim() : rest.slice(0, end);
  }
  const [, , double, , single, bare] = /^(("([^"]*)")|('([^']*)')|([^\s;#&|"']*))/.exec(rest) ?? [];
  return double ?? single ?? bare ?? "";
}
