// A directory entry: a name and a kind. Details that cost another system call are separate, for callers that want them.
import type { ByteString } from "./byte-string.ts";

/** `other` is anything that is not a file, directory or symbolic link: a socket, a pipe, a device. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

/** `unknown` is an entry whose kind could not be found out. A listing shows it as `other`. */
export type ReadKind = EntryKind | "unknown";

/** The kind as a listing shows it. */
export function shownKind(kind: ReadKind): EntryKind {
  return kind === "unknown" ? "other" : kind;
}

/** One entry as a directory read returns it. */
export interface Entry {
  /** One path component, never containing `/`. Only in object stores can it be empty, `.` or `..`. */
  readonly name: ByteString;
  readonly kind: ReadKind;
}

/** More about an entry than its name and kind. For a link, about the link and not its target. Costs a system call or two. */
export interface EntryDetails {
  /** The size of a file in bytes; absent for anything else. */
  readonly size?: number;
  /** When it was last modified, in whole milliseconds since 1970 (UTC). */
  readonly modifiedMs?: number;
  /** The target written in a symbolic link, whether or not the link is followed. */
  readonly target?: ByteString;
}

/** Whether these bytes can be an entry's name. A caller's path may contain components that lead elsewhere. */
export function isEntryName(name: ByteString): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}

/** The same for an object store, where no name leads anywhere: a key is plain text, and only slashes divide it. */
export function isKeyName(name: ByteString): boolean {
  return !name.includes("/");
}
