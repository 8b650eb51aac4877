// The orders for entries of the same directory.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";

/** Returns the key that sorts an entry of `directory` among its siblings. */
export type SiblingKey = (entry: Entry, directory: ByteString) => string;

/** The order of git and object stores: byte order of the names, with a trailing `/` for directories. */
export const treeKey: SiblingKey = (entry) => (entry.kind === "directory" ? `${entry.name}/` : entry.name);
