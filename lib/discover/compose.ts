/**
 * Compose files beside a home: what they mount where a container keeps its home.
 *
 * Rests on the vendor's docker-compose.yml.
 *
 * @module
 */

import { parse } from "yaml";
import type { Place } from "./place.ts";
import { smallText } from "./small_text.ts";

/** A folder of the host that a compose file mounts as a home. */
export interface ComposeMount {
  /** The compose file. */
  readonly file: string;
  readonly service: string;
  /** As written. */
  readonly source: string;
  /** Path on the host; null when it holds a variable. */
  readonly path: string | null;
}

const NAMES: readonly string[] = [
  "docker-compose.yml",
  "docker-compose.yaml",
  "docker-compose.override.yml",
  "docker-compose.override.yaml",
  "compose.yml",
  "compose.yaml",
  "compose.override.yml",
  "compose.override.yaml",
  "podman-compose.yml",
  "podman-compose.yaml",
];

/**
 * The bind mounts of the compose files in a folder.
 *
 * @param options.home Path in a container where the image keeps its home
 * @param options.account Folder that `~` stands for; null when unknown
 */
export function composeMounts(
  place: Place,
  folder: string,
  options: { readonly home: string; readonly account: string | null },
): ComposeMount[] {
  return NAMES.flatMap((name) => {
    const file = `${folder}/${name}`;
    const text = smallText(place.tree, file);
    if (text === null) return [];
    return servicesOf(text).flatMap(({ service, body }) => {
      const home = homeVariable(body) ?? options.home;
      return bindMounts(body)
        .filter(({ target }) => target.replace(/\/+$/, "") === home)
        .map(({ source }) => ({ file, service, source, path: hostPath(source, folder, options) }));
    });
  });
}

interface Service {
  readonly service: string;
  readonly body: Record<string, unknown>;
}

function servicesOf(text: string): Service[] {
  let document: unknown;
  try {
    document = parse(text, { logLevel: "silent" });
  } catch {
    return [];
  }
  const services = asObject(asObject(document)["services"] ?? document);
  return Object.entries(services).map(([service, body]) => ({ service, body: asObject(body) }));
}

function homeVariable(body: Record<string, unknown>): string | null {
  const { environment } = body;
  if (Array.isArray(environment)) {
    const entry = environment.map(String).find((one) => one.startsWith("HERMES_HOME="));
    return entry?.slice("HERMES_HOME=".length) ?? null;
  }
  const value = asObject(environment)["HERMES_HOME"];
  return typeof value === "string" ? value : null;
}

/** Both forms: `source:target[:mode]`, and a mapping with type, source and target. */
function bindMounts(body: Record<string, unknown>): { source: string; target: string }[] {
  const { volumes } = body;
  if (!Array.isArray(volumes)) return [];
  return volumes.flatMap((volume: unknown) => {
    if (typeof volume !== "string") {
      const { source, target } = asObject(volume);
      const isBind = typeof source === "string" && typeof target === "string" && isPath(source);
      return isBind ? [{ source, target }] : [];
    }
    const [, source, target] = /^((?:[A-Za-z]:[\\/])?[^:$]*(?:\$\{[^}]*\}[^:$]*)*):([^:]+)/.exec(
      volume,
    ) ?? [];
    return source !== undefined && target !== undefined && isPath(source)
      ? [{ source, target }]
      : [];
  });
}

/** A name without a separator is a volume's. */
function isPath(source: string): boolean {
  return /[\\/~$]/.test(source) || source.startsWith(".");
}

function hostPath(
  source: string,
  folder: string,
  options: { readonly account: string | null },
): string | null {
  const { account } = options;
  const homely = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;
  if (homely.test(source)) return account === null ? null : source.replace(homely, account);
  if (source.includes("$")) return null;
  if (/^([\\/]|[A-Za-z]:)/.test(source)) return source;
  const at = folder.split("/");
  for (const segment of source.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") at.pop();
    else at.push(segment);
  }
  return at.join("/");
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
