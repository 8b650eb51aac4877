// The messages to and from the child process that reads a mount: lines of JSON, one character per byte.

/** What the child is asked for. Paths are byte strings; `names` lead down from the root, and no link in them is followed. */
export interface RemoteQuestion {
  readonly task: "readDirectory" | "isDirectory" | "readFile" | "readDetails" | "realPath" | "readLink" | "readOn";
  readonly root: string;
  readonly names: readonly string[];
  readonly maxBytes: number;
  /**
   * The entries whose details are wanted, in the directory that `names` lead to. For `isDirectory` and `readLink`: other
   * spellings of the last name. A disk that folds names would find at least one of them, too.
   */
  readonly entries?: readonly string[];
  /** For `readOn`: the directory to read further, by the number that came with its previous part. */
  readonly reading?: number;
}

/**
 * A line to the child: a question, a notice that nobody waits for the answer to an earlier one any more, or a notice that
 * nobody will read a directory further.
 */
export type RemoteOrder =
  | (RemoteQuestion & { readonly id: number })
  | { readonly task: "cancel"; readonly id: number }
  | { readonly task: "close"; readonly id: number };

/** The details of an entry. */
export interface RemoteDetails {
  readonly size?: number;
  readonly modifiedMs: number;
  readonly target?: string;
}

/** A line from the child. The first one is empty and says that the child runs; the last one for a question has its `id`. */
export interface RemoteAnswer {
  readonly id?: number;
  /** The error code, if the question can't be answered. */
  readonly code?: string;
  /** A boolean, the content of a file, a path or a link target, depending on the question; none for a directory's entries. */
  readonly value?: boolean | string;
  /**
   * For `readLink`: whether the directory lists exactly this name.
   * @default true
   */
  readonly isListed?: boolean;
  /** Some entries of a directory, and a letter for the kind of each. */
  readonly names?: readonly string[];
  readonly kinds?: string;
  /** The details of entries, in the order of the question; null for an entry that has none. */
  readonly details?: readonly (RemoteDetails | null)[];
  /** The entries of this directory sent so far are void. */
  readonly startsOver?: boolean;
  /** The directory has more entries: `readOn` with this number returns them. */
  readonly reading?: number;
}
