// The interface that a backend implements so that it can be listed. `disk/memory.ts` is the shortest implementation.
import type { Entry, EntryDetails, Location, ReadKind } from "./entry.ts";

/** Options of every read: how long to wait for an answer, and whether the path may change meanwhile. */
export interface ReadOptions {
  /**
   * Ends the wait early. A backend that waits throws its reason.
   * @default none: the wait can't be ended
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * A backend that waits for an answer gives up after this many milliseconds, with an error of code `ETIMEDOUT`.
   * @default Infinity
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How many milliseconds are left for all further answers together.
   * @default Infinity
   */
  readonly remainingMs?: (() => number) | undefined;
  /**
   * Whether the read must fail if a directory on the path has been swapped for a link meanwhile. If not, a disk can be read in half the
   * time.
   * @default true
   */
  readonly isConfined?: boolean | undefined;
}

/** Options of a read of keys. */
export interface ReadKeysOptions extends ReadOptions {
  /**
   * About how many keys or entries the caller can use. A hint for the size of the first request, not a bound. With
   * `Infinity` no next page is expected, so nothing needs to be kept for one.
   * @default Infinity
   */
  readonly limit?: number | undefined;
}

/** Options of one directory read. */
export interface ReadDirectoryOptions extends ReadKeysOptions {
  /**
   * The caller needs only entries after this one in tree order: a name, with a `/` at its end for a directory. A backend that can't
   * start there returns all entries.
   * @default none: from the first entry
   */
  readonly after?: string | undefined;
}

/** Options of a read of a file. */
export interface ReadFileOptions extends ReadOptions {
  /** A larger file counts as missing. */
  readonly maxBytes: number;
  /** Whether a path that goes through a link, or ends in one, counts as missing. */
  readonly refusesLinks: boolean;
}

/** What a directory read returns. */
export interface DirectoryRead {
  /**
   * Whether the entries come in tree order (byte order of the names, a directory's name ending in `/`), so that the caller can stop
   * when it has enough. If not, they come in any order, and the caller takes all of them.
   */
  readonly isSorted: boolean;
  /** The entries, each once, without `.` and `..`. An array if there is nothing to wait for. The caller may stop after any batch. */
  readonly batches: Iterable<readonly Entry[]> | AsyncIterable<readonly Entry[]>;
  /**
   * Whether the directory has entries that were not read and will not be.
   * @default false
   */
  readonly isPartial?: boolean;
}

/** Some of the keys of an object store, in their order. */
export interface KeyPage {
  /** Relative to the directory that was asked for. */
  readonly keys: readonly { readonly key: string; readonly modifiedMs?: number }[];
  /** Whether there are no more keys after these. */
  readonly isLast: boolean;
}

/** What is at a path. Something else there, or other contents of a file, has another state as a rule. */
export interface FileState {
  /** `unknown` if that can't be told at once. */
  readonly kind: ReadKind | "absent";
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Some file systems record times in steps of two seconds, so a second change within a step would go unnoticed. */
export const TIME_STEP_MS = 2000;

const NO_NUMBERS = { dev: 0, ino: 0, size: 0, mtimeMs: 0, ctimeMs: 0 };

/** Nothing is there. */
export const ABSENT: FileState = { kind: "absent", ...NO_NUMBERS };

/** Something may be there. */
export const UNKNOWN: FileState = { kind: "unknown", ...NO_NUMBERS };

/** Whether two looks at a path found the same. A directory is the same whatever has changed in it. */
export function isSameState(one: FileState, other: FileState): boolean {
  const isSameFile = one.kind === other.kind && one.ino === other.ino && one.dev === other.dev;
  const isSameText = one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs;
  return isSameFile && (one.kind === "directory" || isSameText);
}

/**
 * A place that can be listed. Links are followed only by `realPath`: a read of a directory through a link fails.
 *
 * A failed call throws an error with an errno-style `code`: `EACCES`, `ENOENT`, `ENOTDIR`, `ETIMEDOUT`, ... It becomes a mark on the
 * page. An error without such a code is a defect and ends the call.
 */
export interface FileSystem {
  /**
   * Whether directories are just prefixes of keys, as in an object store. Then reads are sorted, any name may occur, `""` and `..`
   * too, and a file and a directory may have the same name.
   * @default false
   */
  readonly isObjectStore?: boolean;

  /**
   * Whether it is the disk of this machine. Then a router without `roots` lists only its working directory.
   * @default false
   */
  readonly isLocalDisk?: boolean;

  /** Whether a caller's path is absolute. */
  isAbsolute(path: string): boolean;

  /** The absolute, normalised form of a path. A relative path is resolved against the directory `from`. */
  resolve(from: string, path: string): string;

  /** The entries of a directory. */
  readDirectory(directory: Location, options: ReadDirectoryOptions): DirectoryRead | Promise<DirectoryRead>;

  /**
   * All keys below a directory, at any depth, in pages of one request each. Only object stores have it. The key of the directory itself,
   * which marks an empty directory, is `""`.
   */
  readKeys?(directory: string, options: ReadKeysOptions): AsyncIterable<KeyPage>;

  /** Details of some entries of a directory, in their order; undefined for one that is gone. Follows no links. */
  readDetails?(
    directory: Location,
    entries: readonly Entry[],
    options: ReadOptions,
  ): Promise<readonly (EntryDetails | undefined)[]>;

  /** The bytes of a regular file, for git's rules; undefined if it does not exist, can't be read or is too large. */
  readFile?(path: string, options: ReadFileOptions): Promise<Uint8Array | undefined> | Uint8Array | undefined;

  /**
   * What is at a path, found out at once, so that what was made of a file need not be made again. Only a disk has it. `followsLinks`: whether
   * a link at the end of the path is followed.
   */
  look?(path: string, followsLinks: boolean): FileState;

  /**
   * Where an absolute path leads with links resolved. A place without links leaves it out. Calls `check` before each step with the
   * absolute path that is about to be inspected; it throws to refuse it. `known`: a prefix that was resolved before, which may be opened
   * with one system call.
   */
  realPath?(
    path: string,
    options: ReadOptions,
    check?: (path: string) => void,
    known?: string,
  ): Promise<string> | string;
}

/**
 * Some disks also find an entry by a short name (`SECRET~1`, with Wine `SECR~A1B`), or by its name with trailing dots and spaces. A path or
 * name that does not match has no such name in it.
 */
export const MAY_BE_ALIAS: RegExp = /~|[. ](?:[\\/]|$)/;

/** Whether paths have drives, and `\` between names. */
export function hasWindowsPaths(fileSystem: FileSystem): boolean {
  return fileSystem.isAbsolute("C:\\");
}

/** A file system with some members replaced. Not a copy, which would lack the methods of a class, and give them another `this`. */
export function withMembers(fileSystem: FileSystem, members: Partial<FileSystem>): FileSystem {
  return new Proxy(fileSystem, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(members, name) ? members : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
