/**
 * What a settings file says of permissions.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** One standing permission. */
export const permissionSetting: RowText<{ key: string; value: Maybe; file: string }> = {
  means: "A standing permission in the settings file, as it stood when the file was last written",
  example: { key: "command_allowlist", value: "recursive delete", file: "config.yaml" },
  says: ({ key, value, file }) =>
    `permission setting: ${key}=${orDash(value)} (from ${file}, file mtime)`,
};
