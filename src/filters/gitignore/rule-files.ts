// Reads files that contain rules or say where rules are. If a listing has bounds, a file outside them counts only if nothing
// inside them chose it.
import { hasDrives } from "../../core/absolute-path.ts";
import { toByteString, toText, type ByteString } from "../../core/byte-string.ts";
import type { FileSystem } from "../../core/file-system.ts";
import { isOddName } from "../../core/names/fold-name.ts";
import { AT_ANY_PACE, failWhenOver, type Pace } from "../../core/pace.ts";
import { readErrorCode } from "../../core/problem.ts";
import { whenKnown } from "../../core/when-known.ts";
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

/** A question that was asked, and whether asking it again gives the same answer. */
export interface Answer {
  /** How much it takes to remember it: the length of the path, and of the file that was read. */
  readonly bytes: number;
  isSame(files: RuleFiles): Promise<boolean> | boolean;
}

function toOpenFile(bytes: Uint8Array | undefined): RuleFile | undefined {
  return bytes && new RuleFile(bytes, false);
}

function isOddPath(path: ByteString): boolean {
  return path.split("/").some(isOddName);
}

/** How long resolving a user directory's real path may take. */
const USER_TIMEOUT_MS = 1000;

/** Reads rule files during one listing. */
export class RuleFiles {
  readonly #fileSystem: FileSystem;
  readonly #bounds: RuleFileBounds | undefined;
  /** The pacing of the listing, needed because a deep directory has many files above it. */
  readonly pacing: Pace;
  /** The answers so far, while they are recorded. */
  #answers: Answer[] | undefined;

  /** Without bounds, every file may be read. */
  constructor(fileSystem: FileSystem, bounds: RuleFileBounds | undefined, pacing: Pace = AT_ANY_PACE) {
    this.#fileSystem = fileSystem;
    this.#bounds = bounds;
    this.pacing = pacing;
  }

  /** Whether there are any files to read. */
  get areThere(): boolean {
    return this.#fileSystem.readFile !== undefined;
  }

  /** Turns a path written in a file, absolute or relative to the directory `from`, into a plain path. */
  resolve(from: ByteString, path: string): ByteString {
    // On Windows git writes `//server/share`, too, which would be `/server/share` anywhere else.
    const written = hasDrives(this.#fileSystem) ? path.replaceAll("/", "\\") : path;
    return toPlainPath(this.#fileSystem.isAbsolute(path) ? written : `${from}/${path}`);
  }

  isAbsolute(path: string): boolean {
    return this.#fileSystem.isAbsolute(path);
  }

  /** Whether there may be something at a plain path. It must be there by git's own layout, not because a file names it. */
  mayExist(path: ByteString): boolean {
    const exists = this.#fileSystem.mayExist?.(path) !== false;
    this.#answers?.push({ bytes: path.length, isSame: (files) => files.mayExist(path) === exists });
    return exists;
  }

  /**
   * The file at a plain path; undefined if there is none, it is too large, or it may not be read. A promise only if there is
   * something to wait for: every listing reads several files.
   */
  read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> | RuleFile | undefined {
    const turn = this.pacing.pause();
    const file =
      turn === undefined ? this.#read(path, namedBy, maxBytes) : turn.then(() => this.#read(path, namedBy, maxBytes));
    const answers = this.#answers;
    return answers === undefined
      ? file
      : whenKnown(file, (found) => {
          answers.push({
            bytes: path.length + (found?.bytes.length ?? 0),
            isSame: (files) =>
              whenKnown(
                files.read(path, namedBy, maxBytes),
                (again) => again?.bytes === found?.bytes && again?.isInside === found?.isInside,
              ),
          });
          return found;
        });
  }

  /** Does some work, and records what it asks. */
  async record<Result>(work: () => Promise<Result>): Promise<{ result: Result; answers: readonly Answer[] }> {
    const answers: Answer[] = [];
    this.#answers = answers;
    try {
      return { result: await work(), answers };
    } finally {
      this.#answers = undefined;
    }
  }

  #read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> | RuleFile | undefined {
    failWhenOver(this.pacing);
    const bounds = this.#bounds;
    if (bounds !== undefined) {
      // Deny rules know other spellings of a name, but not what a disk may find by a short name.
      return namedBy === "tree" && isOddPath(path)
        ? this.#asListed(path).then((own) => own && this.#readWithin(bounds, own, namedBy, maxBytes))
        : this.#readWithin(bounds, path, namedBy, maxBytes);
    }
    const bytes = this.#fileSystem.readFile?.(path, { maxBytes, followsLinks: namedBy === "user" });
    return whenKnown(bytes, toOpenFile);
  }

  /** A path with the names that its directories list in place of those that may stand for others; undefined if they list none. */
  async #asListed(path: ByteString): Promise<ByteString | undefined> {
    const [first = "", ...names] = path.split("/") as ByteString[];
    let listed: string = first;
    try {
      for (const name of names) {
        // The top of a disk ends in a slash.
        const directory = (listed.includes("/") ? listed : `${listed}/`) as ByteString;
        const own = isOddName(name) ? await this.#fileSystem.listedName?.(directory, name, {}) : name;
        listed = `${listed}/${own ?? name}`;
      }
      return listed as ByteString;
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }

  #readWithin(
    bounds: RuleFileBounds,
    path: ByteString,
    namedBy: NamedBy,
    maxBytes: number,
  ): Promise<RuleFile | undefined> | RuleFile | undefined {
    if (namedBy === "tree" && (!bounds.isInside(path) || bounds.isDenied(path))) {
      return undefined;
    }
    let isInside: boolean | undefined;
    const mayRead = (realPath: ByteString): boolean => {
      isInside = bounds.isInside(realPath);
      const isAllowed = isInside || (namedBy !== "tree" && toPlainPath(realPath) === path);
      return isAllowed && !bounds.isDenied(realPath);
    };
    return whenKnown(this.#fileSystem.readFile?.(path, { maxBytes, mayRead }), (bytes) => {
      if (bytes === undefined || isInside !== undefined) {
        return bytes && new RuleFile(bytes, isInside === true);
      }
      // A backend that did not call `mayRead` has no links, or can't tell what it opened: its path is all we have to go by.
      return whenKnown(this.#fileSystem.realPath?.(path, {}) ?? path, (realPath) =>
        mayRead(realPath) ? new RuleFile(bytes, isInside === true) : undefined,
      );
    });
  }

  /**
   * The real path of a user directory, so that files in it can be found without links on their path. Links on the way to the
   * directory belong to the system, unless its path is inside the bounds.
   */
  async userDirectory(directory: string): Promise<string> {
    const real = await this.#userDirectory(directory);
    this.#answers?.push({
      bytes: directory.length,
      isSame: (files) => whenKnown(files.#userDirectory(directory), (again) => again === real),
    });
    return real;
  }

  #userDirectory(directory: string): Promise<string> | string {
    const path = toByteString(directory);
    if (this.#bounds?.isInside(path) !== false) {
      return directory;
    }
    try {
      const real = this.#fileSystem.realPath?.(path, { timeoutMs: USER_TIMEOUT_MS }) ?? path;
      return real instanceof Promise ? real.then(toText, () => directory) : toText(real);
    } catch {
      return directory;
    }
  }
}
