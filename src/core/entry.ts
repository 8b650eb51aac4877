// A directory entry: a name and a kind; the orders of the entries of a directory, and positions in them. Details that cost another system
// call are separate, for callers that want them.
import { joinPath, toByteString, toText, type ByteString } from "./byte-string.ts";

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

/** Returns the key that sorts an entry of `directory` among its siblings. */
export type SiblingKey = (entry: Entry, directory: ByteString) => string;

/** The order of git and object stores: byte order of the names, with a trailing `/` for directories. */
export const treeKey: SiblingKey = (entry) => (entry.kind === "directory" ? `${entry.name}/` : entry.name);

/** Directories before everything else, and otherwise the same order. Not for an object store, which would have to be read to its end. */
export const directoriesFirstKey: SiblingKey = (entry) =>
  // No name on a disk begins with a NUL, and a million files need no keys besides their names.
  entry.kind === "directory" ? `\0${entry.name}/` : entry.name;

/** The order of whole paths, which among siblings is the order of their names. */
export const pathKey: SiblingKey = (entry, directory) => joinPath(directory, entry.name);

/** The longest sort key and the longest name in the `codex-*` profiles, in bytes of UTF-8. */
const LONGEST = 500;

const PLAIN = /^[\0-\x5b\x5d-\x7f]*$/;

/**
 * The sort key of the original `list_dir`: the path as text, with `\` read as `/`, cut at 500 bytes. Two paths can share one, because names
 * are decoded lossily and cut.
 */
export function codexKey(path: ByteString): ByteString {
  return PLAIN.test(path) ? cutName(path) : cutName(toByteString(toText(path).replaceAll("\\", "/")));
}

/** The order of the original `list_dir`, by such keys. */
export const codexSiblingKey: SiblingKey = (entry, directory) => codexKey(joinPath(directory, entry.name));

/** Cuts UTF-8 at the last character boundary within 500 bytes. */
export function cutName(utf8: ByteString): ByteString {
  if (utf8.length <= LONGEST) {
    return utf8;
  }
  let end = LONGEST;
  while ((utf8.charCodeAt(end) & 0xc0) === 0x80) {
    end -= 1;
  }
  return utf8.slice(0, end) as ByteString;
}

/**
 * The position right after an entry: the entry's key, plus the entry itself if several can share a key. Those are sorted by name.
 * In a store, a file comes before a directory of the same name.
 */
export interface Position {
  readonly key: string;
  /** @default none: the position is after all entries with this key */
  readonly entry?: Entry;
}

/** Whether an entry with this key comes after a position. */
export function isAfter(key: string, entry: Entry, position: Position): boolean {
  return key === position.key ? position.entry !== undefined && comesAfter(entry, position.entry) : key > position.key;
}

/** The order of entries that share a key. */
export function comesAfter(entry: Entry, other: Entry): boolean {
  return entry.name === other.name ? entry.kind === "directory" && other.kind !== "directory" : entry.name > other.name;
}
