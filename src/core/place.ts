// A place among the entries of a directory, in the order in which they are listed.
import type { Entry } from "./entry.ts";

/**
 * Behind an entry: its key, and the entry itself where several can share a key. Those are in the order of their names; in a
 * store a file comes before a directory of the same name.
 */
export interface Place {
  readonly key: string;
  /** @default none: the place is behind all entries of this key */
  readonly entry?: Entry;
}

/** Whether an entry with this key stands behind a place. */
export function isBehind(key: string, entry: Entry, place: Place): boolean {
  return key === place.key ? place.entry !== undefined && comesBehind(entry, place.entry) : key > place.key;
}

/** The order of entries that share a key. */
export function comesBehind(entry: Entry, other: Entry): boolean {
  return entry.name === other.name ? entry.kind === "directory" && other.kind !== "directory" : entry.name > other.name;
}
