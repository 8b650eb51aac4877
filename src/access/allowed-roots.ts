// The directories that may be listed: where they really are, found out once, which of them a path is in, and what may be looked at on the
// way to one.
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import { caseFold } from "../filters/case-fold.ts";

/** How long finding a real path may take. */
const TIMEOUT_MS = 1000;

/** A directory that may be listed, with everything below it. */
export interface Root {
  /** As the operator wrote it, made absolute. */
  readonly written: string;
  readonly real: string;
}

/** The roots of one call. Paths are compared as text. */
export class AllowedRoots {
  readonly #fileSystem: FileSystem;
  readonly #roots: readonly Root[] | undefined;
  readonly #separator: string;
  /** Whether the disk may find a directory by another spelling. Real paths have the disk's own spelling. */
  readonly #ignoresCase: boolean;

  /** `roots`: undefined if every directory may be listed. */
  constructor(fileSystem: FileSystem, roots: readonly Root[] | undefined) {
    this.#fileSystem = fileSystem;
    this.#roots = roots;
    this.#separator = hasWindowsPaths(fileSystem) ? "\\" : "/";
    this.#ignoresCase = /^(?:win32|darwin)$/.test(process.platform) && fileSystem.realPath !== undefined;
  }

  /** Whether there are directories that may not be listed. */
  get areSet(): boolean {
    return this.#roots !== undefined;
  }

  /** The root that a path is in: by the root's real path, else by the path that the operator wrote. */
  rootOf(path: string): Root | undefined {
    const byReal = this.#roots?.find(({ real }) => this.#isIn(path, real));
    return byReal ?? this.#roots?.find(({ written }) => this.#isIn(path, written));
  }

  /** Whether the disk may be asked about a path: in a root, or above its real path, or above the written one, which may lead through links. */
  mayInspect(path: string): boolean {
    return this.#some(
      ({ real, written }) => this.#isIn(path, real) || this.#isIn(real, path) || this.#isIn(written, path),
    );
  }

  /** Whether a path without links is in a root. Only the disk's own spelling counts. */
  containsReal(path: string): boolean {
    return this.#some(({ real }) => this.#isExactlyIn(path, real));
  }

  /** Puts the real path of a root in place of the written one. */
  toReal(path: string, { real, written }: Root): string {
    if (this.#isIn(path, real)) {
      return path;
    }
    const depth = this.#withoutSeparator(written).split(this.#separator).length;
    const below = path.split(this.#separator).slice(depth);
    return this.#fileSystem.resolve(real, below.join(this.#separator));
  }

  /** Whether something holds for a root. It holds for every path if no roots are set. */
  #some(holds: (root: Root) => boolean): boolean {
    return this.#roots === undefined || this.#roots.some(holds);
  }

  #isIn(path: string, directory: string): boolean {
    return this.#ignoresCase
      ? this.#isExactlyIn(this.#fold(path), this.#fold(directory))
      : this.#isExactlyIn(path, directory);
  }

  #fold(path: string): string {
    return path.split(this.#separator).map(caseFold).join(this.#separator);
  }

  #isExactlyIn(path: string, directory: string): boolean {
    return path === directory || path.startsWith(`${this.#withoutSeparator(directory)}${this.#separator}`);
  }

  /** Only the top of a disk ends in a separator. */
  #withoutSeparator(directory: string): string {
    return directory.endsWith(this.#separator) ? directory.slice(0, -1) : directory;
  }
}

/** Finds out where the roots really are, when they are set, so that a link made later can't move a root. */
export class RootFinder {
  readonly #fileSystem: FileSystem;
  readonly #missing: Set<string>;
  readonly #found = new Map<string, Root>();
  #known: AllowedRoots;
  #look: Promise<unknown> | undefined;

  /** Starts to look at once. `written`: absolute paths; undefined if every directory may be listed. */
  constructor(fileSystem: FileSystem, written: readonly string[] | undefined) {
    this.#fileSystem = fileSystem;
    this.#missing = new Set(written?.map((path) => fileSystem.resolve("/", path)));
    this.#known = new AllowedRoots(fileSystem, written && []);
    this.#lookForMissing().catch(() => {
      // The next call gets the error.
    });
  }

  /** The roots that were found. For a path in none of them it looks for the others again; a call in one does not wait for another. */
  async rootsFor(path: string): Promise<AllowedRoots> {
    const root = this.#known.rootOf(path);
    if (this.#missing.size > 0 && (root === undefined || this.#missing.has(root.written))) {
      await this.#lookForMissing();
    }
    return this.#known;
  }

  /** Calls that need it at the same time share a look. */
  #lookForMissing(): Promise<unknown> {
    this.#look ??= Promise.all(Array.from(this.#missing, (written) => this.#find(written))).finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #find(written: string): Promise<void> {
    try {
      this.#add(written, await this.#realPath(written));
      this.#missing.delete(written);
    } catch (error) {
      const code = readErrorCode(error);
      if (code === undefined) {
        throw error;
      }
      if (code === "ETIMEDOUT") {
        // A mount that does not answer now may answer later: a call that leads there tries it again.
        this.#add(written, written);
      }
    }
  }

  #add(written: string, real: string): void {
    this.#found.set(written, { written, real });
    this.#known = new AllowedRoots(this.#fileSystem, [...this.#found.values()]);
  }

  /** The path with links resolved. Components that do not exist yet stay as written: if they appear later, they must not be links. */
  async #realPath(path: string): Promise<string> {
    const fileSystem = this.#fileSystem;
    try {
      return (await fileSystem.realPath?.(path, { timeoutMs: TIMEOUT_MS })) ?? path;
    } catch (error) {
      const above = fileSystem.resolve(path, "..");
      if (!isMissingCode(readErrorCode(error)) || above === path) {
        throw error;
      }
      const name = path.slice(above.length).replace(/^[\\/]/, "");
      return fileSystem.resolve(await this.#realPath(above), name);
    }
  }
}
