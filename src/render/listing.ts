// A listing as data: what the text says, and what programs get besides.
import { toBytes, toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import { shownKind, type EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { EmptyMark, Visit } from "../core/visit.ts";
import type { PageEnd } from "./our-words.ts";

/** An entry of a listing. */
export interface ListingEntry {
  /**
   * The path below the listing root, joined with `/` on every platform. Bytes that are not valid UTF-8 read as U+FFFD. It is
   * empty, or begins or ends with `/`, only if an object store has empty names.
   */
  readonly path: string;
  /** The bytes of the path, only if they are not valid UTF-8. */
  readonly pathBytes?: Uint8Array;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Why this directory could not be read, if that was tried. */
  readonly problem?: Problem;
  /** Set if git ignores this entry. A directory was not entered then. */
  readonly ignored?: true;
  /** Set if this is a directory that was opened and has nothing to show. */
  readonly mark?: EmptyMark;
  /** Size and time of a file as they are shown, if the text was asked for them. */
  readonly shownDetails?: string;
  /** Set if entries of the same directory come before this one, on other pages. */
  readonly moreBefore?: true;
  /** Set if entries of the same directory come after this one, on other pages. */
  readonly moreAfter?: true;
  /**
   * Set if this is a directory above others whose only child on the page is the next entry, also a directory: both are on one
   * line.
   */
  readonly joined?: true;
}

/** A listing: what `renderListing` writes. */
export interface Listing extends PageEnd {
  /** The listing root as the first line shows it. */
  readonly root: string;
  readonly entries: readonly ListingEntry[];
}

/** An entry of a page of `listDir`. */
export interface ListDirEntry extends ListingEntry {
  /** Set if this is not an entry of the page but a directory above one, or one that could not be read. */
  readonly context?: true;
  /** The size of a file in bytes, if details were asked for. */
  readonly size?: number;
  /** When the entry was last changed, in whole milliseconds since 1970, if details were asked for. */
  readonly modifiedMs?: number;
  /** The target of a symbolic link, if details were asked for. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly target?: string;
  /** The bytes of the target, only if they are not valid UTF-8. */
  readonly targetBytes?: Uint8Array;
}

/** A page of `listDir`. */
export interface ListDirPage extends PageEnd {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
}

/** The bytes of an entry's path, as a walk has them. */
export function bytesOfEntry({ path, pathBytes }: Pick<ListingEntry, "path" | "pathBytes">): ByteString {
  const bytes = toByteString(pathBytes ?? path);
  // A walk's path has an extra slash if the first name is empty, since the empty path is the root.
  return bytes === "" || bytes.startsWith("/") ? (`/${bytes}` as ByteString) : bytes;
}

/** Turns a visit of a walk into an entry of a listing. Fields that say nothing are left out. */
export function toListingEntry({ path: walked, kind: read, depth, problem, ignored, mark }: Visit): ListingEntry {
  const kind = shownKind(read);
  const bytes = walked.startsWith("/") ? (walked.slice(1) as ByteString) : walked;
  // No spreading of optional parts: this runs for every entry of every page, and a spread costs as much as the walk.
  const path = toExactText(bytes);
  const entry =
    path === undefined ? { path: toText(bytes), pathBytes: toBytes(bytes), kind, depth } : { path, kind, depth };
  if (problem !== undefined) {
    return { ...entry, problem };
  }
  if (mark !== undefined) {
    return { ...entry, mark };
  }
  return ignored === true ? { ...entry, ignored } : entry;
}
