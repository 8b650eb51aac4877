// What an operator may set: what calls may list, how much they may cost, and what the tools take where a model leaves something out. Each
// option is written down here once, with its rule. Routers, servers and functions for programs take what they need of it.
import type { FileSystem } from "../core/file-system.ts";
import { LONGEST_TIMER_MS } from "../core/within-time.ts";
import type { GitignoreMode } from "../filters/root-filter.ts";
import type { CountTokens } from "../text/map-text.ts";
import {
  AT_LEAST_ONE,
  CONTROL_RULES,
  FUNCTION,
  isObject,
  isPath,
  OBJECT,
  PATHS,
  wholeNumberFrom,
  type RulesFor,
} from "../tooling/check-options.ts";
import type { CallControl } from "../tooling/tool.ts";

/** What calls may list, and where. */
export interface AccessOptions {
  /**
   * The directories that may be listed, with everything below them. Relative paths are resolved against the working directory.
   * The real path of a root is determined when the root is set, and does not change even if a link replaces the root. `"any"` opens the
   * whole disk.
   * @default for a router on the local disk the working directory; elsewhere, and in functions such as `listDir`, every directory
   */
  readonly roots?: readonly string[] | "any" | undefined;
  /**
   * Paths and globs. Entries that match are left out of every listing, and directories that match are never opened. A rule that
   * begins with `/`, or on Windows with a drive or share, is absolute, one that begins with `./` or `../` is relative to the
   * working directory, and any other matches at any depth. Case and Unicode normalisation make no difference. On Windows `\\`
   * separates names like `/`, and a rule that begins with `/` applies on every drive.
   * @default none: nothing is denied
   */
  readonly deny?: readonly string[] | undefined;
  /**
   * The file system to list.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem | undefined;
  /**
   * How many bytes of memory the local disk may use to remember the names in huge directories for a minute, so that the next page of one
   * costs no read. All callers that give the same number share it. 0 remembers nothing. A `fileSystem` of your own decides for itself.
   * @default 67108864
   */
  readonly cacheBytes?: number | undefined;
  /**
   * Further file systems, by the scheme that their paths begin with: `{ s3: s3() }` for `s3://bucket/prefix`. If roots are set,
   * only what is in one of them is listed here, too.
   * @default none
   */
  readonly stores?: Readonly<Record<string, FileSystem>> | undefined;
  /**
   * The absolute path that relative paths are resolved against.
   * @default the only root, else process.cwd() at the time of the call, or `/` in a `fileSystem` of your own; for the relative paths among
   * roots and deny rules always one of the latter
   */
  readonly workingDirectory?: string | undefined;
}

/** How much a map or a search reads at most. Each has defaults of its own. */
interface WorkLimits {
  /**
   * How many directories a map or a search reads at most, level by level, so that it does not depend on a clock. A `+` marks counts that
   * are then incomplete.
   * @default 10000 for a map, 200000 for a search
   */
  readonly maxDirectories?: number | undefined;
  /**
   * How many requests a map or a search makes to an object store at most.
   * @default 16 for a map, 64 for a search
   */
  readonly maxRequests?: number | undefined;
}

/** What bounds calls and answers of every kind. */
interface AnswerLimits {
  /**
   * The longest time for a call in milliseconds: what has not answered by then is marked or left for the next page.
   * @default 10000; in functions for programs, such as `listDir`, Infinity
   */
  readonly deadlineMs?: number | undefined;
  /**
   * The largest depth: a call for more gets this depth.
   * @default Infinity
   */
  readonly maxDepth?: number | undefined;
  /**
   * The largest page of `list_dir`: a call for more gets this many entries.
   * @default 2000; in functions for programs, such as `listDir`, Infinity
   */
  readonly maxLimit?: number | undefined;
  /**
   * How many entries `list_directory` indexes, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
  /**
   * The largest answer in text, and the largest error, in bytes. A page that would be longer ends early, on an entry, and says that there
   * is more. An entry that does not fit even then is refused, with an argument that skips it. At least 256.
   * @default 32768; in functions for programs, such as `mapDirText`, Infinity
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Counts the tokens of a text for the budget of a map or a search, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
}

/** How much calls may read and answer, the same for all tools and functions: each heeds the limits that concern it. */
export interface Limits extends AnswerLimits, WorkLimits {}

/** The limits with defaults filled in, except those that differ from tool to tool. */
export interface CompleteLimits extends Complete<AnswerLimits>, WorkLimits {}

type Complete<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };

/** What a program may set for a call besides its arguments. */
export interface ProgramOptions extends AccessOptions, Limits, CallControl {}

/**
 * Defaults for arguments that a call leaves out: `depth` and `limit` of `list_dir`, `budget` of `map_dir`, `gitignore` and `hidden` of all
 * tools (`showHidden` of `list_directory`). The tool's description tells the model these values. `depth` does not apply to calls with
 * `include`.
 */
export interface ToolDefaults {
  readonly depth?: number | undefined;
  readonly limit?: number | undefined;
  readonly budget?: number | undefined;
  readonly gitignore?: GitignoreMode | undefined;
  readonly hidden?: boolean | undefined;
}

/** Everything that an operator may set for the calls of a set of tools. */
export interface OperatorOptions extends AccessOptions, Limits {
  /**
   * Defaults for arguments that a call leaves out. The profiles of the originals keep their own.
   * @default none: the tool's own defaults
   */
  readonly defaults?: ToolDefaults | undefined;
}

/** With less, an error would have no room for a useful piece of its path. */
const SMALLEST_OUTPUT_BYTES = 256;

const ACCESS_RULES: RulesFor<keyof AccessOptions> = {
  fileSystem: { expected: "a file system, such as localDisk() or memory([...])", fits: isFileSystem },
  cacheBytes: wholeNumberFrom(0, Number.MAX_SAFE_INTEGER),
  stores: {
    expected: "an object of file systems by their schemes, such as { s3: s3() }",
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(([scheme, store]) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && isFileSystem(store)),
  },
  roots: { expected: `${PATHS.expected}; or "any"`, fits: (value) => value === "any" || PATHS.fits(value) },
  deny: PATHS,
  workingDirectory: { expected: "an absolute path", fits: isPath },
};

const LIMIT_RULES: RulesFor<keyof Limits> = {
  deadlineMs: {
    expected: `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}, or Infinity`,
    fits: (value) => value === Infinity || (typeof value === "number" && value >= 1 && value <= LONGEST_TIMER_MS),
  },
  maxDepth: AT_LEAST_ONE,
  maxLimit: AT_LEAST_ONE,
  maxIndexed: AT_LEAST_ONE,
  maxOutputBytes: wholeNumberFrom(SMALLEST_OUTPUT_BYTES),
  maxDirectories: AT_LEAST_ONE,
  maxRequests: AT_LEAST_ONE,
  countTokens: FUNCTION,
};

export const PROGRAM_RULES: RulesFor<keyof ProgramOptions> = { ...ACCESS_RULES, ...LIMIT_RULES, ...CONTROL_RULES };

export const OPERATOR_RULES: RulesFor<keyof OperatorOptions> = { ...ACCESS_RULES, ...LIMIT_RULES, defaults: OBJECT };

function isFileSystem(value: unknown): boolean {
  const needed = ["isAbsolute", "resolve", "readDirectory"];
  return isObject(value) && needed.every((name) => typeof value[name] === "function");
}
