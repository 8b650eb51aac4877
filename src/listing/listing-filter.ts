// The filters that a caller may ask for, built from what the caller wrote.
import type { ByteString } from "../core/byte-string.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import type { Pacing } from "../core/pacing.ts";
import { readErrorCode } from "../core/problem.ts";
import { combineFilters } from "../filters/combine-filters.ts";
import { gitignoreFilter, type GitignoreSettings } from "../filters/gitignore/gitignore-filter.ts";
import { excludeFilter, includeFilter } from "../filters/glob-filter.ts";
import { checkGlobs, compileGlobs, GlobError } from "../filters/glob-patterns.ts";
import { HIDE_DOT_NAMES } from "../filters/hide-dot-names.ts";
import type { PathPattern } from "../filters/path-pattern.ts";
import type { AdmittedRoot } from "../sandbox/access-policy.ts";
import type { CallControl } from "../tooling/call-control.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { isArrayOf, isObject, isString, oneOf, orNull, type RulesFor } from "./check-options.ts";

/** `off` reads no rules. `collapse` marks what is ignored and does not enter ignored directories. `omit` leaves it out. */
export type GitignoreMode = "off" | "collapse" | "omit";

export interface FilterOptions {
  /**
   * A glob or globs over relative paths: only what matches is listed. One without a slash matches at any depth.
   * @default none: everything
   */
  readonly include?: string | readonly string[] | undefined;
  /**
   * A glob or globs over relative paths: what matches is neither listed nor entered.
   * @default none: nothing
   */
  readonly exclude?: string | readonly string[] | undefined;
  /**
   * What to do with entries that git ignores.
   * @default "collapse"; "off" for `listDirectory`, whose names have no marks, so that `collapse` leaves out ignored files there
   */
  readonly gitignore?: GitignoreMode | undefined;
  /**
   * Whether names that begin with a dot are listed. A hidden directory is not entered either.
   * @default true
   */
  readonly hidden?: boolean | undefined;
}

/** Options of a listing. `null` means that one was not given. Among the guard's options `null` could be a mistake. */
export const REQUEST_RULES: RulesFor<"include" | "exclude" | "gitignore" | keyof CallControl> = {
  include: orNull({ expected: "a glob or an array of globs", fits: isGlobs }),
  exclude: orNull({ expected: "a glob or an array of globs", fits: isGlobs }),
  gitignore: orNull(oneOf(["off", "collapse", "omit"])),
  signal: orNull({ expected: "an AbortSignal", fits: isSignal }),
  onProgress: orNull({ expected: "a function", fits: (value: unknown) => typeof value === "function" }),
};

/** Makes the filter for a root. */
export type FilterMaker = (root: AdmittedRoot, pacing: Pacing) => Promise<DirectoryFilter>;

/**
 * The filter that the options ask for; undefined if they ask for none. `hasMarks`: the listing can mark what is ignored. Throws
 * a `FunctionCallError`.
 */
export function toFilterMaker(options: FilterOptions, hasMarks: boolean): FilterMaker | undefined {
  const { include, exclude } = options;
  const [gitignore, hidden] = [options.gitignore ?? (hasMarks ? "collapse" : "off"), options.hidden ?? true];
  const makers: FilterMaker[] = [];
  if (exclude !== undefined && exclude !== null) {
    makers.push(globMaker("exclude", exclude, excludeFilter));
  }
  if (include !== undefined && include !== null) {
    makers.push(globMaker("include", include, includeFilter));
  }
  if (!hidden) {
    makers.push(async () => HIDE_DOT_NAMES);
  }
  if (gitignore !== "off") {
    const isSearch = hasMarks && include !== undefined && include !== null;
    makers.push(gitignoreMaker({ mode: gitignore, hidesFiles: !hasMarks, isSearch }));
  }
  if (makers.length === 0) {
    return undefined;
  }
  return async (root, pacing) => combineFilters(await Promise.all(makers.map((make) => make(root, pacing))));
}

function gitignoreMaker(how: Pick<GitignoreSettings, "mode" | "hidesFiles" | "isSearch">): FilterMaker {
  return async (root, pacing) => {
    const environment = { home: process.env["HOME"], xdgConfigHome: process.env["XDG_CONFIG_HOME"] };
    // The repository of a directory is the one that it is really in, whatever links lead to it.
    const realPath = await realPathOf(root);
    if (realPath === undefined) {
      return SHOW_ALL;
    }
    return gitignoreFilter({
      fileSystem: root.fileSystem,
      root: realPath,
      ...how,
      environment,
      bounds: root.ruleFileBounds,
      pacing,
    });
  };
}

/** The real path of a root; undefined if it leads nowhere: the read of the root says why, in the same words as without rules. */
async function realPathOf(root: AdmittedRoot): Promise<ByteString | undefined> {
  try {
    return await root.realPath();
  } catch (error) {
    const code = readErrorCode(error);
    // A root that does not answer would only keep us waiting again.
    if (code === undefined || code === "ETIMEDOUT") {
      throw error;
    }
    return undefined;
  }
}

function globMaker(
  option: string,
  given: string | readonly string[],
  toFilter: (patterns: readonly PathPattern[]) => DirectoryFilter,
): FilterMaker {
  const globs = typeof given === "string" ? [given] : given;
  const refuse = (error: unknown): never => {
    if (!(error instanceof GlobError)) {
      throw error;
    }
    throw respondToModel(`failed to parse function arguments: \`${option}\`: ${error.message}`, error);
  };
  try {
    checkGlobs(globs);
  } catch (error) {
    refuse(error);
  }
  return async (_, pacing) => toFilter(await compileGlobs(globs, "relative", { pacing }).catch(refuse));
}

function isGlobs(value: unknown): boolean {
  return isString(value) || isArrayOf(value, isString);
}

function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value["aborted"] === "boolean" && typeof value["addEventListener"] === "function";
}
