// The answer of a search, as text and as data for programs, with as many of its choices as there is room for.
import { namesTo, type EntryKind } from "../core/entry.ts";
import type { ListingEnd } from "../text/closing-lines.ts";
import type { Candidate } from "./searched-directory.ts";

/** A file or directory that was found. */
export interface FoundFile {
  /** The path below the searched directory, joined with `/` on every platform. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Its position in the order of the answer: 1 is the best, or the newest. */
  readonly rank: number;
  /** Set if git ignores it. */
  readonly ignored?: true;
  /** Set for a directory if nothing in it is shown, unless it would be 0: how many entries are below it, as far as they were read. */
  readonly more?: number;
  /** When it was last modified, in whole milliseconds since 1970, if that was asked for and is known. */
  readonly modifiedMs?: number;
}

/** What `findFiles` returns. Its end says what matched nothing, how many more match, and how far the search got. */
export interface FoundFiles extends ListingEnd {
  /** The searched directory as the first line of the text shows it. */
  readonly root: string;
  /** In the order of their ranks. */
  readonly files: readonly FoundFile[];
  /** How many directories were read. */
  readonly readDirectories: number;
}

export interface SearchAnswer {
  /** How many choices there are. */
  readonly choices: number;
  /** The answer that shows the first choices. */
  toText(count: number): string;
  /** The same for programs. */
  toFound(count: number): FoundFiles;
}

/** `more`: how many entries are below it that are not shown. */
export function toFoundFile(candidate: Candidate, rank: number, more: number = 0): FoundFile {
  const { directory, name, kind, isIgnored, modifiedMs } = candidate;
  return {
    path: [...namesTo(directory), name].join("/"),
    kind,
    rank,
    ...(isIgnored && { ignored: true }),
    ...(more > 0 && { more }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
}
