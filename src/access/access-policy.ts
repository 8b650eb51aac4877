// Decides whether a directory may be listed, and follows its path: never out of the roots (`AllowedRoots`), and through nothing that is
// denied (`DeniedPaths`). Both are set by the operator, never by a model.
import type { FileSystem, ReadOptions } from "../core/file-system.ts";
import type { RuleFileAccess } from "../filters/rule-files.ts";
import type { GlobSet } from "../filters/glob-set.ts";
import { KeptRules } from "../filters/kept-rules.ts";
import { deniedPath, OutsideError } from "./access-error.ts";
import type { AllowedRoots } from "./allowed-roots.ts";
import { findDeniedPaths, type DeniedPaths } from "./denied-paths.ts";
import { findRoots } from "./find-roots.ts";
import { withoutDeniedKeys } from "./without-denied-keys.ts";

/** How directories may be read. */
interface Reading {
  /** A store looks as if what is denied were not in it. */
  readonly fileSystem: FileSystem;
  readonly ruleFiles: RuleFileAccess;
}

/** A directory that may be listed. */
export interface AdmittedRoot extends Reading {
  readonly realPath: string;
  /** What is denied in it. */
  readonly denied: GlobSet;
}

/** Rebuilt only when a missing root turns up. */
interface Limits extends Reading {
  readonly roots: AllowedRoots;
  readonly denied: DeniedPaths;
}

export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #findRoots: () => Promise<AllowedRoots>;
  readonly #findDenied: (shownPath: string) => Promise<DeniedPaths>;
  #limits: Limits | undefined;
  readonly #keepsRules: boolean;

  /**
   * Roots and rules are absolute, see `toAbsoluteAccess`. `keepsRules`: whether there will be further calls, for which ignore rules are
   * cached. Throws a `GlobError` for a deny rule that can't be used.
   */
  constructor(
    fileSystem: FileSystem,
    roots: readonly string[] | undefined,
    deny: readonly string[],
    keepsRules = false,
  ) {
    this.#fileSystem = fileSystem;
    this.#findRoots = findRoots(fileSystem, roots);
    this.#findDenied = findDeniedPaths(fileSystem, deny);
    this.#keepsRules = keepsRules;
  }

  /**
   * Checks whether a directory may be listed. `shownPath` is the path as the caller wrote it, the only one that errors may contain. Throws an
   * `AccessError`, or the error from following the path.
   */
  async admit(path: string, shownPath: string, wait: ReadOptions): Promise<AdmittedRoot> {
    const limits = await this.#findLimits(shownPath);
    // `..` is resolved without asking the disk: the caller may not be allowed to know whether the name before it exists.
    // A disk would look a lone surrogate up as U+FFFD.
    const absolute = this.#fileSystem.resolve("/", path.toWellFormed());
    const realPath = await this.#follow(absolute, limits, shownPath, wait);
    const { fileSystem, ruleFiles } = limits;
    // Rules apply both to the path as it was given and to the real path.
    const denied = whatIsDeniedIn(absolute, limits, shownPath).union(whatIsDeniedIn(realPath, limits, shownPath));
    return { fileSystem, realPath, denied, ruleFiles };
  }

  async #findLimits(shownPath: string): Promise<Limits> {
    const [roots, denied] = [await this.#findRoots(), await this.#findDenied(shownPath)];
    const fileSystem = this.#fileSystem;
    const hidesKeys = fileSystem.isObjectStore === true && !denied.isEmpty;
    if (this.#limits?.roots !== roots) {
      this.#limits = {
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
    return this.#limits;
  }

  /** Where a path leads. Every step is checked before the disk is asked, so that a refusal does not reveal what exists. */
  async #follow(path: string, limits: Limits, shownPath: string, wait: ReadOptions): Promise<string> {
    const { roots } = limits;
    const root = roots.rootOf(path);
    if (roots.areSet && root === undefined) {
      throw new OutsideError(shownPath);
    }
    // Only now: where a rule's links lead outside the roots is told to nobody.
    whatIsDeniedIn(path, limits, shownPath);
    const start = root === undefined ? path : roots.toReal(path, root);
    const check = (location: string): void => {
      if (!roots.mayInspect(location)) {
        throw new OutsideError(shownPath);
      }
      whatIsDeniedIn(location, limits, shownPath);
    };
    const realPath = (await this.#fileSystem.realPath?.(start, wait, check, root?.real)) ?? start;
    if (!roots.containsReal(realPath)) {
      throw new OutsideError(shownPath);
    }
    return realPath;
  }
}

/** What is denied in a directory. Throws if the directory itself is denied, or one above it. */
function whatIsDeniedIn(path: string, { denied }: Limits, shownPath: string): GlobSet {
  const inside = denied.inDirectory(path);
  if (inside === undefined) {
    throw deniedPath(shownPath);
  }
  return inside;
}
