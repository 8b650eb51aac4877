// What a directory holds: a name and a kind. What would cost another system call is apart, for those who ask for it.
import type { ByteString } from "./byte-string.ts";

/** `other` is anything that is neither file, directory nor symbolic link: a socket, a pipe, a device. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

/** One entry as a directory read tells it. */
export interface Entry {
  /** One path component, never holding `/`; empty, `.` or `..` only in object stores. */
  readonly name: ByteString;
  readonly kind: EntryKind;
}

/** What an entry tells beyond its name and kind, of itself and not of what it links to. It costs a system call or two. */
export interface EntryDetails {
  /** The bytes that a file holds; absent for anything else. */
  readonly size?: number;
  /** When it was last changed, in whole milliseconds since 1970 (UTC). */
  readonly modifiedMs?: number;
  /** What a symbolic link holds, followed or not. */
  readonly target?: ByteString;
}

/** Whether these bytes can be the name of an entry: a caller's path may hold components that lead elsewhere. */
export function isEntryName(name: ByteString): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}

/** The same in an object store, where no name leads anywhere: a key is a text, and only slashes part it. */
export function isKeyName(name: ByteString): boolean {
  return !name.includes("/");
}
