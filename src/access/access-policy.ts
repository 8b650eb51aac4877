// Decides whether a directory may be listed, and follows its path: never out of the roots, and through nothing that is denied. Both are set
// by the operator, never by a model. A refusal holds the path as the caller wrote it and nothing else, and is the same whether or not
// something is there.
import type { FileSystem, ReadOptions } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { DeniedPaths } from "../filters/deny-rules.ts";
import type { GlobSet } from "../filters/glob-set.ts";
import { KeptRules, type RuleFileAccess } from "../filters/rule-files.ts";
import { RootFinder, type AllowedRoots } from "./allowed-roots.ts";
import { withoutDeniedKeys } from "./without-denied-keys.ts";

/** How long finding out where one deny rule leads may take. */
const TIMEOUT_MS = 1000;

/** Thrown when a listing is refused. The message is for the caller. */
export class AccessError extends Error {
  override readonly name = "AccessError";
  /** `unreadable` if it is not known whether the path is denied. */
  readonly code: "access_denied" | "unreadable";

  constructor(message: string, code: "access_denied" | "unreadable" = "access_denied", cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** How directories may be read. */
interface ReadAccess {
  /** A store looks as if what is denied were not in it. */
  readonly fileSystem: FileSystem;
  readonly ruleFiles: RuleFileAccess;
}

/** A directory that may be listed. */
export interface AdmittedRoot extends ReadAccess {
  /** The path as it was given, with `..` resolved by its text. */
  readonly givenPath: string;
  readonly realPath: string;
  /** What is denied in it. */
  readonly denied: GlobSet;
}

/** Where the roots are and what the rules deny. Made anew when a missing root has turned up. */
interface ResolvedAccess extends ReadAccess {
  readonly roots: AllowedRoots;
  readonly denied: DeniedPaths;
}

/** What the operator lets calls list in one file system. */
export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #roots: RootFinder;
  readonly #findDenied: () => Promise<DeniedPaths>;
  #denied: Promise<DeniedPaths> | undefined;
  readonly #keepsRules: boolean;
  #resolved: ResolvedAccess | undefined;

  /**
   * Starts to find out where roots and rules lead. They are absolute, see `toAbsoluteAccess`. `keepsRules`: whether there will be further
   * calls, for which ignore rules are cached. Throws a `GlobError` for a deny rule that can't be used.
   */
  constructor(
    fileSystem: FileSystem,
    roots: readonly string[] | undefined,
    deny: readonly string[],
    keepsRules: boolean = false,
  ) {
    this.#fileSystem = fileSystem;
    this.#roots = new RootFinder(fileSystem, roots);
    this.#findDenied = DeniedPaths.finder(deny, fileSystem, { timeoutMs: TIMEOUT_MS });
    this.#keepsRules = keepsRules;
    this.#deniedPaths().catch(() => {
      // Whoever needs them gets the error.
    });
  }

  /**
   * Checks whether a directory may be listed, and finds out where it really is. `shown` writes the path as the caller wrote it, the only one
   * that errors may contain. Throws an `AccessError`, or the error from following the path.
   */
  async admit(path: string, shown: () => string, wait: ReadOptions): Promise<AdmittedRoot> {
    // `..` is resolved without asking the disk: the caller may not be allowed to know whether the name before it exists.
    // A disk would look a lone surrogate up as U+FFFD.
    const givenPath = this.#fileSystem.resolve("/", path.toWellFormed());
    const { fileSystem, ruleFiles, roots, denied } = await this.#resolve(givenPath, shown);
    const checkInside = (isInside: boolean): void => {
      if (!isInside) {
        throw new AccessError(`access denied: ${shown()} is outside the directories that may be listed`);
      }
    };
    /** What is denied in a directory that is not denied itself, and is in none that is. */
    const deniedIn = (directory: string): GlobSet => {
      const found = denied.inDirectory(directory);
      if (found === undefined) {
        throw new AccessError(`access denied: reading this path is blocked by policy: ${shown()}`);
      }
      return found;
    };
    const root = roots.rootOf(givenPath);
    checkInside(root !== undefined || !roots.areSet);
    // Only now: what is denied outside the roots must not show, since a rule may have got there by a link.
    const deniedAsGiven = deniedIn(givenPath);
    const start = root === undefined ? givenPath : roots.toReal(givenPath, root);
    const checkStep = (step: string): void => {
      checkInside(roots.mayInspect(step));
      deniedIn(step);
    };
    const realPath = (await this.#fileSystem.realPath?.(start, wait, checkStep, root?.real)) ?? start;
    checkInside(roots.containsReal(realPath));
    // Rules apply to the path as it was given and to the real path.
    return { fileSystem, ruleFiles, givenPath, realPath, denied: deniedAsGiven.union(deniedIn(realPath)) };
  }

  async #resolve(path: string, shown: () => string): Promise<ResolvedAccess> {
    const roots = await this.#roots.rootsFor(path);
    const fileSystem = this.#fileSystem;
    if (this.#resolved?.roots !== roots) {
      const denied = await this.#deniedPaths().catch((error: unknown) => {
        throw readErrorCode(error) === undefined ? error : unknownRule(shown(), error);
      });
      const hidesKeys = fileSystem.isObjectStore === true && !denied.isEmpty;
      this.#resolved = {
        roots,
        denied,
        fileSystem: hidesKeys ? withoutDeniedKeys(fileSystem, denied) : fileSystem,
        ruleFiles: {
          mayRead: (file) => !denied.hasFile(file),
          isConfined: roots.areSet || !denied.isEmpty,
          isInside: (file) => roots.containsReal(fileSystem.resolve("/", file)),
          kept: this.#keepsRules ? new KeptRules(fileSystem) : undefined,
        },
      };
    }
    return this.#resolved;
  }

  /** What the rules deny. Fails until all of them are resolved, since too little would be hidden; each call tries again. */
  #deniedPaths(): Promise<DeniedPaths> {
    this.#denied ??= this.#findDenied().catch((error: unknown) => {
      this.#denied = undefined;
      throw error;
    });
    return this.#denied;
  }
}

function unknownRule(shownPath: string, cause: unknown): AccessError {
  const what = `${shownPath} can't be listed at the moment: a deny rule's path could not be resolved`;
  return new AccessError(`failed to read directory: ${what}; try again later`, "unreadable", cause);
}
