// Which directories may be listed at all, and what in them is never seen. Set by whoever runs the tools, never by a model.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem, OpenRoot, OpenRootOptions } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import { combineFilters } from "../filters/combine-filters.ts";
import type { GlobFilter } from "../filters/glob-filter.ts";
import type { RuleFileBounds } from "../filters/gitignore/rule-files.ts";
import { AccessBounds, AccessError, RootReplacedError } from "./access-bounds.ts";
import { AllowedRoots, type AllowedRoot } from "./allowed-roots.ts";
import { DenyRules } from "./deny-rules.ts";

export interface AccessOptions {
  /**
   * The directories that may be listed, with all below them. Relative ones are taken from the working directory. Where one
   * really is, is found out when it is set; it stays there, even if a link takes its place.
   * @default none: every directory may be listed
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * Paths and globs. What matches is absent from every listing, and a directory that matches is never opened. A rule that
   * begins with `/` is absolute, one that begins with `./` or `../` is taken from the working directory, any other matches at
   * any depth. Case and Unicode normalisation make no difference.
   * @default none: nothing is denied
   */
  readonly deny?: readonly string[] | undefined;
}

/** What a policy is about. */
export interface AccessSettings extends AccessOptions {
  readonly fileSystem: FileSystem;
  /** Told once for each root that was replaced by a link. */
  readonly warn: (message: string) => void;
}

/** A root that may be listed, opened. */
export interface AdmittedRoot {
  readonly fileSystem: FileSystem;
  /** Hides what is denied below the root. */
  readonly filter: DirectoryFilter;
  /** Where it is, links resolved: what was opened, where anything was. */
  realPath(): Promise<ByteString>;
  /** Where files may lie that have a say in what is listed; undefined where they may lie anywhere. */
  readonly ruleFileBounds: RuleFileBounds | undefined;
  close(): void;
}

/** How long a caller waits for a root, and how others get their turn meanwhile. */
export type AdmitOptions = Omit<OpenRootOptions, "bounds">;

export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #roots: AllowedRoots | undefined;
  readonly #deny: DenyRules | undefined;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<string>();

  /** Throws a `GlobError` for a deny rule that can't be used. */
  constructor({ fileSystem, roots, deny = [], warn }: AccessSettings) {
    this.#fileSystem = fileSystem;
    this.#roots = roots === undefined ? undefined : new AllowedRoots(fileSystem, roots);
    this.#deny = deny.length === 0 ? undefined : new DenyRules(fileSystem, deny);
    this.#warn = warn;
  }

  /**
   * Opens a root if it may be listed; `shownPath` is the path as the caller wrote it. Throws an `AccessError`, or as a
   * directory read does.
   */
  async admit(root: ByteString, shownPath: string, options: AdmitOptions): Promise<AdmittedRoot> {
    const fileSystem = this.#fileSystem;
    if (this.#roots === undefined && this.#deny === undefined) {
      return {
        fileSystem,
        filter: SHOW_ALL,
        realPath: async () => (await fileSystem.realPath?.(root, options)) ?? root,
        ruleFileBounds: undefined,
        close() {},
      };
    }
    const roots = await this.#roots?.find();
    const denied = await this.#deny?.filter();
    const bounds = new AccessBounds({
      roots,
      denied,
      shownRoots: this.#roots?.shown ?? [],
      shownPath,
      isObjectStore: fileSystem.isObjectStore === true,
    });
    // We resolve `..` ourselves: whether what stands before it exists may be none of the caller's business.
    const path = fileSystem.resolve("/", root) as ByteString;
    const asGiven = bounds.admitGiven(path);
    const opened = await this.#open(path, bounds, options);
    try {
      const { realPath } = opened;
      // A rule counts by the path that was given and by the real one.
      const filters = realPath === path ? [asGiven] : [asGiven, bounds.admitReal(realPath)];
      return {
        fileSystem: opened.fileSystem,
        filter: combineFilters(filters),
        realPath: async () => realPath,
        ruleFileBounds: toRuleFileBounds(roots, denied),
        close: () => opened.close(),
      };
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  async #open(path: ByteString, bounds: AccessBounds, options: AdmitOptions): Promise<OpenRoot> {
    const fileSystem = this.#fileSystem;
    try {
      return (await fileSystem.openRoot?.(path, { ...options, bounds })) ?? { realPath: path, fileSystem, close() {} };
    } catch (error) {
      if (error instanceof RootReplacedError) {
        this.#warnOnce(error.root);
      }
      const root = bounds.unreachedRoot;
      const state = STATES.get(readErrorCode(error) ?? "");
      if (root === undefined || state === undefined) {
        throw error;
      }
      const message = `failed to read directory: ${root.shown} ${state} at the moment, so nothing in it can be listed`;
      throw new AccessError(message, { cause: error });
    }
  }

  #warnOnce(root: string): void {
    if (!this.#warned.has(root)) {
      this.#warned.add(root);
      this.#warn(`${root} is not listed any more: a link has taken its place, or that of a directory above it`);
    }
  }
}

/** What is wrong with a root that can't be opened. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "is not a directory"],
]);

function toRuleFileBounds(roots: readonly AllowedRoot[] | undefined, denied: GlobFilter | undefined): RuleFileBounds {
  return {
    isInside: (path) => {
      const names = namesOfPath(path);
      return roots === undefined || roots.some(({ real }) => isWithin(names, real));
    },
    isDenied: (path) => denied !== undefined && isFileDenied(denied, namesOfPath(path)),
  };
}

/** Whether a file is denied, or a directory that it lies in. */
function isFileDenied(denied: GlobFilter, names: readonly ByteString[]): boolean {
  let filter = denied;
  return names.some((name, index) => {
    const kind = index === names.length - 1 ? "file" : "directory";
    const isHidden = filter.judge({ name, kind }) === "hide";
    filter = filter.enter(name);
    return isHidden;
  });
}
