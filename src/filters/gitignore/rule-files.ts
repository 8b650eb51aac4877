// Reads files that contain rules or say where rules are. If a listing has bounds, a file outside them counts only if nothing
// inside them chose it.
import { toByteString, toText, type ByteString } from "../../core/byte-string.ts";
import type { FileSystem } from "../../core/file-system.ts";
import { AT_ANY_PACE, failWhenOver, type Pacing } from "../../core/pacing.ts";
import { toPlainPath } from "../plain-path.ts";

/** The bounds of a listing. Paths are absolute. */
export interface RuleFileBounds {
  /** Whether a path is in a directory that may be listed. */
  isInside(path: ByteString): boolean;
  /** Whether a file is denied, or is in a directory that is. */
  isDenied(path: ByteString): boolean;
}

/**
 * Who says where a file is.
 *
 * `user`: the user. The file is where git looks for the user's own files, or is named in one of those. It is read wherever it is.
 * Without bounds it may be a link, as it is when a program keeps these files together.
 *
 * `place`: git's own layout, above and below the listing's root. The file is read wherever it is.
 *
 * With bounds, `user` and `place` files outside them are read only if there is no link on their path: anybody may have made it.
 *
 * `tree`: the contents of another file in the tree. The file is read only inside the bounds. Outside, we do not even look for it.
 */
export type NamedBy = "user" | "place" | "tree";

/** A file that was read. */
export class RuleFile {
  /** A backend may give the same object for a file that did not change, so what was made of it can be found by it. */
  readonly bytes: Uint8Array;
  /** Whether it is inside the bounds, so that anybody may have written it. Always false without bounds. */
  readonly isInside: boolean;

  constructor(bytes: Uint8Array, isInside: boolean) {
    this.bytes = bytes;
    this.isInside = isInside;
  }

  get text(): ByteString {
    return toByteString(this.bytes);
  }
}

/** How long resolving a user directory's real path may take. */
const USER_TIMEOUT_MS = 1000;

/** Reads rule files during one listing. */
export class RuleFiles {
  readonly #fileSystem: FileSystem;
  readonly #bounds: RuleFileBounds | undefined;
  /** The pacing of the listing, needed because a deep directory has many files above it. */
  readonly pacing: Pacing;

  /** Without bounds, every file may be read. */
  constructor(fileSystem: FileSystem, bounds: RuleFileBounds | undefined, pacing: Pacing = AT_ANY_PACE) {
    this.#fileSystem = fileSystem;
    this.#bounds = bounds;
    this.pacing = pacing;
  }

  /** Turns a path written in a file, absolute or relative to the directory `from`, into a plain path. */
  resolve(from: ByteString, path: string): ByteString {
    return toPlainPath(this.#fileSystem.isAbsolute(path) ? path : `${from}/${path}`);
  }

  isAbsolute(path: string): boolean {
    return this.#fileSystem.isAbsolute(path);
  }

  /** Whether there may be something at a plain path. It must be there by git's own layout, not because a file names it. */
  mayExist(path: ByteString): boolean {
    return this.#fileSystem.mayExist?.(path) !== false;
  }

  /** The file at a plain path; undefined if there is none, it is too large, or it may not be read. */
  async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    // Waits only if there is something to wait for: every listing reads several files.
    const turn = this.pacing.pause();
    if (turn !== undefined) {
      await turn;
    }
    failWhenOver(this.pacing);
    const bounds = this.#bounds;
    if (bounds === undefined) {
      const bytes = await this.#fileSystem.readFile?.(path, { maxBytes, followsLinks: namedBy === "user" });
      return bytes && new RuleFile(bytes, false);
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
    // A backend that did not call `mayRead` has no links, or can't tell what it opened: its path is all we have to go by.
    const isAllowed = isInside !== undefined || mayRead((await this.#fileSystem.realPath?.(path, {})) ?? path);
    return isAllowed ? new RuleFile(bytes, isInside === true) : undefined;
  }

  /**
   * The real path of a user directory, so that files in it can be found without links on their path. Links on the way to the
   * directory belong to the system, unless its path is inside the bounds.
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
