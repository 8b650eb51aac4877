// Reads the files that contain git's rules or say where rules are, as far as roots and deny rules let a listing read them.
import type { FileSystem, WaitOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";

/** Which rule files a listing may read. Paths are absolute. */
export interface RuleFileAccess {
  /** Whether nothing denies the file. */
  mayRead(path: string): boolean;
  /** Whether no file may be read through a link, because roots are set. */
  readonly refusesLinks: boolean;
  /** Whether a path is in a root. Always true if there are no roots. */
  isInside(path: string): boolean;
}

/**
 * Who says where a file is: git's own layout, the user, or another file in the tree. What the tree names is read only inside the roots: the
 * tree could name any file and find out what is in it. `gitignore` is git's own layout, too, and there git itself follows no link.
 */
export type NamedBy = "gitignore" | "layout" | "user" | "tree";

/** A larger file counts as absent. */
const MAX_BYTES = 128 * 1024;

/** How long to wait for one file. */
const MAX_WAIT_MS = 1000;

/** Names by which Windows finds a file that has another one: short names, and names with dots or spaces at their end. */
const ALIAS = /~\d|[. ](?:[\\/]|$)/;

export class RuleFiles {
  readonly fileSystem: FileSystem;
  readonly #access: RuleFileAccess;
  readonly #wait: WaitOptions;

  constructor(fileSystem: FileSystem, access: RuleFileAccess, wait: WaitOptions) {
    this.fileSystem = fileSystem;
    this.#access = access;
    this.#wait = { ...wait, timeoutMs: Math.min(wait.timeoutMs ?? Infinity, MAX_WAIT_MS) };
  }

  /** Who names what is named in a file of the user's: the tree, if the file is in a root, where others may have written it. */
  namedIn(path: string): NamedBy {
    return this.#access.isInside(path) ? "tree" : "user";
  }

  /** The bytes of a file, one character for each; undefined if there is none, or it may not be read. */
  async read(path: string, namedBy: NamedBy): Promise<string | undefined> {
    const access = this.#access;
    if (!access.mayRead(path) || (namedBy === "tree" && !this.#mayTreeName(path))) {
      return undefined;
    }
    const refusesLinks = access.refusesLinks || namedBy === "gitignore";
    const options = { ...this.#wait, maxBytes: MAX_BYTES, refusesLinks };
    const bytes = await this.#orAbsent(async () => this.fileSystem.readFile?.(path, options));
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  #mayTreeName(path: string): boolean {
    const isWindows = this.fileSystem.isAbsolute("C:\\");
    return this.#access.isInside(path) && !(isWindows && ALIAS.test(path));
  }

  /**
   * The real path of a directory of the user's, so that no link is on the way to the files in it. Links to such a directory belong to the
   * system, unless its path is in a root.
   */
  async userDirectory(path: string): Promise<string> {
    const isFollowed = this.#access.refusesLinks && !this.#access.isInside(path);
    return (isFollowed && (await this.#orAbsent(async () => this.fileSystem.realPath?.(path, this.#wait)))) || path;
  }

  /** A file that can't be read counts as absent. */
  async #orAbsent<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#wait.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }
}
