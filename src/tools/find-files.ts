// `find_files`: its arguments, and the files that fit a model's guesses best, as data for programs and as text within a budget of tokens.
import { checkGlobs, GlobError } from "../filters/compile-globs.ts";
import { isGlob } from "../filters/guess-glob.ts";
import type { FittedFiles, FoundFiles } from "../find/find-in-tree.ts";
import { renderRoot } from "../text/closing-lines.ts";
import { fractionalTokens } from "../text/estimate-tokens.ts";
import type { CountTokens } from "../text/map-text.ts";
import { parseArguments, toParameters, type ArgumentsFor } from "../tooling/argument.ts";
import {
  AT_LEAST_ONE,
  CHECKED_LATER,
  checkedOptions,
  FUNCTION,
  isArrayOf,
  isString,
  orNull,
  rulesOf,
  type RulesFor,
} from "../tooling/check-options.ts";
import { refuseArgument, respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import {
  FILTER_ARGUMENTS,
  REQUEST_RULES,
  toFilterSettings,
  toTexts,
  type FilterOptions,
} from "../calls/filter-arguments.ts";
import { rootTooLong, tooLongFor } from "../calls/failure.ts";
import { GUARD_RULES, toGuard, type Guard, type GuardOptions } from "../calls/operator-settings.ts";
import { LIST_DIR_ARGUMENTS } from "./list-dir.ts";
import { refuseUnlessPositive, toGuardedPath, toRelative, toRelativeFilters, withRoot } from "../calls/open-root.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** Options of `findFiles`. */
export interface FindFilesOptions extends FilterOptions, CallControl, Omit<GuardOptions, "maxLimit"> {
  /** The directory to search. A relative path is taken from the working directory, else from the only root. */
  readonly dirPath: string;
  /**
   * Guesses at names: words, phrases, paths or globs. A string is a list of its words. At most 64 of 200 characters.
   * @default none: every file, the newest first
   */
  readonly words?: string | readonly string[] | undefined;
  /**
   * How many tokens the whole answer may take, as they are estimated. At least the header and one line come.
   * @default 300
   */
  readonly budget?: number | undefined;
  /**
   * Whether the newest files come first, with their ages, instead of the best matches.
   * @default false
   */
  readonly newest?: boolean | undefined;
  /**
   * Only files that were modified within this time: a whole number and `s`, `m`, `h`, `d` or `w`, such as "2d".
   * @default none: all files
   */
  readonly modifiedWithin?: string | undefined;
  /**
   * How many directories a search reads at most, level by level.
   * @default 200000
   */
  readonly maxSearchedDirectories?: number | undefined;
  /**
   * How many requests a search makes to an object store at most.
   * @default 64
   */
  readonly maxSearchRequests?: number | undefined;
  /**
   * Counts the tokens of a text, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
  /**
   * The time now, in milliseconds since 1970.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
}

/** The options that say how much work a search may take, and what it measures by. */
export const FIND_BOUND_RULES: RulesFor<"maxSearchedDirectories" | "maxSearchRequests" | "countTokens" | "now"> = {
  maxSearchedDirectories: AT_LEAST_ONE,
  maxSearchRequests: AT_LEAST_ONE,
  countTokens: FUNCTION,
  now: FUNCTION,
};

/** What a model can ask for: everything that is not for the operator to set. */
export type FindFilesArguments = Omit<
  FindFilesOptions,
  keyof CallControl | keyof GuardOptions | keyof typeof FIND_BOUND_RULES
>;

/** The arguments, in the order in which the model sees them. */
export const FIND_FILES_ARGUMENTS: ArgumentsFor<FindFilesArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    forModel: LIST_DIR_ARGUMENTS.dirPath.forModel,
    forPeople: "the directory to search; a relative path is taken from the working directory or the only root",
  },
  words: {
    kind: "texts",
    defaultInWords: "all, newest first",
    placeholder: "word",
    forModel: "Guesses: words, phrases (all words), paths or globs.",
    forPeople: "guesses at names: words, phrases, paths or globs",
  },
  budget: {
    kind: "count",
    default: 300,
    forModel: "Most tokens.",
    forPeople: "tokens of the answer, as estimated",
  },
  newest: {
    kind: "flag",
    default: false,
    forModel: "Newest first, with ages.",
    forPeople: "newest first, with ages",
  },
  modifiedWithin: {
    kind: "text",
    name: "modified_within",
    placeholder: "time",
    forModel: "Such as 2h or 7d.",
    forPeople: "only files modified within this time, such as 2h or 7d",
  },
  ...FILTER_ARGUMENTS,
  gitignore: LIST_DIR_ARGUMENTS.gitignore,
  hidden: LIST_DIR_ARGUMENTS.hidden,
};

const { maxLimit: _ofPages, ...TREE_GUARD_RULES } = GUARD_RULES;

const FIND_FILES_RULES: RulesFor<keyof FindFilesOptions> = {
  ...TREE_GUARD_RULES,
  ...REQUEST_RULES,
  ...rulesOf(FIND_FILES_ARGUMENTS),
  ...FIND_BOUND_RULES,
  words: orNull({
    expected: "a string or an array of strings",
    fits: (value) => isString(value) || isArrayOf(value, isString),
  }),
  dirPath: CHECKED_LATER,
};

/** Finds files by guesses. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function findFiles(options: FindFilesOptions): Promise<FoundFiles> {
  return (await findForProgram(options)).found;
}

/** The same as `findFiles`, as text. */
export async function findFilesText(options: FindFilesOptions): Promise<string> {
  return (await findForProgram(options)).text;
}

function findForProgram(options: FindFilesOptions): Promise<FittedFiles> {
  const given = checkedOptions(options, FIND_FILES_RULES);
  return searchFiles(given, toGuard(given));
}

/** What was found as data and as text, within a guard, whatever guard the options would make. Throws a `FunctionCallError`. */
export async function searchFiles(options: FindFilesOptions, baseGuard: Guard): Promise<FittedFiles> {
  const { budget = FIND_FILES_ARGUMENTS.budget.default, signal, onProgress } = options;
  const { maxSearchedDirectories = 200_000, maxSearchRequests = 64, countTokens = fractionalTokens } = options;
  const words = toGuesses(options.words);
  const age = toMilliseconds(options.modifiedWithin);
  const filters = toFilterSettings(options, "collapse", true);
  refuseUnlessPositive(budget, "budget must be greater than zero");
  const { path, guard } = toGuardedPath("dir_path", options.dirPath, baseGuard);
  const now = (options.now ?? Date.now)();
  const call = {
    guard,
    path,
    givenPath: options.dirPath,
    filters: toRelativeFilters(filters, path, guard),
    maxKeyRequests: maxSearchRequests,
    signal,
    onProgress,
  };
  // Loaded on demand: a listing does not need it.
  const { findInTree } = await import("../find/find-in-tree.ts");
  const fitted = await withRoot(call, (root, keys) =>
    findInTree({
      root,
      shownRoot: renderRoot(path),
      // A relative guess begins with the directory as the caller wrote it, an absolute one as the header shows it.
      withoutRoot: (word) => toRelative(word, guard.fileSystem.isAbsolute(word) ? path : options.dirPath, guard),
      words,
      order: options.newest === true || words.length === 0 ? "newest" : "best",
      since: age === undefined ? undefined : now - age,
      now,
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, guard.maxOutputBytes),
      countTokens,
      maxBytes: guard.maxOutputBytes,
      maxDirectories: maxSearchedDirectories,
      maxDepth: guard.maxDepth,
      keys,
    }),
  );
  if (fitted !== undefined) {
    return fitted;
  }
  if (Buffer.byteLength(path) > guard.maxOutputBytes / 2) {
    throw rootTooLong("dir_path", path, guard.maxOutputBytes);
  }
  const what = "what the answer says about guesses that match nothing, or about directories that can't be read,";
  throw respondToModel(`${what} ${tooLongFor(guard.maxOutputBytes)}; give fewer guesses, or search less`);
}

const MAX_GUESSES = 64;
const LONGEST_GUESS = 200;

/** The guesses that were given, each once. A string in place of the list is a list of its words. */
function toGuesses(given: string | readonly string[] | undefined | null): readonly string[] {
  const texts = toTexts(given);
  const words = typeof given === "string" && texts.length === 1 ? (texts[0] as string).split(/\s+/u) : texts;
  const guesses = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ""))];
  const long = guesses.find((guess) => [...guess].length > LONGEST_GUESS);
  if (guesses.length > MAX_GUESSES) {
    throw refuseArgument("words", `: ${guesses.length} guesses are too many; give at most ${MAX_GUESSES}`);
  }
  if (long !== undefined) {
    throw refuseArgument(
      "words",
      `: a guess of ${[...long].length} characters is too long; give at most ${LONGEST_GUESS}`,
    );
  }
  try {
    checkGlobs(guesses.flatMap((guess) => guess.split(/\s+/u)).filter(isGlob));
  } catch (error) {
    if (!(error instanceof GlobError)) {
      throw error;
    }
    throw refuseArgument("words", `: ${error.message}`, error);
  }
  return guesses;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function toMilliseconds(given: string | undefined | null): number | undefined {
  if (given === undefined || given === null || given === "") {
    return undefined;
  }
  const [, count = "0", unit = ""] = /^(\d+)([smhdw])$/.exec(given) ?? [];
  if (Number(count) < 1) {
    throw refuseArgument("modified_within", ': it is a whole number and s, m, h, d or w, such as "2h" or "7d"');
  }
  return Number(count) * (UNIT_MS[unit] as number);
}

const NAME = "find_files";

const DESCRIPTION =
  "Where is it? The best files for many guesses, as one tree. *.ts (4): 4 more fit; src/ [9 more]: 9 not shown. Ends with guesses that " +
  "match in part or nothing.";

export const findFilesTool: ToolDeclaration = {
  name: NAME,
  arguments: FIND_FILES_ARGUMENTS,
  create({ guard, options }) {
    const { maxSearchedDirectories, maxSearchRequests, countTokens, now } = options;
    const { gitignore, hidden } = options.defaults ?? {};
    const ownDefaults = { gitignore, hidden };
    return {
      name: NAME,
      description: DESCRIPTION,
      parameters: toParameters(findFilesTool.arguments, ownDefaults),
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress, asData } = invocation;
        const given = parseArguments<FindFilesArguments>(invocation, NAME, FIND_FILES_ARGUMENTS);
        const bounds = { maxSearchedDirectories, maxSearchRequests, countTokens, now };
        const { found, text } = await searchFiles({ ...ownDefaults, ...given, ...bounds, signal, onProgress }, guard);
        return { content: asData === true ? JSON.stringify(found) : text, success: true };
      },
    };
  },
};
