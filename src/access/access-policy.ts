// Which directories may be listed at all (roots), and what in them is never visible (deny rules). Set by the operator, never by a model.
import { hasWindowsPaths, type FileSystem, type ReadOptions } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import { compileDenyRules, followDenyRules, namesInPath } from "../filters/deny-rules.ts";
import { caseFold } from "../filters/case-fold.ts";
import type { RuleFileAccess } from "../filters/git-files.ts";

/** A root that may be listed. */
export interface AdmittedRoot {
  readonly realPath: string;
  /** Hides what is denied in it. */
  readonly denied: DirectoryFilter;
  /** Which rule files may be read for it. */
  readonly ruleFiles: RuleFileAccess;
  /** Whether roots or deny rules are set. Then what is read must be what was checked. */
  readonly isConfined: boolean;
}

/** Thrown when the policy refuses a listing. The message is for the caller, and reveals nothing that the caller did not know. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

/** Thrown for a path that leads out of the roots. */
class OutsideError extends AccessError {}

/** What the message says about a root that can't be reached. */
const ROOT_PROBLEMS: ReadonlyMap<string | undefined, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "is not a directory"],
]);

export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #roots: AllowedRoots | undefined;
  readonly #deny: readonly string[];
  #denied: Promise<DirectoryFilter> | undefined;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<AllowedRoot>();
  readonly #separator: string;
  /** Whether the disk may find a directory by another spelling. Real paths have the disk's own spelling. */
  readonly #ignoresCase: boolean;

  /**
   * Roots and rules are absolute, see `toAbsoluteAccess`. `warn` is called once for each root that was replaced by a link. Throws a
   * `GlobError` for a deny rule that can't be used.
   */
  constructor(
    fileSystem: FileSystem,
    roots: readonly string[] | undefined,
    deny: readonly string[],
    warn: (message: string) => void,
  ) {
    this.#fileSystem = fileSystem;
    const given = roots?.map((root) => fileSystem.resolve("/", root));
    this.#roots = given && new AllowedRoots(fileSystem, given);
    this.#warn = warn;
    this.#separator = hasWindowsPaths(fileSystem) ? "\\" : "/";
    this.#ignoresCase = /^(?:win32|darwin)$/.test(process.platform) && fileSystem.realPath !== undefined;
    this.#deny = deny;
    if (deny.length > 0) {
      compileDenyRules(deny, fileSystem);
      this.#denied = this.#followRules();
      // The first call tries again and gets the error.
      this.#denied.catch(() => {});
    }
  }

  /**
   * Checks whether a directory may be listed. `showPath` returns the path as the caller wrote it, the only path that errors may contain.
   * Throws an `AccessError`, or the error from following the path. Every step is checked before the disk is asked, so that a refusal does
   * not reveal what exists.
   */
  async admit(path: string, showPath: () => string, wait: ReadOptions): Promise<AdmittedRoot> {
    const fileSystem = this.#fileSystem;
    const roots = await this.#roots?.get();
    const denied = await this.#findDenied(showPath);
    // `..` is resolved without asking the disk: the caller may not be allowed to know whether the name before it exists.
    // A disk would look a lone surrogate up as U+FFFD.
    const given = fileSystem.resolve("/", path.toWellFormed());
    const denyFilterAt = (location: string): DirectoryFilter => {
      const filter = denied === undefined ? SHOW_ALL : enterPath(denied, namesInPath(location, fileSystem));
      if (filter === undefined) {
        throw new AccessError(`access denied: reading this path is blocked by policy: ${showPath()}`);
      }
      return filter;
    };
    const refuseUnless = (isAllowed: boolean): void => {
      if (!isAllowed) {
        throw new OutsideError(`access denied: ${showPath()} is outside the directories that may be listed`);
      }
    };
    const deniedAsGiven = denyFilterAt(given);
    const root =
      roots?.find(({ real }) => this.#isIn(given, real)) ?? roots?.find((each) => this.#isIn(given, each.given));
    refuseUnless(roots === undefined || root !== undefined);
    let lastChecked = "";
    const check = (location: string): void => {
      // Inside a root, or above one: above its real path, or above the path as given, which may lead through links.
      const mayLook = ({ real, given: rootAsGiven }: AllowedRoot) =>
        this.#isIn(location, real) || this.#isIn(real, location) || this.#isIn(rootAsGiven, location);
      refuseUnless(roots === undefined || roots.some(mayLook));
      denyFilterAt(location);
      lastChecked = location;
    };
    try {
      const start = root === undefined ? given : this.#toReal(given, root);
      const realPath = (await fileSystem.realPath?.(start, wait, check)) ?? start;
      refuseUnless(roots === undefined || roots.some(({ real }) => this.#isExactlyIn(realPath, real)));
      return {
        realPath,
        denied: realPath === given ? deniedAsGiven : denyEither(deniedAsGiven, denyFilterAt(realPath)),
        ruleFiles: this.#ruleFiles(roots, denied),
        isConfined: roots !== undefined || denied !== undefined,
      };
    } catch (error) {
      if (error instanceof OutsideError && root !== undefined) {
        await this.#refuseReplaced(root, showPath(), error);
      }
      const unreached = roots?.some(({ real }) => lastChecked !== real && this.#isIn(lastChecked, real))
        ? undefined
        : roots?.find(({ real }) => this.#isIn(real, lastChecked));
      const problem = ROOT_PROBLEMS.get(readErrorCode(error));
      if (unreached === undefined || problem === undefined) {
        throw error;
      }
      const what = `${showPath()} can't be listed at the moment: its root ${problem}`;
      throw new AccessError(`failed to read directory: ${what}`, { cause: error });
    }
  }

  /** The deny filter. If it could not be made before, this tries again: without the real paths, too little would be hidden. */
  async #findDenied(showPath: () => string): Promise<DirectoryFilter | undefined> {
    const found = await this.#denied?.catch(() => undefined);
    if (found !== undefined || this.#denied === undefined) {
      return found;
    }
    try {
      this.#denied = this.#followRules();
      return await this.#denied;
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      const what = `${showPath()} can't be listed at the moment: where a deny rule leads could not be found out`;
      throw new AccessError(`failed to read directory: ${what}; try again later`, { cause: error });
    }
  }

  async #followRules(): Promise<DirectoryFilter> {
    const more = await followDenyRules(this.#deny, this.#fileSystem, { timeoutMs: TIMEOUT_MS });
    return compileDenyRules([...this.#deny, ...more], this.#fileSystem);
  }

  /** Throws a more specific error if a link has replaced a root or a directory above it. */
  async #refuseReplaced(root: AllowedRoot, shownPath: string, cause: OutsideError): Promise<void> {
    const real = await findRealPath(this.#fileSystem, root.real).catch(() => root.real);
    if (real === root.real) {
      return;
    }
    if (!this.#warned.has(root)) {
      this.#warned.add(root);
      this.#warn(`${root.given} is not listed any more: a link has taken its place, or that of a directory above it`);
    }
    const what = `a link has taken the place of the root that ${shownPath} is in`;
    throw new AccessError(`access denied: ${what}; list another directory`, { cause });
  }

  #ruleFiles(roots: readonly AllowedRoot[] | undefined, denied: DirectoryFilter | undefined): RuleFileAccess {
    const fileSystem = this.#fileSystem;
    return {
      mayRead(path) {
        if (denied === undefined) {
          return true;
        }
        const names = namesInPath(path, fileSystem);
        const above = enterPath(denied, names.slice(0, -1));
        return above !== undefined && above.judge({ name: names.at(-1) ?? "", kind: "file" }) !== "denied";
      },
      refusesLinks: roots !== undefined || denied !== undefined,
      isInside: (path) =>
        roots === undefined || roots.some(({ real }) => this.#isExactlyIn(fileSystem.resolve("/", path), real)),
    };
  }

  /** Replaces the root as given at the start of a path by the root's real path. */
  #toReal(given: string, root: AllowedRoot): string {
    if (this.#isIn(given, root.real)) {
      return given;
    }
    const depth = withoutTrailing(this.#separator, root.given).split(this.#separator).length;
    const below = given.split(this.#separator).slice(depth);
    return this.#fileSystem.resolve(root.real, below.join(this.#separator));
  }

  /** Whether a path is in a directory. Ignores case where the disk may. */
  #isIn(path: string, directory: string): boolean {
    return this.#ignoresCase
      ? this.#isExactlyIn(caseFold(path), caseFold(directory))
      : this.#isExactlyIn(path, directory);
  }

  /** The same, by exact spelling. */
  #isExactlyIn(path: string, directory: string): boolean {
    return path === directory || path.startsWith(`${withoutTrailing(this.#separator, directory)}${this.#separator}`);
  }
}

/** Only the top of a disk ends in a separator. */
function withoutTrailing(separator: string, path: string): string {
  return path.endsWith(separator) ? path.slice(0, -separator.length) : path;
}

/** The filter of the directory that these names lead to; undefined if it or a directory above it is denied. */
function enterPath(top: DirectoryFilter, names: readonly string[]): DirectoryFilter | undefined {
  let filter = top;
  for (const name of names) {
    if (filter.judge({ name, kind: "directory" }) === "denied") {
      return undefined;
    }
    filter = filter.enter(name);
  }
  return filter;
}

/** Rules apply both to the path as it was given and to the real path. */
function denyEither(first: DirectoryFilter, second: DirectoryFilter): DirectoryFilter {
  if (first === SHOW_ALL || second === SHOW_ALL) {
    return first === SHOW_ALL ? second : first;
  }
  return {
    judge: (entry) => (first.judge(entry) === "denied" ? "denied" : second.judge(entry)),
    enter: (name) => denyEither(first.enter(name), second.enter(name)),
  };
}

/** A directory that may be listed. */
interface AllowedRoot {
  /** As the operator wrote it, made absolute. */
  readonly given: string;
  readonly real: string;
}

/** How long finding a real path may take. */
const TIMEOUT_MS = 1000;

/** The directories that may be listed. Their real paths are resolved when they are set, so that links made later can't move them. */
class AllowedRoots {
  readonly #fileSystem: FileSystem;
  readonly #given: readonly string[];
  readonly #found: (Promise<AllowedRoot | undefined> | undefined)[] = [];

  constructor(fileSystem: FileSystem, given: readonly string[]) {
    this.#fileSystem = fileSystem;
    this.#given = given;
    this.get().catch(() => {
      // The next call tries again and gets the error.
    });
  }

  /** The roots that could be resolved. The others are left out and tried again by the next call. */
  async get(): Promise<readonly AllowedRoot[]> {
    const roots = await Promise.all(
      this.#given.map((given, index) => {
        this.#found[index] ??= this.#find(given, () => (this.#found[index] = undefined));
        return this.#found[index];
      }),
    );
    return roots.filter((root) => root !== undefined);
  }

  async #find(given: string, retry: () => void): Promise<AllowedRoot | undefined> {
    try {
      return { given, real: await findRealPath(this.#fileSystem, given) };
    } catch (error) {
      retry();
      const code = readErrorCode(error);
      if (code === undefined) {
        throw error;
      }
      // A mount that does not answer now may answer later: a call that leads there tries it again.
      return code === "ETIMEDOUT" ? { given, real: given } : undefined;
    }
  }
}

/** The path with links resolved. Components that do not exist yet stay as written: if they appear later, they must not be links. */
async function findRealPath(fileSystem: FileSystem, path: string): Promise<string> {
  try {
    return (await fileSystem.realPath?.(path, { timeoutMs: TIMEOUT_MS })) ?? path;
  } catch (error) {
    const code = readErrorCode(error);
    const above = fileSystem.resolve(path, "..");
    if ((code !== "ENOENT" && code !== "ENOTDIR") || above === path) {
      throw error;
    }
    const name = path.slice(above.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, above), name);
  }
}
