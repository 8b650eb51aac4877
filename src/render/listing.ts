// A listing as data: what the text says, no more and no less.
import { toBytes, toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { Visit } from "../core/visit.ts";

/** An entry of a listing. */
export interface ListingEntry {
  /**
   * The path below the listing root, joined with `/` on every platform. Bytes that are no UTF-8 read as U+FFFD. It is empty,
   * or begins or ends with `/`, only where an object store has empty names.
   */
  readonly path: string;
  /** The bytes of the path, only where they are no UTF-8. */
  readonly pathBytes?: Uint8Array;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Why this directory could not be read, where that was tried. */
  readonly problem?: Problem;
  /** Set where this is a directory that git ignores: it was not entered. */
  readonly ignored?: true;
  /**
   * Set where this is a directory above others that has nothing below it on the page but the next entry, a directory too:
   * both stand on one line.
   */
  readonly joined?: true;
}

/** A listing: what `renderListing` writes and `parseListing` reads. */
export interface Listing {
  /** The listing root as the first line shows it. */
  readonly root: string;
  readonly entries: readonly ListingEntry[];
  /** How many entries are shown, only where there are more. */
  readonly moreThan?: number;
  /** Set where the filters let no entry through. What `entries` holds then are directories that could not be read. */
  readonly filtered?: true;
}

/** The bytes of an entry's path, as a walk has them. */
export function bytesOfEntry({ path, pathBytes }: ListingEntry): ByteString {
  const bytes = toByteString(pathBytes ?? path);
  // A walk has one slash more where the first name is empty, since nothing at all is the root to it.
  return bytes === "" || bytes.startsWith("/") ? (`/${bytes}` as ByteString) : bytes;
}

/** A visit of a walk as an entry of a listing: fields that say nothing are left out. */
export function toListingEntry({ path: walked, kind, depth, problem, ignored }: Visit): ListingEntry {
  const bytes = walked.startsWith("/") ? (walked.slice(1) as ByteString) : walked;
  // No spreading of optional parts: this runs for every entry of every page, and a spread costs as much as the walk.
  const path = toExactText(bytes);
  const entry =
    path === undefined ? { path: toText(bytes), pathBytes: toBytes(bytes), kind, depth } : { path, kind, depth };
  if (problem !== undefined) {
    return { ...entry, problem };
  }
  return ignored === true ? { ...entry, ignored } : entry;
}
