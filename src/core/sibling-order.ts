// The orders in which the entries of one directory stand.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";

/** Gives the key by which an entry of the directory `directory` is sorted among its siblings. */
export type SiblingKey = (entry: Entry, directory: ByteString) => string;

/** The order of git and of object stores: byte order of the names, a directory's name ending in `/`. */
export const treeKey: SiblingKey = (entry) => (entry.kind === "directory" ? `${entry.name}/` : entry.name);
