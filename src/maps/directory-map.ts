// A map as the core has it: names as bytes, folds and counts. `render` turns it into text and into objects for programs.
import type { ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";

/** Entries of a directory that are not named. */
export interface Fold {
  /** Matches exactly these entries. Ends in `/` if they are all directories. */
  readonly glob: ByteString;
  readonly count: number;
  /** Set if the directory was not read to its end. */
  readonly isPartial?: true | undefined;
  /** How many entries are below the directories among them, all levels together; undefined if there are no directories. */
  readonly below?: number | undefined;
  /** Set if there may be more below them. */
  readonly isBelowPartial?: true | undefined;
}

/** A directory on a map, with the directories that hold nothing but the next one. */
export interface MappedDirectory {
  /** Its path below the directory that the block is about. */
  readonly names: readonly ByteString[];
}

/** A directory that is not open. */
export interface ClosedDirectory extends MappedDirectory {
  /** How many entries are below the last one. */
  readonly count: number;
  /** Set if there may be more. */
  readonly isPartial?: true | undefined;
  readonly problem?: Problem | undefined;
  readonly isIgnored?: true | undefined;
}

export interface OpenedDirectory extends MappedDirectory {
  readonly inside: MapBlock;
}

/** What a map shows of a directory. */
export interface MapBlock {
  /** What is no directory. */
  readonly names: readonly { readonly name: ByteString; readonly kind: EntryKind }[];
  readonly folds: readonly Fold[];
  readonly closed: readonly ClosedDirectory[];
  readonly open: readonly OpenedDirectory[];
}

/** What the parts of a map cost in tokens, and which letters a fold may have. */
export interface MapCosts {
  name(name: ByteString, kind: EntryKind): number;
  fold(fold: Fold): number;
  closed(directory: ClosedDirectory): number;
  /** The line of an open directory. */
  open(directory: MappedDirectory): number;
  /** What it costs to begin a line. */
  readonly line: number;
  /** Whether a fold may begin or end with these letters. */
  canSpell(part: ByteString): boolean;
}
