// What `find_files` can be asked for, and its settings: the caller's options, completed and checked once.
import { weighTokens } from "../render/estimate-tokens.ts";
import type { CountTokens } from "../render/map-word.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { LIST_DIR_ARGUMENTS } from "./list-dir-settings.ts";
import { FILTER_ARGUMENTS, readListText, toFilterMaker, toGlobs, type FilterOptions } from "./listing-filter.ts";
import type { ListingGuard } from "./listing-guard.ts";
import { toTreeSettings, type TreeSettings } from "./tree-settings.ts";

/** What `findFiles` is asked for. */
export interface FindFilesRequest extends FilterOptions, CallControl {
  /** The directory to search: an absolute path. */
  readonly dirPath: string;
  /**
   * What the paths are about: words, or globs. A string is split at white space. At most 64 words of 200 characters.
   * @default none: every file, the newest first
   */
  readonly words?: string | readonly string[] | undefined;
  /**
   * How many tokens the whole answer may take, as they are estimated. At least the header and one line come.
   * @default 300
   */
  readonly budget?: number | undefined;
  /**
   * Whether the newest files come first, with their ages, and not the best.
   * @default false
   */
  readonly newest?: boolean | undefined;
  /**
   * Only files that were modified within this time: a whole number and `s`, `m`, `h`, `d` or `w`, such as "2d".
   * @default none: all files
   */
  readonly modifiedWithin?: string | undefined;
}

/** What a model can ask for: everything a program can, except the bounds of the work. */
export type FindFilesArguments = Omit<FindFilesRequest, keyof CallControl>;

/** The arguments, in the order in which the model sees them. */
export const FIND_FILES_ARGUMENTS: ArgumentsFor<FindFilesArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    forModel: LIST_DIR_ARGUMENTS.dirPath.forModel,
    forPeople: "the directory to search: an absolute path",
  },
  words: {
    kind: "texts",
    mayBeEmpty: true,
    defaultInWords: "all, newest first",
    placeholder: "word",
    forModel: "Words, paths or globs of whole names.",
    forPeople: "words of the paths, or globs",
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
    mayBeEmpty: true,
    placeholder: "time",
    forModel: "Such as 2h or 7d.",
    forPeople: "only files modified within this time, such as 2h or 7d",
  },
  ...FILTER_ARGUMENTS,
  gitignore: LIST_DIR_ARGUMENTS.gitignore,
  hidden: LIST_DIR_ARGUMENTS.hidden,
};

/** The bounds of the work for a search, which the operator may set. */
export interface FindBounds {
  /**
   * How many directories a search reads at most, level by level.
   * @default 200000
   */
  readonly maxSearchedDirectories?: number | undefined;
  /**
   * How many requests a search makes to an object store at most. Those that brought nothing but denied keys are not counted, up to four
   * times as many.
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

export interface FindFilesSettings extends TreeSettings {
  readonly words: readonly string[];
  readonly order: "best" | "newest";
  /** Milliseconds since 1970: only what was modified since then. Undefined if that does not matter. */
  readonly since: number | undefined;
  readonly now: number;
  /** Whether the caller gave a filter. */
  readonly isFiltered: boolean;
  readonly maxDirectories: number;
  readonly maxRequests: number;
  readonly countTokens: CountTokens;
}

/** Complete settings. Throws a `FunctionCallError` for the first option that is out of range. */
export function toFindFilesSettings(
  request: FindFilesRequest,
  guards: ListingGuard,
  bounds: FindBounds = {},
): Promise<FindFilesSettings> {
  return toTreeSettings({ ...request, budget: request.budget ?? FIND_FILES_ARGUMENTS.budget.default }, guards, () => {
    const words = toWords(request.words);
    const now = (bounds.now ?? Date.now)();
    const age = toMilliseconds(request.modifiedWithin);
    return {
      words,
      order: request.newest === true || words.length === 0 ? "newest" : "best",
      since: age === undefined ? undefined : now - age,
      now,
      isFiltered:
        toGlobs(request.include) !== undefined ||
        toGlobs(request.exclude) !== undefined ||
        request.hidden === false ||
        request.gitignore === "omit" ||
        age !== undefined,
      makeFilter: toFilterMaker(request, { hasMarks: true }),
      maxDirectories: bounds.maxSearchedDirectories ?? 200_000,
      maxRequests: bounds.maxSearchRequests ?? 64,
      countTokens: bounds.countTokens ?? weighTokens,
    };
  });
}

const MOST_WORDS = 64;
const LONGEST_WORD = 200;

/** The words that were given, each once. */
export function toWords(given: string | readonly string[] | undefined | null): readonly string[] {
  const texts = typeof given === "string" ? [given] : (given ?? []);
  const words = texts.flatMap(readListText).flatMap((text) => text.split(/\s+/u));
  const all = [...new Set(words.filter((word) => word !== ""))];
  const long = all.find((word) => [...word].length > LONGEST_WORD);
  if (all.length > MOST_WORDS) {
    throw refuse("words", `${all.length} words are too many; give at most ${MOST_WORDS}`);
  }
  if (long !== undefined) {
    throw refuse("words", `a word of ${[...long].length} characters is too long; give at most ${LONGEST_WORD}`);
  }
  return all;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function toMilliseconds(given: string | undefined | null): number | undefined {
  if (given === undefined || given === null || given === "") {
    return undefined;
  }
  const [, count = "0", unit = ""] = /^(\d+)([smhdw])$/.exec(given) ?? [];
  if (Number(count) < 1) {
    throw refuse("modified_within", 'it is a whole number and s, m, h, d or w, such as "2h" or "7d"');
  }
  return Number(count) * (UNIT_MS[unit] as number);
}

function refuse(argument: string, why: string): Error {
  return respondToModel(`failed to parse function arguments: \`${argument}\`: ${why}`);
}
