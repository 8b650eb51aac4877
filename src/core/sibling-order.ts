// The orders for entries of the same directory, and positions in them.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";

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
