// Reads files that contain rules or say where rules are. If a listing has bounds, a file outside them counts only if nothing
// inside them chose it. Remembers the rules at the root of a listing, which come from the files at and above it.
import { BoundedMap } from "../../core/bounded-map.ts";
import { dropVerbatim, hasDrives, toByteString, toText, type ByteString } from "../../core/byte-string.ts";
import type { FileBefore, FileSystem, FoundFile } from "../../core/file-system.ts";
import { isOddName } from "../../core/names/fold-name.ts";
import { AT_ANY_PACE, keepPace, type Pace } from "../../core/pace.ts";
import { readErrorCode } from "../../core/problem.ts";

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
export interface RuleFile {
  /** A backend may give the same object for a file that did not change, so what was made of it can be found by it. */
  readonly bytes: Uint8Array;
  /** Whether it is inside the bounds, so that anybody may have written it. Always false without bounds. */
  readonly isInside: boolean;
}

/** How long resolving a user directory's real path may take. */
const USER_TIMEOUT_MS = 1000;

export interface RuleFileSettings {
  readonly fileSystem: FileSystem;
  /** If undefined, every file may be read. */
  readonly bounds: RuleFileBounds | undefined;
  /**
   * The pacing of the listing, needed because a deep directory has many files above it.
   * @default AT_ANY_PACE
   */
  readonly pacing?: Pace | undefined;
}

/** Reads rule files during one listing. Paths are in the form of `normalPath`. */
export class RuleFiles {
  readonly pacing: Pace;
  readonly bounds: RuleFileBounds | undefined;
  readonly #fileSystem: FileSystem;

  constructor({ fileSystem, bounds, pacing = AT_ANY_PACE }: RuleFileSettings) {
    this.#fileSystem = fileSystem;
    this.bounds = bounds;
    this.pacing = pacing;
  }

  /** Whether there are any files to read. */
  get areThere(): boolean {
    return this.#fileSystem.readFile !== undefined;
  }

  /** The path that is written in a file, absolute or relative to the directory `from`. */
  resolve(from: ByteString, path: string): ByteString {
    // On Windows git writes `//server/share`, too, which would be `/server/share` anywhere else.
    const written = hasDrives(this.#fileSystem) ? path.replaceAll("/", "\\") : path;
    return normalPath(this.#fileSystem.isAbsolute(path) ? written : `${from}/${path}`);
  }

  isAbsolute(path: string): boolean {
    return this.#fileSystem.isAbsolute(path);
  }

  /** Whether files that were read within the same bounds are surely what they were. */
  areSame(before: readonly FileBefore[]): boolean {
    return this.#fileSystem.areSame?.(before) === true;
  }

  /** Whether there may be something at a path. It must be there by git's own layout, not because a file names it. */
  mayExist(path: ByteString): boolean {
    return this.#fileSystem.mayExist?.(path) !== false;
  }

  /** The file at a path; undefined if there is none, it is too large, or it may not be read. */
  async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    await keepPace(this.pacing);
    if (this.bounds !== undefined) {
      return this.#readWithin(this.bounds, path, namedBy, maxBytes);
    }
    const bytes = await this.#fileSystem.readFile?.(path, { maxBytes, followsLinks: this.followsLinks(namedBy) });
    return bytes && { bytes, isInside: false };
  }

  /** Whether a file may be a link. */
  protected followsLinks(namedBy: NamedBy): boolean {
    return namedBy === "user" && this.bounds === undefined;
  }

  /**
   * A file that may be large, to be read in parts; undefined if there is none, or it may not be read. Follows no link. `before` is the
   * version that was found before.
   */
  async find(path: ByteString, namedBy: NamedBy, before?: object): Promise<FoundFile | undefined> {
    await keepPace(this.pacing);
    const bounds = this.bounds;
    if (bounds === undefined) {
      return this.#fileSystem.findFile?.(path, { before });
    }
    const listed = await this.#mayLookFor(bounds, path, namedBy);
    if (listed === undefined) {
      return undefined;
    }
    const mayRead = (realPath: ByteString) => mayReadAt(bounds, realPath, listed, namedBy);
    return this.#fileSystem.findFile?.(listed, { before, mayRead });
  }

  /** The path as its directories list it; undefined if nothing may be looked for there. */
  async #mayLookFor(bounds: RuleFileBounds, path: ByteString, namedBy: NamedBy): Promise<ByteString | undefined> {
    if (namedBy !== "tree") {
      return path;
    }
    const listed = await this.#asListed(path);
    return listed !== undefined && bounds.isInside(listed) && !bounds.isDenied(listed) ? listed : undefined;
  }

  async #readWithin(
    bounds: RuleFileBounds,
    path: ByteString,
    namedBy: NamedBy,
    maxBytes: number,
  ): Promise<RuleFile | undefined> {
    const listed = await this.#mayLookFor(bounds, path, namedBy);
    if (listed === undefined) {
      return undefined;
    }
    let isInside = undefined as boolean | undefined;
    const mayRead = (realPath: ByteString): boolean => {
      isInside = bounds.isInside(realPath);
      return mayReadAt(bounds, realPath, listed, namedBy);
    };
    const bytes = await this.#fileSystem.readFile?.(listed, { maxBytes, mayRead });
    if (bytes === undefined) {
      return undefined;
    }
    if (isInside === undefined) {
      // A backend that did not call `mayRead` has no links, or can't tell what it opened: its path is all we have to go by.
      const realPath = (await this.#fileSystem.realPath?.(listed, {})) ?? listed;
      if (!mayRead(realPath)) {
        return undefined;
      }
    }
    return { bytes, isInside: isInside === true };
  }

  /**
   * A path with the names that its directories list in place of those by which Windows may find another: deny rules know other
   * spellings of a name, but not its short name. Undefined if they list none.
   */
  async #asListed(path: ByteString): Promise<ByteString | undefined> {
    const [first = "", ...names] = path.split("/") as ByteString[];
    if (!names.some(isOddName)) {
      return path;
    }
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

  /**
   * The real path of a user directory, so that files in it can be found without links on their path. Links on the way to the
   * directory belong to the system, unless its path is inside the bounds.
   */
  async userDirectory(directory: string): Promise<string> {
    const path = toByteString(directory);
    if (this.bounds?.isInside(path) !== false) {
      return directory;
    }
    try {
      return toText((await this.#fileSystem.realPath?.(path, { timeoutMs: USER_TIMEOUT_MS })) ?? path);
    } catch {
      return directory;
    }
  }
}

/** Whether a file may be read that was looked for at the path `listed`, and is really at another. */
function mayReadAt(bounds: RuleFileBounds, realPath: ByteString, listed: ByteString, namedBy: NamedBy): boolean {
  const isAllowed = bounds.isInside(realPath) || (namedBy !== "tree" && normalPath(realPath) === listed);
  return isAllowed && !bounds.isDenied(realPath);
}

/** A path with an empty name, `.` or `..` in it. */
const NOT_NORMAL = /\/\.{0,2}(?:\/|$)/;

/** The drive or share that a Windows path begins with. */
const VOLUME = /^(?:\/\/[^/]+\/[^/]+|[^/]*)/;

/**
 * An absolute path without `.`, `..`, extra slashes and a trailing slash, so that paths can be compared and joined. The file system's
 * root is empty. A share keeps its backslashes, `\\server\share/a`: with slashes it would look like a path that begins with two.
 */
export function normalPath(path: string): ByteString {
  // A path that does not begin with a slash is a Windows path. Elsewhere `\` is an ordinary byte in a name.
  const isPosix = path.startsWith("/");
  if (isPosix && !NOT_NORMAL.test(path)) {
    return path as ByteString;
  }
  const text = isPosix ? path : dropVerbatim(path).replaceAll("\\", "/");
  const volume = isPosix ? "" : (VOLUME.exec(text)?.[0] ?? "");
  const names: string[] = [];
  for (const name of text.slice(volume.length).split("/")) {
    if (name === "..") {
      names.pop();
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  return [volume.replaceAll("/", "\\"), ...names].join("/") as ByteString;
}

/**
 * How much is remembered, in bytes of rule files and their paths: rules take much more memory than their text, and a directory may
 * have thousands above it. Each root counts for some bytes at least, so that there are 64 at most.
 */
const MOST_BYTES = 64 * 1024;
const LEAST_BYTES = MOST_BYTES / 64;

/** What was made of files, and how to see that they are the same. */
interface Remembered {
  readonly bytes: number;
  readonly rules: unknown;
  readonly bounds: RuleFileBounds | undefined;
  /** What the file system can check all at once, and the other answers. */
  readonly before: readonly FileBefore[];
  readonly others: readonly Answer[];
}

/** Whether asking again gives the answer that was given. */
type Answer = (files: RuleFiles) => Promise<boolean>;

const REMEMBERED = new BoundedMap<string, Remembered>(MOST_BYTES, ({ bytes }) => Math.max(bytes, LEAST_BYTES));

/**
 * The rules that `find` finds. They depend on nothing but the answers of the files: the next listing asks the same questions, and works the
 * rules out again only if an answer has changed. The key has to stand for everything that they depend on, apart from what `find` asks
 * the files, and for what `find` makes of them.
 */
export async function rememberedRules<Rules>(
  key: string,
  settings: RuleFileSettings,
  find: (files: RuleFiles) => Promise<Rules>,
): Promise<Rules> {
  const known = REMEMBERED.get(key);
  if (known !== undefined && (await isSame(known, new RuleFiles(settings)))) {
    return known.rules as Rules;
  }
  const files = new RecordedFiles(settings);
  const rules = await find(files);
  const { bytes, bounds, before, others } = files;
  REMEMBERED.set(key, { bytes, rules, bounds, before, others });
  return rules;
}

async function isSame({ bounds, before, others }: Remembered, files: RuleFiles): Promise<boolean> {
  if (bounds !== files.bounds || !files.areSame(before)) {
    return false;
  }
  for (const isAnswered of others) {
    if (!(await isAnswered(files))) {
      return false;
    }
  }
  return true;
}

/** Rule files that record each answer they give. */
class RecordedFiles extends RuleFiles {
  bytes = 0;
  readonly before: FileBefore[] = [];
  readonly others: Answer[] = [];

  override mayExist(path: ByteString): boolean {
    const exists = super.mayExist(path);
    this.bytes += path.length;
    // What exists is read next, and the answer to that says the same.
    if (!exists) {
      this.before.push({ path, found: undefined, followsLinks: false });
    }
    return exists;
  }

  override async read(path: ByteString, namedBy: NamedBy, maxBytes: number): Promise<RuleFile | undefined> {
    const file = await super.read(path, namedBy, maxBytes);
    this.bytes += path.length + (file?.bytes.length ?? 0);
    if (namedBy !== "tree") {
      this.before.push({ path, found: file?.bytes, followsLinks: this.followsLinks(namedBy) });
      return file;
    }
    // What the tree names is not even looked for outside the bounds.
    this.others.push(async (files) => {
      const again = await files.read(path, namedBy, maxBytes);
      return again?.bytes === file?.bytes && again?.isInside === file?.isInside;
    });
    return file;
  }

  override async userDirectory(directory: string): Promise<string> {
    const real = await super.userDirectory(directory);
    this.bytes += directory.length;
    this.others.push(async (files) => (await files.userDirectory(directory)) === real);
    return real;
  }
}
