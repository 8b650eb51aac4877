// A place among the entries of a directory, in the order in which they are listed.
import type { ByteString } from "./byte-string.ts";

export interface Place {
  /** The key of the entry that stands before this place. */
  readonly key: string;
  /**
   * The name of that entry, where several entries can share a key: those are in the order of their names.
   * @default none: the place is behind all entries of this key
   */
  readonly name?: ByteString;
}

/** Whether an entry with this key and name stands behind a place. */
export function isBehind(key: string, name: ByteString, place: Place): boolean {
  return key === place.key ? place.name !== undefined && name > place.name : key > place.key;
}
