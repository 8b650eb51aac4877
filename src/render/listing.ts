// A listing as data: what the text says, no more and no less.
import { toBytes, toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";

/** An entry of a listing. */
export interface ListingEntry {
  /** The path below the listing root, joined with `/` on every platform. Bytes that are no UTF-8 read as U+FFFD. */
  readonly path: string;
  /** The bytes of the path, only where they are no UTF-8. */
  readonly pathBytes?: Uint8Array;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Why this directory could not be read, where that was tried. */
  readonly problem?: Problem;
}

/** A listing: what `renderListing` writes and `parseListing` reads. */
export interface Listing {
  /** The listing root as the first line shows it. */
  readonly root: string;
  readonly entries: readonly ListingEntry[];
  /** How many entries are shown, only where there are more. */
  readonly moreThan?: number;
}

/** The bytes of an entry's path. */
export function bytesOfEntry({ path, pathBytes }: ListingEntry): ByteString {
  return toByteString(pathBytes ?? path);
}

/** A path as the fields of a listing's entry. */
export function pathOfEntry(bytes: ByteString): Pick<ListingEntry, "path" | "pathBytes"> {
  const path = toExactText(bytes);
  return path === undefined ? { path: toText(bytes), pathBytes: toBytes(bytes) } : { path };
}
