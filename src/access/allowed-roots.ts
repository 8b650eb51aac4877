// The directories that may be listed: which of them a path is in, and what may be looked at on the way to one. Compares paths as text and
// asks no disk.
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import { caseFold } from "../filters/case-fold.ts";

/** A directory that may be listed, with everything below it. */
export interface Root {
  /** As the operator wrote it, made absolute. */
  readonly written: string;
  readonly real: string;
}

/** The roots of one call. */
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
