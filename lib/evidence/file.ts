/**
 * One file of evidence, wherever its bytes come from: a live disk, a mounted
 * image, a bundle folder or a zip. Nothing here can write.
 *
 * @module
 */

/** What a name in a folder stands for. Only a `file` is ever opened. */
export type FileKind = "file" | "folder" | "link" | "fifo" | "socket" | "device" | "unknown";

/** What the system says of a path without opening or following it. */
export interface FileFacts {
  /** Path on the examined host, `/` separators. */
  readonly path: string;
  /** Last segment of the path. */
  readonly name: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch, as the examined host recorded them. */
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** 0 where the file system records none. */
  readonly birthtimeNs: bigint;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly device: bigint;
  readonly inode: bigint;
  readonly nlink: number;
  /** Where a link points, as stored; null for everything else. */
  readonly linkTarget: string | null;
  /** True when the name holds bytes that are not UTF-8. */
  readonly rawName: boolean;
  /** The bytes of such a name, where a listing found it. */
  readonly nameBytes?: Uint8Array;
  /** Why nothing more is known of it than its name. */
  readonly refused?: string;
}

/** How SQLite may open the file itself, when it may at all. */
export interface InPlace {
  /** Path on this machine. */
  readonly localPath: string;
  /** True where nothing can write while we read: a bundle, a snapshot, a read-only mount. */
  readonly stable: boolean;
}

/** One regular file, opened for reading only. All calls are synchronous. */
export interface EvidenceFile {
  readonly facts: FileFacts;
  /** Path on the examined host, `/` separators, never the copy's. */
  readonly path: string;
  /** Bytes when it was opened; a live file may have grown since. */
  readonly size: number;
  /** Null when SQLite cannot open it by path (inside a zip, or a name that is not UTF-8). */
  readonly inPlace: InPlace | null;
  /**
   * Up to `length` bytes from `offset`; shorter only at the end of the file.
   *
   * @param into At least as many bytes, which may be used to hold what is read
   * @throws {EvidenceError} `unreadable` when the system refuses
   */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array;
  /** Facts of this moment: what a live file has become since it was opened. */
  now(): FileFacts | null;
  /** The file beside this one whose name adds `suffix` (`-wal`), or null. */
  companion(suffix: string): EvidenceFile | null;
  close(): void;
}

/** Where files come from. Paths are those of the examined host, `/` separators. */
export interface EvidenceTree {
  /** Null for an absent path; links are not followed. */
  facts(path: string): FileFacts | null;
  /**
   * The names in a folder, sorted by code points; links are not followed.
   *
   * @throws {EvidenceError} `unreadable` when the folder cannot be listed
   */
  list(path: string): FileFacts[];
  /**
   * Opens a regular file, following links only as far as they stay inside the tree.
   *
   * @throws {EvidenceError} `not-a-regular-file`, `unreadable`
   */
  open(path: string): EvidenceFile;
  /** The path with every link resolved inside the tree, or null when it leads out or nowhere. */
  resolve(path: string): string | null;
}
