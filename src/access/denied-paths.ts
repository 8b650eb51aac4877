// What the deny rules hide in one file system: by the paths in the rules, and by where those paths really lead.
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { compileDenyRules, followDenyRules, namesInPath, type RealPaths } from "../filters/deny-rules.ts";
import type { GlobSet } from "../filters/glob-set.ts";
import { unknownDenyRule } from "./access-error.ts";
import { retried } from "./retried.ts";

/** How long finding out where one rule leads may take. */
const TIMEOUT_MS = 1000;

/** The rules of one call. */
export class DeniedPaths {
  readonly #fileSystem: FileSystem;
  readonly #top: GlobSet;

  /** `top`: what is denied, as seen from the top of the file system. */
  constructor(fileSystem: FileSystem, top: GlobSet) {
    this.#fileSystem = fileSystem;
    this.#top = top;
  }

  get isEmpty(): boolean {
    return this.#top.isEmpty;
  }

  /** What is denied in a directory; undefined if the directory itself is denied, or one above it. */
  inDirectory(path: string): GlobSet | undefined {
    return this.isEmpty ? this.#top : enterDenied(this.#top, namesInPath(path, this.#fileSystem));
  }

  /** Whether a file is denied, or a directory that it is in. */
  hasFile(path: string): boolean {
    return isDenied(this.#top, namesInPath(path, this.#fileSystem));
  }
}

/** What is denied in the directory that these names lead to from `top`; undefined if it is denied, or one above it. */
function enterDenied(top: GlobSet, names: readonly string[]): GlobSet | undefined {
  let denied = top;
  for (const name of names) {
    if (denied.matches(name, true)) {
      return undefined;
    }
    denied = denied.enter(name);
  }
  return denied;
}

/**
 * Whether the file that these names lead to from `top` is denied, or a directory that it is in. An empty last name stands for the directory
 * before it, as in the keys of stores.
 */
export function isDenied(top: GlobSet | undefined, names: readonly string[]): boolean {
  const last = names.at(-1) ?? "";
  const above = top && enterDenied(top, names.slice(0, -1));
  return above === undefined || (last !== "" && above.matches(last, false));
}

/**
 * Finds out where the rules lead, at once. The rules are absolute, see `toAbsoluteAccess`. Throws a `GlobError` for one that can't be used.
 * The returned function throws until all rules are resolved; otherwise too little would be hidden.
 */
export function findDeniedPaths(
  fileSystem: FileSystem,
  rules: readonly string[],
): (shownPath: string) => Promise<DeniedPaths> {
  const written = compileDenyRules(rules, fileSystem);
  const known: RealPaths = new Map();
  const find = retried(async () => {
    const real = await followDenyRules(rules, fileSystem, { timeoutMs: TIMEOUT_MS }, known);
    known.clear();
    return new DeniedPaths(fileSystem, written.union(compileDenyRules(real, fileSystem)));
  });
  return (shownPath) =>
    find().catch((error: unknown) => {
      throw readErrorCode(error) === undefined ? error : unknownDenyRule(shownPath, error);
    });
}
