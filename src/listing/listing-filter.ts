// The filters that a caller may ask for, built from what the caller wrote.
import { hasDrives, toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { combineFilters, SHOW_ALL, type DirectoryFilter, type RootFilter } from "../core/filter.ts";
import { keepPace, type Pace } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import type { GitEnvironment } from "../filters/gitignore/git-settings.ts";
import { gitignoreFilter, type GitignoreSettings } from "../filters/gitignore/gitignore-filter.ts";
import { GlobMatches, type PathPattern } from "../filters/pattern-set.ts";
import { excludeFilter, HIDE_DOT_NAMES, includeFilter, includeWholeFilter } from "../filters/glob-filter.ts";
import { refuseMistakes } from "../filters/glob-mistake.ts";
import { checkGlobs, compileGlobs, GlobError } from "../filters/glob-patterns.ts";
import { readGlob } from "../filters/glob-tokens.ts";
import type { AdmittedRoot } from "../sandbox/access-policy.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/tool.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { FUNCTION, isArrayOf, isString, orNull, rulesOf, SIGNAL, type RulesFor } from "./check-options.ts";

/** `off` reads no rules. `collapse` marks what is ignored and does not enter ignored directories. `omit` leaves it out. */
export type GitignoreMode = "off" | "collapse" | "omit";

/** Which entries are shown. */
export interface FilterOptions {
  /**
   * A glob or globs over relative paths: only what matches is listed. One without a slash matches at any depth. An empty string
   * or list counts as none.
   * @default none: everything
   */
  readonly include?: string | readonly string[] | undefined;
  /**
   * A glob or globs over relative paths: what matches is neither listed nor entered. An empty string or list counts as none.
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

/** The filter arguments that several tools share. */
export const FILTER_ARGUMENTS: ArgumentsFor<Omit<FilterOptions, "hidden">> = {
  include: {
    kind: "texts",
    defaultInWords: "all",
    mayBeEmpty: true,
    placeholder: "glob",
    forModel: "Globs: *.ts, src/**.",
    forPeople: "only what matches; may be repeated",
  },
  exclude: {
    kind: "texts",
    defaultInWords: "none",
    mayBeEmpty: true,
    placeholder: "glob",
    short: "I",
    forModel: "Globs to skip.",
    forPeople: "leave out what matches; may be repeated",
  },
  gitignore: {
    kind: "choice",
    choices: ["off", "collapse", "omit"],
    default: "off",
    mayBeEmpty: true,
    placeholder: "mode",
    forModel: "Git-ignored: show, mark, omit.",
    forPeople: "what git ignores",
  },
};

/** Options of a listing. `null` means that one was not given. Among the guard's options `null` could be a mistake. */
export const REQUEST_RULES: RulesFor<"include" | "exclude" | "gitignore" | keyof CallControl> = {
  ...rulesOf(FILTER_ARGUMENTS),
  signal: orNull(SIGNAL),
  onProgress: orNull(FUNCTION),
};

/** Prepares the filter for a root. `path` is its absolute path, as given. Throws for options that can't be used. */
export type FilterMaker = (root: AdmittedRoot, pacing: Pace, path: ByteString) => Promise<RootFilter>;

/** The share of an answer that may be about globs that matched nothing. */
export const TOLD_SHARE: number = 1 / 4;

/** Where to note which globs of `include` have matched; undefined if there are not several of them. */
export function toGlobMatches({ include }: Pick<FilterOptions, "include">): GlobMatches | undefined {
  const globs = toGlobs(include) ?? [];
  return new Set(globs).size > 1 ? new GlobMatches(globs) : undefined;
}

/**
 * The glob for names that contain the first glob of `include` that is a whole name, without wildcards and slashes. Undefined if there is
 * none, or if it takes more bytes than this.
 */
export function toGlobToTry({ include }: Pick<FilterOptions, "include">, maxBytes: number): string | undefined {
  const name = toGlobs(include)?.find((glob) => {
    // A `\` at the end would escape the `*` after it.
    const isOpen = /(?<!\\)(?:\\\\)*\\$/.test(glob);
    return !isOpen && !glob.includes("/") && readGlob(glob, "caller").every(({ kind }) => kind === "literal");
  });
  return name === undefined || toByteString(name).length > maxBytes ? undefined : `*${name}*`;
}

/** What filters are for. */
export interface FilterUse {
  /** Whether the listing can mark what is ignored. */
  readonly hasMarks: boolean;
  /**
   * Whether it is a map, in which a directory that `include` matches is counted with all that is in it.
   * @default false
   */
  readonly isMap?: boolean;
  /** Where to note which globs of `include` have matched, if that is to be told. */
  readonly matches?: GlobMatches | undefined;
}

/** The filter that the options ask for; undefined if they ask for none. Throws a `FunctionCallError`. */
export function toFilterMaker(
  options: FilterOptions,
  { hasMarks, isMap = false, matches }: FilterUse,
): FilterMaker | undefined {
  const [include, exclude] = [toGlobs(options.include), toGlobs(options.exclude)];
  const [gitignore, hidden] = [options.gitignore ?? (hasMarks ? "collapse" : "off"), options.hidden ?? true];
  const makers: FilterMaker[] = [];
  if (exclude !== undefined) {
    makers.push(globMaker("exclude", exclude, excludeFilter));
  }
  if (include !== undefined) {
    const toFilter = isMap ? includeWholeFilter : includeFilter;
    makers.push(globMaker("include", include, (patterns) => toFilter(patterns, matches)));
  }
  if (!hidden) {
    makers.push(async () => () => HIDE_DOT_NAMES);
  }
  if (gitignore !== "off") {
    const isSearch = hasMarks && include !== undefined;
    makers.push(gitignoreMaker({ mode: gitignore, hidesFiles: !hasMarks, isSearch }));
  }
  if (makers.length <= 1) {
    return makers[0];
  }
  return async (...given) => {
    const prepared = await Promise.all(makers.map((make) => make(...given)));
    return async (entries) => combineFilters(await Promise.all(prepared.map((make) => make(entries))));
  };
}

/**
 * The globs that were given; undefined if there are none. Models fill in what they don't need with an empty string or list, and
 * write a list as JSON text.
 */
export function toGlobs(given: FilterOptions["include"] | null): readonly string[] | undefined {
  const texts = typeof given === "string" ? [given] : (given ?? []);
  const globs = texts.flatMap(readListText).filter((glob) => glob !== "");
  return globs.length === 0 ? undefined : globs;
}

/** JSON text of more characters is not read: no list as long as that is allowed. */
const LONGEST_LIST = 65_536;

export function readListText(text: string): readonly string[] {
  if (text.length > LONGEST_LIST || !/^\s*\[/.test(text)) {
    return [text];
  }
  try {
    const list: unknown = JSON.parse(text);
    return isArrayOf(list, isString) ? (list as readonly string[]) : [text];
  } catch {
    // A class, `[ab]`.
    return [text];
  }
}

function gitignoreMaker(how: Pick<GitignoreSettings, "mode" | "hidesFiles" | "isSearch">): FilterMaker {
  // Nothing is read before the root's entries are known: most rule files need not be looked for then.
  return async (root, pacing) => async (entries) => {
    const { fileSystem, ruleFileBounds: bounds } = root;
    const environment = readGitEnvironment(process.env, fileSystem);
    // The repository of a directory is the one that it is really in, whatever links lead to it.
    const realPath = await realPathOf(root);
    return realPath === undefined
      ? SHOW_ALL
      : gitignoreFilter({ fileSystem, root: realPath, entries, ...how, environment, bounds, pacing });
  };
}

type GitSystem = Pick<FileSystem, "isAbsolute" | "mayExist">;

/** Takes the values from the environment of a process. `system` says whether it is Windows, and what is there. */
export function readGitEnvironment(variables: NodeJS.ProcessEnv, system: GitSystem): GitEnvironment {
  return { home: findHome(variables, system), xdgConfigHome: variables["XDG_CONFIG_HOME"] };
}

/** As git does it: `HOME`; on Windows also `HOMEDRIVE` with `HOMEPATH` if that is there, else `USERPROFILE`. */
function findHome(variables: NodeJS.ProcessEnv, system: GitSystem): string | undefined {
  // Only what is needed: the environment of a process is slow to read.
  const home = variables["HOME"];
  if (home !== undefined || !hasDrives(system)) {
    return home;
  }
  const { HOMEDRIVE: drive, HOMEPATH: path, USERPROFILE: profile } = variables;
  const own = drive === undefined || path === undefined ? undefined : `${drive}${path}`;
  // A home on the network may be out of reach.
  return own !== undefined && system.mayExist?.(toByteString(own)) !== false ? own : profile;
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

/** If globs have more characters in all, looking for mistakes takes long enough to let other work go on meanwhile. */
const MOST_AT_ONCE = 4096;

function globMaker(
  option: string,
  globs: readonly string[],
  toFilter: (patterns: readonly PathPattern[]) => DirectoryFilter,
): FilterMaker {
  const refuse = (error: unknown): never => {
    if (!(error instanceof GlobError)) {
      throw error;
    }
    throw respondToModel(`failed to parse function arguments: \`${option}\`: ${error.message}`, error);
  };
  const isLong = globs.reduce((sum, { length }) => sum + length, 0) > MOST_AT_ONCE;
  try {
    checkGlobs(globs);
    refuseMistakes(option, isLong ? [] : globs);
  } catch (error) {
    refuse(error);
  }
  const compile = async (root: ByteString, pacing: Pace) => {
    for (const glob of isLong ? globs : []) {
      refuseMistakes(option, [glob]);
      await keepPace(pacing);
    }
    return compileGlobs(globs, "relative", { root, smartCase: option === "include", pacing });
  };
  return async ({ fileSystem }, pacing, path) => {
    const root = fileSystem.resolve("/", path) as ByteString;
    const filter = toFilter(await compile(root, pacing).catch(refuse));
    return () => filter;
  };
}
