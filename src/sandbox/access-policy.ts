// Which directories may be listed at all, and what in them is never visible. The operator sets this, never a model.
import { isWithin, namesOfPath, type ByteString } from "../core/byte-string.ts";
import type { BoundedPlace, FileSystem, OpenRoot, OpenRootOptions, PathBounds } from "../core/file-system.ts";
import { combineFilters, SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import type { RuleFileBounds } from "../filters/gitignore/rule-files.ts";
import type { GlobFilter } from "../filters/glob-filter.ts";
import { allowedRoots, spellAsRoot, toRealSpelling, type AllowedRoot, type Retried } from "./allowed-roots.ts";
import { denyRules } from "./deny-rules.ts";

/** Where calls may look. */
export interface AccessOptions {
  /**
   * The directories that may be listed, with everything below them. Relative paths are resolved against the working directory.
   * The real path of a root is determined when the root is set, and does not change even if a link replaces the root.
   * @default none: every directory may be listed
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * Paths and globs. Entries that match are left out of every listing, and directories that match are never opened. A rule that
   * begins with `/`, or on Windows with a drive or share, is absolute, one that begins with `./` or `../` is relative to the
   * working directory, and any other matches at any depth. Case and Unicode normalisation make no difference. On Windows `\\`
   * separates names like `/`, and a rule that begins with `/` applies on every drive.
   * @default none: nothing is denied
   */
  readonly deny?: readonly string[] | undefined;
}

/** Everything a policy needs. */
export interface AccessSettings extends AccessOptions {
  readonly fileSystem: FileSystem;
  /** Called once for each root that was replaced by a link. */
  readonly warn: (message: string) => void;
}

/** A root that may be listed, opened. */
export interface AdmittedRoot {
  readonly fileSystem: FileSystem;
  /** Hides what is denied below the root. */
  readonly filter: DirectoryFilter;
  /** The path with links resolved. If anything was opened, it is the path of exactly that. */
  realPath(): Promise<ByteString> | ByteString;
  /** Where rule files may be that affect the listing; undefined if they may be anywhere. */
  readonly ruleFileBounds: RuleFileBounds | undefined;
  close(): void;
}

/** How long a caller waits for a root, and how other work gets its turn meanwhile. */
export type AdmitOptions = Omit<OpenRootOptions, "bounds">;

export class AccessPolicy {
  readonly #fileSystem: FileSystem;
  readonly #roots: Retried<readonly AllowedRoot[]> | undefined;
  readonly #shownRoots: readonly string[];
  readonly #deny: Retried<GlobFilter> | undefined;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<string>();

  #last:
    | {
        readonly roots: readonly AllowedRoot[] | undefined;
        readonly denied: GlobFilter | undefined;
        readonly bounds: RuleFileBounds;
      }
    | undefined;

  /** Throws a `GlobError` for a deny rule that can't be used. */
  constructor({ fileSystem, roots, deny = [], warn }: AccessSettings) {
    this.#fileSystem = fileSystem;
    this.#roots = roots === undefined ? undefined : allowedRoots(fileSystem, roots);
    this.#shownRoots = roots ?? [];
    this.#deny = deny.length === 0 ? undefined : denyRules(fileSystem, deny);
    this.#warn = warn;
  }

  /**
   * Opens a root if it may be listed. `showPath` gives the path as the caller wrote it, for an error. Throws an `AccessError`, or the
   * same errors as a directory read.
   */
  async admit(root: ByteString, showPath: () => string, options: AdmitOptions): Promise<AdmittedRoot> {
    const fileSystem = this.#fileSystem;
    if (this.#roots === undefined && this.#deny === undefined) {
      return {
        fileSystem,
        filter: SHOW_ALL,
        realPath: () => fileSystem.realPath?.(root, options) ?? root,
        ruleFileBounds: undefined,
        close() {},
      };
    }
    const roots = await this.#roots?.get();
    const denied = await this.#deny?.get();
    const bounds = new AccessBounds({
      roots,
      denied,
      shownRoots: this.#shownRoots,
      showPath,
      isObjectStore: fileSystem.isObjectStore === true,
    });
    // We resolve `..` ourselves: the caller may not be allowed to know whether the part before it exists.
    const path = fileSystem.resolve("/", root) as ByteString;
    let asGiven: DirectoryFilter;
    try {
      asGiven = bounds.admitGiven(path);
    } catch (error) {
      const meant = error instanceof OutsideError && (await spellAsRoot(fileSystem, roots ?? [], path, options));
      if (typeof meant === "string") {
        return this.admit(meant, showPath, options);
      }
      throw error;
    }
    const opened = await this.#open(path, bounds, options);
    try {
      const { realPath } = opened;
      // Rules apply both to the path as given and to the real path.
      const filters = realPath === path ? [asGiven] : [asGiven, bounds.admitReal(realPath)];
      return {
        fileSystem: opened.fileSystem,
        filter: combineFilters(filters),
        realPath: () => realPath,
        ruleFileBounds: this.#ruleFileBounds(roots, denied),
        close: () => opened.close(),
      };
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** The same object as long as the bounds are the same, so that what was found within them can be known by it. */
  #ruleFileBounds(roots: readonly AllowedRoot[] | undefined, denied: GlobFilter | undefined): RuleFileBounds {
    if (this.#last?.roots !== roots || this.#last?.denied !== denied) {
      this.#last = undefined;
    }
    this.#last ??= { roots, denied, bounds: toRuleFileBounds(roots, denied) };
    return this.#last.bounds;
  }

  async #open(path: ByteString, bounds: AccessBounds, options: AdmitOptions): Promise<OpenRoot> {
    const fileSystem = this.#fileSystem;
    try {
      const { signal, timeoutMs, pause } = options;
      return (
        (await fileSystem.openRoot?.(path, { signal, timeoutMs, pause, bounds })) ?? {
          realPath: path,
          fileSystem,
          close() {},
        }
      );
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
      // Most files are below a root by the letter, which is quicker to see.
      if (roots === undefined || roots.some(({ realPath }) => path.startsWith(`${realPath}/`))) {
        return true;
      }
      const names = namesOfPath(path);
      return roots.some(({ real }) => isWithin(names, real));
    },
    isDenied: (path) => denied !== undefined && isFileDenied(denied, namesOfPath(path)),
  };
}

/** Whether a file, or a directory that it is in, is denied. */
function isFileDenied(denied: GlobFilter, names: readonly ByteString[]): boolean {
  let filter = denied;
  return names.some((name, index) => {
    const kind = index === names.length - 1 ? "file" : "directory";
    const isDenied = filter.judge({ name, kind }) === "deny";
    filter = filter.enter(name);
    return isDenied;
  });
}

/** Thrown when the policy refuses a listing. The message is for the caller, and says nothing that the caller did not know. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

export interface AccessRules {
  /** The roots; undefined if every directory may be listed. */
  readonly roots: readonly AllowedRoot[] | undefined;
  /** The filter of the file system's top; undefined if nothing is denied. */
  readonly denied: GlobFilter | undefined;
  /** The roots as the operator wrote them. */
  readonly shownRoots: readonly string[];
  /** Gives the path as the caller wrote it. */
  readonly showPath: () => string;
  /** Whether `..` is an ordinary name, as in an object store. Elsewhere a path that still contains it may lead anywhere. */
  readonly isObjectStore: boolean;
}

/**
 * Applies roots and deny rules to a path while it is followed. Every refusal happens before the disk is accessed, so that it can't depend
 * on what is there.
 */
export class AccessBounds implements PathBounds {
  readonly top: BoundedPlace;
  readonly #rules: AccessRules;
  /** The root that the path is now at or above; none once it is below one. */
  #root: AllowedRoot | undefined;

  constructor(rules: AccessRules) {
    this.#rules = rules;
    const { roots, denied } = rules;
    this.top = this.#placeAt(0, roots, denied);
  }

  /** The root that the path was still at or above when following it stopped. */
  get unreachedRoot(): AllowedRoot | undefined {
    return this.#root;
  }

  start(path: ByteString): ByteString {
    const { roots } = this.#rules;
    return roots === undefined ? path : toRealSpelling(roots, path);
  }

  /** Refuses a path as given if it is denied or not in any root. Returns the filter for what is denied below it. */
  admitGiven(path: ByteString): DirectoryFilter {
    return this.#admit(path, ({ given, real }, names) => isWithin(names, real) || isWithin(names, given));
  }

  /** The same for the real path that it led to. */
  admitReal(path: ByteString): DirectoryFilter {
    return this.#admit(path, ({ real }, names) => isWithin(names, real));
  }

  #admit(path: ByteString, holds: (root: AllowedRoot, names: readonly ByteString[]) => boolean): DirectoryFilter {
    const names = namesOfPath(path);
    let filter = this.#rules.denied;
    for (const name of filter === undefined ? [] : names) {
      filter = this.#enterDenied(filter, name);
    }
    const { roots, isObjectStore } = this.#rules;
    const isKnown = isObjectStore || !names.includes(".." as ByteString);
    if (roots !== undefined && !(isKnown && roots.some((root) => holds(root, names)))) {
      throw this.#outside();
    }
    return filter ?? SHOW_ALL;
  }

  #placeAt(depth: number, roots: readonly AllowedRoot[] | undefined, denied: GlobFilter | undefined): BoundedPlace {
    return {
      enter: (name) => {
        const left = roots?.filter(({ real }) => real.length <= depth || real[depth] === name);
        if (left?.length === 0) {
          throw this.#outside();
        }
        const below = this.#enterDenied(denied, name);
        const isBelowRoot = left?.some(({ real }) => real.length <= depth) !== false;
        this.#root = isBelowRoot ? undefined : left?.[0];
        return this.#placeAt(depth + 1, left, below);
      },
      follow: () => {
        if (this.#root !== undefined) {
          throw new RootReplacedError(this.#root);
        }
      },
    };
  }

  #enterDenied(filter: GlobFilter | undefined, name: ByteString): GlobFilter | undefined {
    if (filter?.judge({ name, kind: "directory" }) === "deny") {
      throw new AccessError(`access denied: reading this path is blocked by policy: ${this.#rules.showPath()}`);
    }
    return filter?.enter(name);
  }

  #outside(): OutsideError {
    const { showPath, shownRoots } = this.#rules;
    const roots = shownRoots.length === 0 ? "none" : shownRoots.join(", ");
    return new OutsideError(`access denied: ${showPath()} is outside the directories that may be listed: ${roots}`);
  }
}

/** Thrown for a path that is in no root. */
class OutsideError extends AccessError {}

/** Thrown if there is now a link where a root, or a directory above it, was when the root was set. */
class RootReplacedError extends AccessError {
  readonly root: string;

  constructor({ shown }: AllowedRoot) {
    super(`access denied: a link has taken the place of ${shown}, which was a directory; list another directory`);
    this.root = shown;
  }
}
