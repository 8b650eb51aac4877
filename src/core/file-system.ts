// The port: all that the walk asks of a place that can be listed. A backend is one implementation of it.
import type { ByteString } from "./byte-string.ts";
import type { Entry, EntryDetails } from "./entry.ts";
import type { Pause } from "./pause.ts";

/** How long a caller waits, and what stops it from waiting. */
export type WaitOptions = Pick<ReadOptions, "signal" | "timeoutMs">;

/** What a caller asks of one directory read. */
export interface ReadOptions {
  /**
   * Start behind this sibling key: a name, a directory's ending in `/`. Given only to backends of order `key`.
   * @default none: from the first entry
   */
  readonly after?: ByteString | undefined;
  /**
   * The caller will use no more than this many entries: a hint for the size of a request, not a bound on the answer.
   * @default Infinity
   */
  readonly limit?: number | undefined;
  /**
   * Stops the read. A backend looks at it before every wait and throws its reason.
   * @default none: the read can't be stopped
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * A backend that waits for an answer gives up after so many milliseconds, with an error of code `ETIMEDOUT`.
   * @default Infinity
   */
  readonly timeoutMs?: number | undefined;
  /**
   * One object for all reads of a listing. A backend may keep with it what one read has taught it for the next.
   * @default none: the read stands alone
   */
  readonly listing?: object | undefined;
  /**
   * Gives the directories that the listing will read next unless it has enough by then, the first few, in order: a backend
   * may ask for them ahead.
   * @default none: nothing is known of them
   */
  readonly next?: (() => readonly ByteString[]) | undefined;
  /**
   * Whether the listing goes on to directories in this one, as far as it comes to them.
   * @default false
   */
  readonly enters?: boolean | undefined;
}

/** What a caller asks of a file. */
export interface ReadFileOptions {
  readonly maxBytes: number;
  /**
   * Whether a path that ends in a link stands for the file that it leads to.
   * @default false: a link is no file
   */
  readonly followsLinks?: boolean | undefined;
  /**
   * Asked about what was opened, by its real path, before any of it is read: where it says no, there is no such file. A
   * backend in which a path can't lead elsewhere need not ask.
   * @default none: every file may be read
   */
  readonly mayRead?: ((realPath: ByteString) => boolean) | undefined;
}

/** A part of what a directory read gives. */
export interface Batch {
  readonly entries: readonly Entry[];
  /**
   * The read had to start over: what it gave before this batch is void.
   * @default false
   */
  readonly startsOver?: boolean;
}

/** What bounds a path while it is followed. Everything here is asked before the disk is, and throws to refuse. */
export interface PathBounds {
  /** The absolute path to follow in place of this one, which a caller or a link gave: a root may have several names. */
  start(path: ByteString): ByteString;
  /** The top of the file system, where every path starts. */
  readonly top: BoundedPlace;
}

/** A place on the way, as the bounds see it. */
export interface BoundedPlace {
  /** The entry `name` of this directory, which is about to be looked at. */
  enter(name: ByteString): BoundedPlace;
  /** A link stands here and is about to be followed. */
  follow(): void;
}

/** How a root is opened. */
export interface OpenRootOptions extends Pick<ReadOptions, "signal" | "timeoutMs"> {
  readonly bounds: PathBounds;
  readonly pause: Pause;
}

/** The root of a listing, opened. */
export interface OpenRoot {
  /** What was opened: its absolute path, links resolved. */
  readonly realPath: ByteString;
  /** Reads what was opened and what is below it, whatever stands at its path by now. The root that it is given is unused. */
  readonly fileSystem: FileSystem;
  close(): void;
}

/**
 * A place that can be listed. Directories are named by the root of the listing and a relative path below it (`""` is
 * the root itself; `joinPath` tells how names are joined), so that a backend can follow links in the one and never in the
 * other.
 *
 * A failed read throws an error with an errno-style `code`: `EACCES`, `ENOENT`, `ENOTDIR`, `ETIMEDOUT`, ... The walk
 * turns it into a marker on the page. An error without such a code is a defect and ends the call.
 */
export interface FileSystem {
  /**
   * `none`: a read gives the whole directory in any order. `key`: a read gives the entries in byte order of their names,
   * a directory's name ending in `/`, and starts behind `after`.
   */
  readonly order: "none" | "key";

  /**
   * Whether directories are but what keys have in common up to a slash, as in an object store. Then any name may be there,
   * `""`, `.` and `..` too, in UTF-8; a file and a directory may have one name; and a directory on the path of a cursor is not
   * asked about but read, since each question is a request. Needs order `key`.
   * @default false
   */
  readonly isObjectStore?: boolean;

  /** Whether a path that a caller gave stands on its own. */
  isAbsolute(path: string): boolean;

  /**
   * The absolute, normalised form of a path; a relative one is taken from the directory `from`. The same for text and for the
   * bytes of a text.
   */
  resolve(from: string, path: string): string;

  /** The entries of a directory in batches, each once, without `.` and `..`. The reader may stop after any batch. */
  readDirectory(root: ByteString, path: ByteString, options: ReadOptions): AsyncIterable<Batch>;

  /**
   * The bytes of a file at an absolute path, for rules that lie in the tree. Nothing where there is no regular file of
   * at most `maxBytes` bytes that can be read. A backend without files to read leaves it out.
   */
  readFile?(path: ByteString, options: ReadFileOptions): Promise<Uint8Array | undefined>;

  /** Where an absolute path leads, links resolved. A backend without links leaves it out. */
  realPath?(path: ByteString, options: Pick<ReadOptions, "signal" | "timeoutMs">): Promise<ByteString>;

  /**
   * Opens a root and holds on to it, so that what is checked is what is read. The path, absolute and normalised,
   * is followed one component at a time, and the bounds are asked before each. A backend in which a path can't lead elsewhere
   * leaves this out.
   */
  openRoot?(root: ByteString, options: OpenRootOptions): Promise<OpenRoot>;

  /**
   * More about entries of one directory, in the order of `names`; no link is followed, and what is gone or does not tell
   * is undefined. Fails as a directory read does. Asked for some hundred names at a time, in an object store for those of files
   * only, and only for people who want to see it. A backend with nothing to tell leaves it out.
   */
  readDetails?(
    root: ByteString,
    path: ByteString,
    names: readonly ByteString[],
    options: Pick<ReadOptions, "signal" | "timeoutMs">,
  ): Promise<readonly (EntryDetails | undefined)[]>;

  /**
   * Whether this path below the root is a directory now, no link among its components followed. The last name must be
   * exactly the one that the directory above holds: a disk that folds case finds `SECRET` where `Secret` stands, but filters
   * have judged `Secret`. Where a store has a file and a directory of one name, it is the file that is meant.
   */
  isDirectory(root: ByteString, path: ByteString, options: Pick<ReadOptions, "signal" | "timeoutMs">): Promise<boolean>;
}
