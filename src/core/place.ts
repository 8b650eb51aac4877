// A position among the entries of a directory, in listing order.
import type { Entry } from "./entry.ts";

/**
 * The position right after an entry: the entry's key, plus the entry itself if several can share a key. Those are sorted by name.
 * In a store, a file comes before a directory of the same name.
 */
export interface Place {
  readonly key: string;
  /** @default none: the place is after all entries with this key */
  readonly entry?: Entry;
}

/** Whether an entry with this key comes after a place. */
export function isBehind(key: string, entry: Entry, place: Place): boolean {
  return key === place.key ? place.entry !== undefined && comesBehind(entry, place.entry) : key > place.key;
}

/** The order of entries that share a key. */
export function comesBehind(entry: Entry, other: Entry): boolean {
  return entry.name === other.name ? entry.kind === "directory" && other.kind !== "directory" : entry.name > other.name;
}
