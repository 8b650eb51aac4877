// The words in which the child process that reads a mount is spoken to, and answers: lines of JSON, a character a byte.

/** What the child is asked for. Paths are byte strings; `names` lead from the root down, no link followed. */
export interface RemoteQuestion {
  readonly task: "readDirectory" | "isDirectory" | "readFile" | "readDetails" | "realPath" | "readLink" | "readOn";
  readonly root: string;
  readonly names: readonly string[];
  readonly maxBytes: number;
  /**
   * The entries whose details are asked for, in the directory that `names` lead to. To `isDirectory`: other spellings of the
   * last name, by any of which a disk that folds names would find it, too.
   */
  readonly entries?: readonly string[];
  /** To `readOn`: which directory is gone on with, by the number that came with its part before. */
  readonly reading?: number;
}

/**
 * A line to the child: a question, that nobody waits for the answer to an earlier one any more, or that a directory is not gone
 * on with.
 */
export type RemoteOrder =
  | (RemoteQuestion & { readonly id: number })
  | { readonly task: "cancel"; readonly id: number }
  | { readonly task: "close"; readonly id: number };

/** What an entry tells beyond its name. */
export interface RemoteDetails {
  readonly size?: number;
  readonly modifiedMs: number;
  readonly target?: string;
}

/** A line from the child. The first one is empty and says that it runs; the last one for a question has its `id`. */
export interface RemoteAnswer {
  readonly id?: number;
  /** Why the question can't be answered. */
  readonly code?: string;
  /** A boolean, the content of a file, a path or a target, as the question was; none for a directory's entries. */
  readonly value?: boolean | string;
  /** Some entries of a directory, and a letter for the kind of each. */
  readonly names?: readonly string[];
  readonly kinds?: string;
  /** The details of entries, in the order in which they were asked for; null where one has none. */
  readonly details?: readonly (RemoteDetails | null)[];
  /** The entries of this directory that were given so far are void. */
  readonly startsOver?: boolean;
  /** There is more of the directory, for whoever asks to `readOn` with this number. */
  readonly reading?: number;
}
