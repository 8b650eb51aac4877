// What a directory holds: a name and a kind, nothing that would cost a second system call.
import type { ByteString } from "./byte-string.ts";

/** `other` is anything that is neither file, directory nor symbolic link: a socket, a pipe, a device. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

/** One entry as a directory read tells it. */
export interface Entry {
  /** One path component, never holding `/`. */
  readonly name: ByteString;
  readonly kind: EntryKind;
}

/** Whether these bytes can be the name of an entry: a caller's path may hold components that lead elsewhere. */
export function isEntryName(name: ByteString): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}
