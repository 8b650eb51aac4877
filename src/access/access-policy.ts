// Decides whether a directory may be listed, and follows its path: never out of the roots (`AllowedRoots`), and through nothing that is
// denied (`DeniedPaths`). Both are set by the operator, never by a model.
import type { FileSystem, ReadOptions } from "../core/file-system.ts";
import type { GlobSet } from "../filters/glob-set.ts";
import { KeptRules } from "../filters/kept-rules.ts";
import type { RuleFileAccess } from "../filters/rule-files.ts";
import type { AllowedRoots } from "./allowed-roots.ts";
import { findDeniedPaths, type DeniedPaths } from "./denied-paths.ts";
import { findRoots } from "./find-roots.ts";
import { PathChecks } from "./path-checks.ts";
import { withoutDeniedKeys } from "./without-denied-keys.ts";

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

/** Where the roots are and what the rules deny. Made anew only after a look for missing roots. */
interface ResolvedAccess extends ReadAccess {
  readonly roots: AllowedRoots;
  readonly denied: DeniedPaths;
}

/** What the operator lets calls list in one file system. */
export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #findRoots: (path: string) => Promise<AllowedRoots>;
  readonly #findDenied: (shownPath: string) => Promise<DeniedPaths>;
  readonly #keepsRules: boolean;
  #resolved: ResolvedAccess | undefined;

  /**
   * Roots and rules are absolute, see `toAbsoluteAccess`. `keepsRules`: whether there will be further calls, for which ignore rules are
   * cached. Throws a `GlobError` for a deny rule that can't be used.
   */
  constructor(
    fileSystem: FileSystem,
    roots: readonly string[] | undefined,
    deny: readonly string[],
    keepsRules: boolean = false,
  ) {
    this.#fileSystem = fileSystem;
    this.#findRoots = findRoots(fileSystem, roots);
    this.#findDenied = findDeniedPaths(fileSystem, deny);
    this.#keepsRules = keepsRules;
  }

  /**
   * Checks whether a directory may be listed, and finds out where it really is. `shownPath` is the path as the caller wrote it, the only one
   * that errors may contain. Throws an `AccessError`, or the error from following the path.
   */
  async admit(path: string, shownPath: string, wait: ReadOptions): Promise<AdmittedRoot> {
    // `..` is resolved without asking the disk: the caller may not be allowed to know whether the name before it exists.
    // A disk would look a lone surrogate up as U+FFFD.
    const written = this.#fileSystem.resolve("/", path.toWellFormed());
    const { fileSystem, ruleFiles, roots, denied } = await this.#resolve(written, shownPath);
    const checks = new PathChecks(roots, denied, shownPath);
    const root = checks.checkWritten(written);
    const start = root === undefined ? written : roots.toReal(written, root);
    const checkStep = (step: string): void => checks.checkStep(step);
    const realPath = (await this.#fileSystem.realPath?.(start, wait, checkStep, root?.real)) ?? start;
    const deniedThere = checks.checkReal(realPath);
    // Rules apply to the path as it was given and to the real path.
    return { fileSystem, ruleFiles, givenPath: written, realPath, denied: checks.deniedIn(written).union(deniedThere) };
  }

  async #resolve(path: string, shownPath: string): Promise<ResolvedAccess> {
    const [roots, denied] = [await this.#findRoots(path), await this.#findDenied(shownPath)];
    const fileSystem = this.#fileSystem;
    const hidesKeys = fileSystem.isObjectStore === true && !denied.isEmpty;
    if (this.#resolved?.roots !== roots) {
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
}
