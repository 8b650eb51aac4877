// `find_files`: its arguments, and the files that fit a model's guesses best, as data for programs and as text within a budget of tokens.
import { DIR_PATH } from "../opening/place.ts";
import { TREE_FILTER_ARGUMENTS, toGlobFailure, toTexts, type FilterOptions } from "./filter-arguments.ts";
import type { ProgramOptions } from "../operator/operator-options.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";
import { answerProgram, declareTool, type Answer, type ToolDeclaration } from "./tool-declaration.ts";
import { expandGlobs } from "../filters/compile-globs.ts";
import { isGlob } from "../filters/guess-glob.ts";
import { toRelative } from "../text/entry-label.ts";
import type { FoundFiles } from "../find/search-answer.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { argumentError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { answerWithinBudget } from "./answer-within-budget.ts";

/** What a model can ask for. */
export interface FindFilesArguments extends FilterOptions {
  /**
   * The directory to search. A relative path is taken from the working directory, else from the only root.
   * @default the working directory, else the only root
   */
  readonly dirPath?: string | undefined;
  /**
   * Guesses at names: words, phrases, paths or globs. A string is a list of its words. At most 64 of 200 characters.
   * @default none: every file, the newest first
   */
  readonly words?: string | readonly string[] | undefined;
  /**
   * How many tokens the whole answer may take, as they are estimated. At least the header and one line come.
   * @default 1000
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
}

/** Options of `findFiles`. */
export interface FindFilesOptions extends FindFilesArguments, ProgramOptions {}

/** What models send in place of `words`. */
const ALIASES_OF_WORDS = "query queries pattern patterns keywords glob globs name names file files search q".split(" ");

/** The arguments, in the order in which the model sees them. */
export const FIND_FILES_ARGUMENTS: ArgumentsFor<FindFilesArguments> = {
  dirPath: DIR_PATH,
  words: {
    kind: "texts",
    aliases: ALIASES_OF_WORDS,
    defaultInWords: "all, newest first",
    placeholder: "word",
    forModel: "Guesses: words, phrases (all words must fit), paths or globs.",
    forPeople: "guesses at names: words, phrases, paths or globs",
  },
  budget: {
    kind: "count",
    default: 1000,
    forModel: "Most tokens. Ends sooner if nothing good is left.",
    forPeople: "at most so many tokens",
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
    forPeople: "only files modified in this time, such as 2h or 7d",
  },
  ...TREE_FILTER_ARGUMENTS,
};

/** Finds files by guesses. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function findFiles(options: FindFilesOptions): Promise<FoundFiles> {
  return (await answerProgram(options, FIND_FILES_ARGUMENTS, searchFiles)).data();
}

/** The same as `findFiles`, as text. */
export async function findFilesText(options: FindFilesOptions): Promise<string> {
  return (await answerProgram(options, FIND_FILES_ARGUMENTS, searchFiles)).text();
}

/** How much a search reads, where the operator sets nothing. */
export const MAX_SEARCHED_DIRECTORIES = 200_000;
const MAX_REQUESTS = 64;

/** What was found. `notArguments`: what the answer names as no arguments. Throws a `FunctionCallError`. */
export async function searchFiles(
  request: FindFilesArguments & CallControl,
  settings: OperatorSettings,
  notArguments: readonly string[] = [],
): Promise<Answer<FoundFiles>> {
  const { maxDirectories = MAX_SEARCHED_DIRECTORIES, maxRequests = MAX_REQUESTS } = settings;
  const words = toGuesses(request.words);
  const age = toMilliseconds(request.modifiedWithin);
  const now = Date.now();
  const { found, text, openedPath } = await answerWithinBudget(
    {
      ...request,
      budget: request.budget ?? FIND_FILES_ARGUMENTS.budget.default,
      maxRequests,
      tooLong: "even the note on guesses and unreadable directories",
      advice: "give fewer guesses, or search a smaller directory",
    },
    settings,
    async ({ place, ...tree }) => {
      // Loaded on demand: a listing does not need it.
      const { findInTree } = await import("../find/find-in-tree.ts");
      const { path, written, settings: own } = place;
      const { fileSystem } = own;
      return findInTree({
        ...tree,
        // A relative guess begins with the directory as the caller wrote it, an absolute one as the header shows it.
        withoutRoot: (word) => toRelative(word, fileSystem.isAbsolute(word) ? path : written, fileSystem),
        words,
        notArguments,
        newest: request.newest === true,
        since: age === undefined ? undefined : now - age,
        now,
        maxDirectories,
      });
    },
  );
  return { openedPath, text: () => text, data: () => found };
}

const MAX_GUESSES = 64;
const LONGEST_GUESS = 200;

/** The guesses that were given, each once. A string in place of the list is a list of its words. */
function toGuesses(words: FindFilesArguments["words"]): readonly string[] {
  const texts = toTexts(words);
  // A list may also be given as JSON text.
  const list = typeof words === "string" && texts[0] === words ? words.split(/\s+/u) : texts;
  const guesses = [...new Set(list.map((word) => word.trim().toWellFormed()).filter((word) => word !== ""))];
  const long = guesses.find((guess) => [...guess].length > LONGEST_GUESS);
  if (guesses.length > MAX_GUESSES) {
    throw argumentError("words", `: ${guesses.length} guesses are too many; give at most ${MAX_GUESSES}`);
  }
  if (long !== undefined) {
    throw argumentError(
      "words",
      `: a guess of ${[...long].length} characters is too long; give at most ${LONGEST_GUESS}`,
    );
  }
  try {
    expandGlobs(guesses.flatMap((guess) => guess.split(/\s+/u)).filter(isGlob));
  } catch (error) {
    throw toGlobFailure("words", error);
  }
  return guesses;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function toMilliseconds(age: string | undefined): number | undefined {
  if (age === undefined || age === "") {
    return undefined;
  }
  const [, count = "0", unit = ""] = /^(\d+)([smhdw])$/.exec(age) ?? [];
  if (Number(count) < 1) {
    throw argumentError("modified_within", ' must be a whole number and a unit, s, m, h, d or w, such as "2h" or "7d"');
  }
  return Number(count) * (UNIT_MS[unit] as number);
}

const DESCRIPTION =
  "Where is it? Finds files by guesses at their names. Give many guesses in one call: each gets its share. Two rare words are better than " +
  "four. A glob such as src/lib/* lists that directory. Shows a tree of what fits best; a directory may hold more. At the end: what is not " +
  "shown, guesses of which only a part fits, and those that match nothing.";

export const findFilesTool: ToolDeclaration = declareTool<FindFilesArguments>({
  name: "find_files",
  arguments: FIND_FILES_ARGUMENTS,
  describe: () => DESCRIPTION,
  defaults: ({ gitignore, hidden }) => ({ gitignore, hidden }),
  answer(request, settings, { request: given, notArguments }) {
    const isPlain = Object.keys(given).every((field) => field === "dirPath" || field === "budget");
    return searchFiles(request, settings, isPlain ? notArguments : []);
  },
});
