// Reads the files that say what git ignores, as far as roots and deny rules allow. What was made of them is kept for the next listings, and
// valid while every path that was looked at for it has the same stat. Files changed in the last two seconds are not kept: their timestamps may
// not change again.
import type { CallClock } from "../core/call-clock.ts";
import {
  ABSENT,
  MAY_BE_ALIAS,
  TIME_STEP_MS,
  UNKNOWN,
  hasWindowsPaths,
  isSameState,
  type FileState,
  type FileSystem,
  type ReadOptions,
} from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/** What was found at a path. */
interface Lookup {
  readonly path: string;
  readonly followsLinks: boolean;
  readonly state: FileState;
}

/** How many directories' rules are kept, each with this many bytes of rule files at most. */
const MAX_KEPT = 64;
const MAX_KEPT_BYTES = 32 * 1024;

/** Rules that depend on more lookups are not cached. */
const MAX_LOOKUPS = 64;

interface Kept {
  readonly rules: IgnoreRules;
  readonly lookups: readonly Lookup[];
}

/** The ignore rules of some directories, for the next listings. */
export class KeptRules {
  readonly #fileSystem: FileSystem;
  /** The one that was kept first at the front. */
  readonly #kept = new Map<string, Kept>();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** The rules that were kept, if they are still right. */
  find(key: string): IgnoreRules | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#areSame(kept.lookups) ? kept.rules : undefined;
  }

  /** Keeps rules for which all this was looked at, unless a later change might go undetected. */
  keep(key: string, rules: IgnoreRules, lookups: readonly Lookup[]): void {
    const settledBefore = Date.now() - TIME_STEP_MS;
    const isSure = ({ state: { kind, mtimeMs, ctimeMs } }: Lookup) =>
      kind === "directory" || (kind !== "unknown" && Math.max(mtimeMs, ctimeMs) < settledBefore);
    this.#kept.delete(key);
    const bytes = lookups.reduce((sum, { state }) => sum + (state.kind === "file" ? state.size : 0), 0);
    if (bytes > MAX_KEPT_BYTES || !lookups.every(isSure) || !this.#areSame(lookups)) {
      return;
    }
    this.#kept.set(key, { rules, lookups });
    const [oldest = key] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.delete(oldest);
    }
  }

  #areSame(lookups: readonly Lookup[]): boolean {
    return lookups.every(({ path, followsLinks, state }) => {
      const now = this.#fileSystem.look?.(path, followsLinks);
      return now !== undefined && isSameState(now, state);
    });
  }
}

/** Which rule files a listing may read. All paths are absolute. */
export interface RuleFileAccess {
  /** Whether no deny rule matches the file. */
  mayRead(path: string): boolean;
  /** Whether roots or deny rules are set. Then what is read must be what was checked, and no file is read through a link. */
  readonly isConfined: boolean;
  /** Whether a path is in a root. Always true if there are no roots. */
  isInside(path: string): boolean;
  /**
   * Where rules are kept from one listing to the next.
   * @default none: they are read each time
   */
  readonly kept?: KeptRules | undefined;
}

/**
 * Where we got the path of a file from: git's own layout, the user's configuration, or a file in the tree. A path that the tree names is
 * read only inside the roots: otherwise a tree could name any file and reveal what is in it. `gitignore` is like `layout`, for files for
 * which git itself follows no links.
 */
export type PathSource = "gitignore" | "layout" | "user" | "tree";

/** Larger files are treated as absent. */
const MAX_BYTES = 128 * 1024;

/** How long to wait for one file. */
const MAX_WAIT_MS = 1000;

/** Reads the rule files of one listing. */
export class RuleFiles {
  readonly fileSystem: FileSystem;
  readonly #access: RuleFileAccess;
  readonly #clock: CallClock;
  /** The real path of the listed directory. */
  readonly root: string;
  /** The path by which the caller named it. */
  readonly givenRoot: string;
  readonly #slash: string;
  /** Where links have led. A file behind one may be denied by its real path, or by the path with the link. */
  readonly #followed: { readonly given: string; readonly real: string }[] = [];
  /** What was looked at for rules that may be kept. Undefined if they may not, or have been. */
  #lookups: Lookup[] | undefined = [];

  constructor(fileSystem: FileSystem, access: RuleFileAccess, clock: CallClock, root: string, given: string = root) {
    this.fileSystem = fileSystem;
    this.#access = access;
    this.#clock = clock;
    this.root = root;
    this.givenRoot = given;
    this.#slash = hasWindowsPaths(fileSystem) ? "\\" : "/";
    // The names at the end that both paths share are not links, so files above those have two paths, too.
    const [givenNames, names] = [given.split(this.#slash), root.split(this.#slash)];
    while (names.length > 0 && names.at(-1) === givenNames.at(-1)) {
      names.pop();
      givenNames.pop();
    }
    this.#followed.push({ given: givenNames.join(this.#slash), real: names.join(this.#slash) });
  }

  /** The rules of the listed directory, if they were read for an earlier listing and are still right. */
  findKept(key: string): IgnoreRules | undefined {
    const rules = this.#access.kept?.find(key);
    this.#lookups = rules === undefined ? this.#lookups : undefined;
    return rules;
  }

  /** Keeps the rules of the listed directory. They were made of all that was read so far, and of nothing else. */
  keep(key: string, rules: IgnoreRules): void {
    if (this.#lookups !== undefined) {
      this.#access.kept?.keep(key, rules, this.#lookups);
    }
    this.#lookups = undefined;
  }

  /** The source of the paths in a configuration file of the user: the tree, if the file is in a root, where others may have written it. */
  sourceOfPathsIn(path: string): PathSource {
    return this.#access.isInside(path) ? "tree" : "user";
  }

  /** The bytes of a file as a string, one character each; undefined if it does not exist or may not be read. */
  async read(path: string, source: PathSource): Promise<string | undefined> {
    const access = this.#access;
    if (!this.#isAllowed(path) || (source === "tree" && !this.#mayTreeReferTo(path))) {
      return undefined;
    }
    // The listed directory may be thousands of levels deep, and rules are looked for in each of them.
    await this.#clock.check();
    const { signal, timeoutMs } = this.#wait();
    const { isConfined } = access;
    const refusesLinks = isConfined || source === "gitignore";
    // Most rule files do not exist, and a read that fails takes ten times as long as a look.
    const { kind, size } = this.#look(path, !refusesLinks);
    if (kind !== "file" && kind !== "unknown") {
      return undefined;
    }
    const options = { signal, timeoutMs, isConfined, refusesLinks, maxBytes: MAX_BYTES };
    const bytes = await this.#orAbsent(async () => this.fileSystem.readFile?.(path, options));
    // One that could not be read this time is looked for again.
    this.#lookups = bytes === undefined && size <= MAX_BYTES ? undefined : this.#lookups;
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  /** What is at a path. Where links are refused, nothing behind one is looked at. */
  #look(path: string, followsLinks: boolean): FileState {
    const { fileSystem } = this;
    const known = this.#lookups?.find((lookup) => lookup.path === path && lookup.followsLinks === followsLinks);
    if (known !== undefined || this.#lookups === undefined || fileSystem.look === undefined) {
      return known?.state ?? UNKNOWN;
    }
    const kindAbove = followsLinks ? "directory" : this.#kindAbove(path);
    if (kindAbove !== "directory") {
      return kindAbove === "unknown" ? UNKNOWN : ABSENT;
    }
    const state = fileSystem.look(path, followsLinks);
    // Nothing is kept for a path of thousands of names.
    this.#lookups = this.#lookups.length < MAX_LOOKUPS ? [...this.#lookups, { path, followsLinks, state }] : undefined;
    return state;
  }

  /** The kind of what a path's last name is in, with no link on the way to it. */
  #kindAbove(path: string): FileState["kind"] {
    const above = this.fileSystem.resolve(path, "..");
    // No link leads to the listed directory, as was found out for this listing. Above the top of a drive is that top.
    const isAboveRoot = above === path || this.#isIn(this.root, above);
    return isAboveRoot ? "directory" : this.#look(above, false).kind;
  }

  /** Whether a path is that of a directory, or below it. */
  #isIn(path: string, directory: string): boolean {
    const slash = this.#slash;
    return `${path}${slash}`.startsWith(directory.endsWith(slash) ? directory : directory + slash);
  }

  /** Whether no deny rule matches a file, by its real path or by the one with the link that led there. */
  #isAllowed(path: string): boolean {
    const behindLinks = this.#followed.filter(({ real }) => this.#isIn(path, real));
    const asGiven = behindLinks.map(({ given, real }) => `${given}/${path.slice(real.length)}`);
    return [path, ...asGiven].every((each) => this.#access.mayRead(each));
  }

  #mayTreeReferTo(path: string): boolean {
    return this.#access.isInside(path) && !(hasWindowsPaths(this.fileSystem) && MAY_BE_ALIAS.test(path));
  }

  /**
   * The real path of a directory of the user, so that files in it can be read without following links. The links on the way to it are
   * trusted, unless its path is in a root.
   */
  async userDirectory(path: string): Promise<string> {
    const isFollowed = this.#access.isConfined && !this.#access.isInside(path);
    if (isFollowed) {
      this.#look(path, true);
    }
    const real = isFollowed && (await this.#orAbsent(async () => this.fileSystem.realPath?.(path, this.#wait())));
    this.#followed.push(...(real ? [{ given: path, real }] : []));
    return real || path;
  }

  #wait(): ReadOptions {
    const { signal, timeoutMs = Infinity } = this.#clock.wait;
    return { signal, timeoutMs: Math.min(timeoutMs, MAX_WAIT_MS) };
  }

  /** Treats a file that can't be read as absent. */
  async #orAbsent<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#clock.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      // Next time it may not fail.
      this.#lookups = undefined;
      return undefined;
    }
  }
}
