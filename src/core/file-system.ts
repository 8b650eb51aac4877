// The port: everything the walk needs from a place that can be listed. Each backend implements it.
import type { ByteString } from "./byte-string.ts";
import type { Entry, EntryDetails } from "./entry.ts";
import type { Pause } from "./pace.ts";
import type { SortedNames } from "./names/sorted-names.ts";

/** How long a caller waits for one answer. */
export interface WaitOptions {
  /**
   * Ends the wait early. A backend checks it before every wait and throws its reason.
   * @default none: it can't be ended
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * A backend that waits for an answer gives up after this many milliseconds, with an error of code `ETIMEDOUT`.
   * @default Infinity
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of one directory read. */
export interface ReadOptions extends WaitOptions {
  /**
   * Start after this sibling key: a name, with a trailing `/` for a directory. Passed only to backends of order `key`.
   * @default none: from the first entry
   */
  readonly after?: ByteString | undefined;
  /**
   * The caller will use at most this many entries. A hint for the request size, not a bound on the answer.
   * @default Infinity
   */
  readonly limit?: number | undefined;
  /**
   * The same object for all reads of a listing. A backend may use it to remember what one read learned for the next.
   * @default none: the read is on its own
   */
  readonly listing?: object | undefined;
  /**
   * Returns the first few directories that the listing will read next, in order, unless it has enough by then. A backend may
   * prefetch them.
   * @default none: nothing is known about them
   */
  readonly next?: (() => readonly ByteString[]) | undefined;
  /**
   * Whether the listing goes on to read the directories inside this one, if it gets that far.
   * @default false
   */
  readonly enters?: boolean | undefined;
  /**
   * Whether the caller can use sorted names instead of entries, if the backend has those of the whole directory.
   * @default false
   */
  readonly takesNames?: boolean | undefined;
  /**
   * Whether the caller keeps the names of a huge directory itself, so that the backend need not.
   * @default false
   */
  readonly keepsNames?: boolean | undefined;
  /** Lets other work go on while the backend sorts names, and throws if the listing has to end. */
  readonly pause?: Pause | undefined;
}

/** Options for reading a file. */
export interface ReadFileOptions {
  readonly maxBytes: number;
  /**
   * Whether a path that ends in a link means the file the link leads to.
   * @default false: a link is not a file
   */
  readonly followsLinks?: boolean | undefined;
  /**
   * Called with the real path of the opened file before any of it is read. If it returns false, the file counts as missing. A
   * backend whose paths can't lead elsewhere need not call it.
   * @default none: every file may be read
   */
  readonly mayRead?: ((realPath: ByteString) => boolean) | undefined;
}

/** What was at a path before. */
export interface FileBefore {
  readonly path: ByteString;
  /** The bytes that `readFile` gave, or the version of what `findFile` found; undefined if nothing was there. */
  readonly found: object | undefined;
  /** As it was given to `readFile`. */
  readonly followsLinks: boolean;
}

/** A file that was found, and can be read in parts. */
export interface FoundFile {
  readonly size: number;
  /** Stands for this version of the file. */
  readonly version: object;
  /** Whether a change is sure to be noticed. A file that changed a moment ago may change again without a trace. */
  readonly isSettled: boolean;
  /** The bytes from `start` on, at most `length` of them; undefined if this version of the file can't be read any more. */
  read(start: number, length: number): Promise<Uint8Array | undefined> | Uint8Array | undefined;
}

/** Options for finding a file. */
export interface FindFileOptions extends Pick<ReadFileOptions, "mayRead"> {
  /**
   * The version that was found before. If the file is the same, so is the object.
   * @default none: every version is a new one
   */
  readonly before?: object | undefined;
}

/** One part of a directory read's result. */
export interface Batch {
  readonly entries: readonly Entry[];
  /**
   * The read had to start over: discard everything it returned before this batch.
   * @default false
   */
  readonly startsOver?: boolean;
  /**
   * These are all entries of the directory, so what is not among them is not in it.
   * @default false: there may be others
   */
  readonly isWhole?: boolean;
  /**
   * Nothing comes after these. A map that may make no more requests asks for this.
   * @default false: there may be more
   */
  readonly isLast?: boolean;
  /**
   * All entries of the directory, from an earlier read, instead of all batches. Only for a caller that takes names.
   * @default none
   */
  readonly names?: SortedNames;
}

/** A directory read: its result in batches. */
export interface DirectoryRead extends AsyncIterable<Batch> {
  /**
   * The whole result, if the backend has read it already, so that there is nothing to wait for. A caller that uses it does not iterate.
   * @default none: the result comes in batches
   */
  readonly whole?: Batch | undefined;
}

/** Options for reading keys. */
export interface ReadKeysOptions extends WaitOptions {
  /** @default none: from the first key */
  readonly after?: ByteString | undefined;
  /**
   * Whether what is in a directory is left out, and the directory itself reported, with a `/` at its end.
   * @default false
   */
  readonly byDirectory?: boolean | undefined;
  /**
   * Whether to tell when each key's object was last modified.
   * @default false
   */
  readonly takesTimes?: boolean | undefined;
}

/** Some keys in their order. */
export interface KeyPage {
  readonly keys: readonly ByteString[];
  /**
   * When their objects were last modified, in milliseconds since 1970, as far as that is known.
   * @default none: the times were not asked for
   */
  readonly times?: ReadonlyMap<ByteString, number>;
  /** Whether nothing comes after these. */
  readonly isLast: boolean;
  /**
   * Whether the directory is there although it has no keys, as an empty bucket is.
   * @default false: if there are no keys, reading the directory says whether it is there
   */
  readonly isThere?: boolean;
}

/** The limits on a path while it is followed. Each method is called before the disk is accessed, and throws to refuse. */
export interface PathBounds {
  /** The absolute path to follow instead of this one, which came from a caller or a link: a root may have several names. */
  start(path: ByteString): ByteString;
  /** The top of the file system, where every path starts. */
  readonly top: BoundedPlace;
}

/** A point along the path, as the bounds see it. */
export interface BoundedPlace {
  /** The entry `name` of this directory, which is about to be accessed. */
  enter(name: ByteString): BoundedPlace;
  /** Called when there is a link here that is about to be followed. */
  follow(): void;
}

/** How a root is opened. */
export interface OpenRootOptions extends WaitOptions {
  readonly bounds: PathBounds;
  readonly pause: Pause;
}

/** The root of a listing, opened. */
export interface OpenRoot {
  /** The absolute path of what was opened, with links resolved. */
  readonly realPath: ByteString;
  /** Reads what was opened and everything below it, whatever is at that path by now. Ignores the root passed to it. */
  readonly fileSystem: FileSystem;
  close(): void;
}

/**
 * A place that can be listed. A directory is identified by the root of the listing and a relative path below it (`""` is the root
 * itself; `joinPath` shows how names are joined): a backend can follow links in the root, and never in the relative path.
 *
 * A failed read throws an error with an errno-style `code`: `EACCES`, `ENOENT`, `ENOTDIR`, `ETIMEDOUT`, ... The walk
 * turns it into a marker on the page. An error without such a code is a defect and ends the call.
 */
export interface FileSystem {
  /**
   * `none`: a read returns the whole directory in any order. `key`: a read returns the entries in byte order of their names,
   * with a trailing `/` for directories, and starts after `after`.
   */
  readonly order: "none" | "key";

  /**
   * Whether directories are just common key prefixes up to a slash, as in an object store. Then any UTF-8 name may occur,
   * including `""`, `.` and `..`, and a file and a directory may share a name. The walk does not check that a directory on a
   * cursor's path exists but reads it right away, since each check is a request. Needs order `key`.
   * @default false
   */
  readonly isObjectStore?: boolean;

  /** Whether a caller's path is absolute. */
  isAbsolute(path: string): boolean;

  /**
   * The absolute, normalised form of a path. A relative path is resolved against the directory `from`. Works the same on text and
   * on the bytes of a text.
   */
  resolve(from: string, path: string): string;

  /** The entries of a directory in batches, each once, without `.` and `..`. The reader may stop after any batch. */
  readDirectory(root: ByteString, path: ByteString, options: ReadOptions): DirectoryRead;

  /**
   * Some of the keys below a directory, at any depth, relative to it: as many as one request gives. Only object stores have it:
   * they count a whole tree in a few requests this way.
   */
  readKeys?(root: ByteString, path: ByteString, options: ReadKeysOptions): Promise<KeyPage>;

  /**
   * The bytes of a file at an absolute path, for rule files in the tree. Returns undefined if there is no readable regular file
   * of at most `maxBytes` bytes; a promise only if there is something to wait for, since listings ask for many files that are
   * not there. A backend without files to read leaves it out.
   */
  readFile?(path: ByteString, options: ReadFileOptions): Promise<Uint8Array | undefined> | Uint8Array | undefined;

  /**
   * Whether all of these are surely what they were before: the same files, unchanged, at the same paths. Must answer at once, and false
   * if in doubt. Without this, they are read again.
   */
  areSame?(files: readonly FileBefore[]): boolean;

  /**
   * Finds a regular file at an absolute path that may be too large to be read at once; a promise as for `readFile`. Without this, git's
   * index is not read.
   */
  findFile?(path: ByteString, options: FindFileOptions): Promise<FoundFile | undefined> | FoundFile | undefined;

  /**
   * Whether there may be something at an absolute path, for a search upward for files to read. False only if there is nothing.
   * Must answer at once: what can't be said without waiting may exist. Without this, everything may.
   */
  mayExist?(path: ByteString): boolean;

  /** Where an absolute path leads with links resolved; a promise as for `readFile`. A backend without links leaves it out. */
  realPath?(path: ByteString, options: WaitOptions): Promise<ByteString> | ByteString;

  /** How the directory at a path lists what it finds by a name, or that name. Backends that don't find `Secret` by `SECRET` leave it out. */
  listedName?(directory: ByteString, name: ByteString, options: WaitOptions): Promise<ByteString>;

  /**
   * Opens a root and keeps it open, so that what was checked is what gets read. Follows the path, which is absolute and
   * normalised, one component at a time, and asks the bounds before each one. A backend whose paths can't lead elsewhere leaves
   * this out.
   */
  openRoot?(root: ByteString, options: OpenRootOptions): Promise<OpenRoot>;

  /**
   * Details of entries of one directory, in the order of `names`. Follows no links. An entry that is gone or has no details is
   * undefined. Fails as a directory read does. Called with a few hundred names at a time, in an object store only with names of
   * files, and only when a caller wants details. A backend without details leaves it out.
   */
  readDetails?(
    root: ByteString,
    path: ByteString,
    names: readonly ByteString[],
    options: WaitOptions,
  ): Promise<readonly (EntryDetails | undefined)[]>;

  /**
   * Whether this path below the root is a directory now. Follows no link in any component. The last name must be exactly what the
   * parent directory lists, which the filters judge. If a store has a file and a directory of the same name, it means the file.
   */
  isDirectory(root: ByteString, path: ByteString, options: WaitOptions): Promise<boolean>;
}
