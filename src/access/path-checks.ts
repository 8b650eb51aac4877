// The checks that the path of one call goes through: as it is written, at each step on the way, and where it has led.
import type { GlobSet } from "../filters/glob-set.ts";
import { deniedPath, outsideRoots } from "./access-error.ts";
import type { AllowedRoots, Root } from "./allowed-roots.ts";
import type { DeniedPaths } from "./denied-paths.ts";

/** Each check throws an `AccessError`, which shows the path as the caller wrote it and nothing else. None asks the disk. */
export class PathChecks {
  readonly #roots: AllowedRoots;
  readonly #denied: DeniedPaths;
  readonly #shownPath: string;

  constructor(roots: AllowedRoots, denied: DeniedPaths, shownPath: string) {
    this.#roots = roots;
    this.#denied = denied;
    this.#shownPath = shownPath;
  }

  /** Checks the path as it is written, and returns the root that it is in; undefined if no roots are set. */
  checkWritten(path: string): Root | undefined {
    const root = this.#roots.rootOf(path);
    if (this.#roots.areSet && root === undefined) {
      throw outsideRoots(this.#shownPath);
    }
    // Only now: what is denied outside the roots must not show, since a rule may have got there by a link.
    this.deniedIn(path);
    return root;
  }

  /** Checks a path before the disk is asked what is there. */
  checkStep(path: string): void {
    if (!this.#roots.mayInspect(path)) {
      throw outsideRoots(this.#shownPath);
    }
    this.deniedIn(path);
  }

  /** Checks where the path has led, and returns what is denied there. */
  checkReal(path: string): GlobSet {
    if (!this.#roots.containsReal(path)) {
      throw outsideRoots(this.#shownPath);
    }
    return this.deniedIn(path);
  }

  /** What is denied in a directory. Throws if the directory itself is denied, or one above it. */
  deniedIn(directory: string): GlobSet {
    const denied = this.#denied.inDirectory(directory);
    if (denied === undefined) {
      throw deniedPath(this.#shownPath);
    }
    return denied;
  }
}
