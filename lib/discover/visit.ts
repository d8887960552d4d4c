/**
 * Which paths that evidence names may be visited: what an examined file says
 * must never make us touch the network, a device or a dead mount.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import process from "node:process";

/** Why a path must not be touched, or null when it may be. */
export type VisitRule = (path: string) => string | null;

/** Systems whose paths a place holds. */
export type System = "posix" | "windows";

/** File systems that answer over a network, or only when somebody else does. */
const NETWORK = new Set(
  ("nfs nfs4 cifs smb3 smbfs ncpfs afs ceph glusterfs lustre gfs2 ocfs2 9p virtiofs vboxsf " +
    "autofs davfs coda beegfs pvfs2 orangefs")
    .split(" "),
);

/** User-space file systems whose source is another machine. */
const NETWORK_FUSE =
  /^fuse\.(sshfs|rclone|s3fs|gcsfuse|davfs2?|glusterfs|cephfs|curlftpfs|smbnetfs)/;

const SYSTEM_FOLDERS = ["/dev", "/proc", "/sys", "/net"];

/** The rule for a place that holds the paths of one system. */
export function visitRule(system: System, mounts: readonly string[] = []): VisitRule {
  return (path) => {
    const unc = uncReason(path);
    if (unc !== null) return unc;
    const drive = /^[A-Za-z]:[\\/]/.test(path);
    if (system === "windows") return drive ? null : notAbsolute(path);
    if (drive) return "a Windows path";
    if (!path.startsWith("/")) return notAbsolute(path);
    const lexical = withoutDots(path);
    const systemFolder = SYSTEM_FOLDERS.find((folder) => isBelow(lexical, folder));
    if (systemFolder !== undefined) return `below ${systemFolder}`;
    const mount = mounts.find((point) => isBelow(lexical, point));
    return mount === undefined ? null : `on the network file system ${mount}`;
  };
}

/**
 * The rule for paths that a home names: they are of the system that the home is of.
 *
 * @param home Path of the home in its tree
 */
export function visitRuleOf(home: string, mounts: readonly string[]): VisitRule {
  return visitRule(home.startsWith("/") ? "posix" : "windows", mounts);
}

/** Where network file systems are mounted on this machine, by its own record. */
export function networkMounts(): string[] {
  if (process.platform !== "linux") return [];
  try {
    return networkMountsIn(readFileSync("/proc/self/mounts", "utf8"));
  } catch {
    return [];
  }
}

/** The same, from the text of the record (fstab(5)). */
export function networkMountsIn(record: string): string[] {
  return record.split("\n").flatMap((line) => {
    const [source = "", point = "", type = ""] = line.split(" ");
    const network = NETWORK.has(type) || NETWORK_FUSE.test(type) || source.startsWith("//") ||
      (type.startsWith("fuse") && /^[^/\s]+:/.test(source));
    return network && point !== "/" ? [unescaped(point)] : [];
  });
}

/** Spaces and the like are written as octal numbers. */
function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)));
}

function uncReason(path: string): string | null {
  if (/^[\\/]{2}[?.][\\/]/.test(path)) return "a device path";
  return /^\\\\|^\/\/[^/]/.test(path) ? "a network path" : null;
}

function notAbsolute(path: string): string {
  return /^[\\/]/.test(path) ? "a path of another system" : "not an absolute path";
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join("/")}`;
}
