// Reads the files that rules come from, or that say where rules are. Where a listing has bounds, a file outside of them has
// a say only if nothing inside chose it.
import { toByteString, toText, type ByteString } from "../../core/byte-string.ts";
import type { FileSystem } from "../../core/file-system.ts";
import { AT_ANY_PACE, keepPace, type Pacing } from "../../core/pacing.ts";
import { toPlainPath } from "../plain-path.ts";

/** What bounds a listing. Paths are absolute. */
export interface RuleFileBounds {
  /** Whether a path lies in a directory that may be listed. */
  isInside(path: ByteString): boolean;
  /** Whether a file is denied, or lies in a directory that is. */
  isDenied(path: ByteString): boolean;
}

/**
 * Who says where a file is.
 *
 * `user`: the user, by where git looks for the user's own files, or in one of them. It is read wherever it is; without bounds
 * it may be a link, as it is where a program keeps these files together.
 *
 * `place`: git's own layout, from the listing's root on up and down. It is read wherever it is.
 *
 * Where there are bounds, both are read outside of them only if they stand there themselves: a link on the way may have been
 * made by anybody.
 *
 * `tree`: the contents of another file in the tree. It is read inside the bounds only, and outside not even looked for.
 */
export type NamedBy = "user" | "place" | "tree";

/** A file that was read. */
export interface RuleFile {
  readonly text: ByteString;
  /** Whether it lies inside the bounds, and so may have been written by anybody. Without bounds nothing does. */
  readonly isInside: boolean;
}

/** How long a directory of the user's may take to tell where it is. */
const USER_TIMEOUT_MS = 1000;

/** Reads during one listing. */
export class RuleFiles {
  readonly #fileSystem: FileSystem;
  readonly #bounds: RuleFileBounds | undefined;
  /** That of the listing: a deep directory has many files above it. */
  readonly pacing: Pacing;

  /** Without bounds every file may be read. */
  constructor(fileSystem: FileSystem, bounds: RuleFileBounds | undefined, pacing: Pacing = AT_ANY_PACE) {
    this.#fileSystem = fileSystem;
    this.#bounds = bounds;
    this.pacing = pacing;
  }

  /** A path that is written in a file, which is relative to the directory `from` or absolute, as a plain one. */
  resolve(from: ByteString, path: string): ByteString {
    return toPlainPath(this.#fileSystem.isAbsolute(path) ? path : `${from}/${path}`);
  }

  isAbsolute(path: string): boolean {
    return this.#fileSystem.isAbsolute(path);
  }

  /** The file at a plain path; nothing where there is none of that size, or none that may be read. */
  async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    await keepPace(this.pacing);
    const bounds = this.#bounds;
    if (bounds === undefined) {
      const bytes = await this.#fileSystem.readFile?.(path, { maxBytes, followsLinks: namedBy === "user" });
      return bytes && { text: toByteString(bytes), isInside: false };
    }
    if (namedBy === "tree" && (!bounds.isInside(path) || bounds.isDenied(path))) {
      return undefined;
    }
    let isInside: boolean | undefined;
    const mayRead = (realPath: ByteString): boolean => {
      isInside = bounds.isInside(realPath);
      const isAllowed = isInside || (namedBy !== "tree" && toPlainPath(realPath) === path);
      return isAllowed && !bounds.isDenied(realPath);
    };
    const bytes = await this.#fileSystem.readFile?.(path, { maxBytes, mayRead });
    if (bytes === undefined) {
      return undefined;
    }
    // A backend that has not asked has no links, or no way to look at what it opened: its path is all there is to go by.
    const isAllowed = isInside !== undefined || mayRead((await this.#fileSystem.realPath?.(path, {})) ?? path);
    return isAllowed ? { text: toByteString(bytes), isInside: isInside === true } : undefined;
  }

  /**
   * Where a directory of the user's is, for files in it that are to stand there themselves: the links on the way to it are
   * the system's, unless it is named inside the bounds.
   */
  async userDirectory(directory: string): Promise<string> {
    const path = toByteString(directory);
    if (this.#bounds?.isInside(path) !== false) {
      return directory;
    }
    try {
      return toText((await this.#fileSystem.realPath?.(path, { timeoutMs: USER_TIMEOUT_MS })) ?? path);
    } catch {
      return directory;
    }
  }
}
