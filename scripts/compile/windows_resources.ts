/**
 * What Windows shows of a program under Properties, Details.
 *
 * @module
 */

import type { ProgramTexts } from "./binary_facts.ts";
import { NtExecutable, NtExecutableResource, Resource } from "npm:resedit@3.1.0";

/** Numbers Windows gives to kinds of resources. */
const ICON = 3;
const ICON_GROUP = 14;

/** US English, and the code page of UTF-16: what the runtime's own resources use. */
const LANGUAGE = { lang: 1033, codepage: 1200 };

/**
 * A copy of a runtime that bears our name and version instead of its own, and
 * neither its icon nor its signature, which would not fit any more.
 *
 * @param runtime Bytes of a PE file
 */
export function withResources(runtime: Uint8Array, texts: ProgramTexts): Uint8Array {
  const program = NtExecutable.from(runtime, { ignoreCert: true });
  const resources = NtExecutableResource.from(program);
  resources.entries = resources.entries
    .filter(({ type }) => type !== ICON && type !== ICON_GROUP);
  const version = Resource.VersionInfo.fromEntries(resources.entries)[0];
  if (version === undefined) throw new Error("Expected a version resource in the runtime");
  const [major = 0, minor = 0, patch = 0] = texts.version.split(".").map(Number);
  version.setFileVersion(major, minor, patch, 0, LANGUAGE.lang);
  version.setProductVersion(major, minor, patch, 0, LANGUAGE.lang);
  version.removeAllStringValues(LANGUAGE);
  version.setStringValues(LANGUAGE, {
    ProductName: texts.name,
    InternalName: texts.name,
    OriginalFilename: `${texts.name}.exe`,
    FileDescription: texts.description,
    FileVersion: texts.version,
    ProductVersion: texts.version,
  });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return new Uint8Array(program.generate());
}
