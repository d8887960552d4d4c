/**
 * What the desktop app's connection registry says.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** A Hermes on another machine that the desktop app talks to. */
export const remoteBackend: RowText<
  { kind: Maybe; label: Maybe; address: Maybe; org: Maybe; name: Maybe; profile: Maybe }
> = {
  means: "The desktop app was set up to drive Hermes at this address; its sessions are kept there",
  example: {
    kind: "ssh",
    label: "build box",
    address: "kim@build.example:22",
    org: null,
    name: null,
    profile: "work",
  },
  says: ({ kind, label, address, org, name, profile }) =>
    `remote backend: ${orDash(kind)} ${orDash(label)} ${
      orDash(address)
    } (from connections.json, file mtime)${recorded("org", org)}${recorded("name", name)}${
      recorded("profile", profile)
    }`,
};

/** A connection that the desktop app could not load and put aside. */
export const backendQuarantined: RowText<{ reason: Maybe }> = {
  means: "The desktop app put a connection aside that it could not use, for this reason",
  example: { reason: "unknown kind" },
  says: ({ reason }) =>
    `remote backend quarantined by the app: ${orDash(reason)} (from connections.json, file mtime)`,
};

function recorded(name: string, value: Maybe): string {
  return value === null || value === undefined || value === "" ? "" : ` ${name}=${value}`;
}
