// The settings of a map: the caller's options, completed and checked once.
import type { CallControl } from "../tooling/tool.ts";
import { whenKnown } from "../core/when-known.ts";
import { combineFilters } from "../filters/combine-filters.ts";
import { foldFilter } from "../filters/glob-filter.ts";
import { GlobError } from "../filters/glob-patterns.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import { weighTokens } from "../render/estimate-tokens.ts";
import type { CountTokens } from "../render/map-costs.ts";
import { UNSAFE_CHARACTER } from "../render/quote-name.ts";
import { startPace } from "./event-loop-pause.ts";
import { isPositive, refuseRelativePath, withAdvice } from "./list-dir-settings.ts";
import {
  toFilterMaker,
  toGlobMatches,
  toGlobToTry,
  TOLD_SHARE,
  type FilterMaker,
  type FilterOptions,
} from "./listing-filter.ts";
import { guardOf, type ListingGuard } from "./listing-guard.ts";
import type { RootRequest } from "./read-root.ts";
import { toAbsolutePath } from "./relative-path.ts";

/** What `mapDir` is asked for. */
export interface MapDirRequest extends FilterOptions, CallControl {
  /** The directory to map. A relative path is taken from the working directory, else from the only root. */
  readonly dirPath: string;
  /**
   * How many tokens the whole answer may take, as they are estimated. At least the header and one line come.
   * @default 500
   */
  readonly budget?: number | undefined;
  /**
   * A fold of the directory as a map shows it: only the entries that it stands for are mapped, and what is below them. An empty
   * text means not given.
   * @default none: the whole directory
   */
  readonly fold?: string | undefined;
}

/** The bounds of the work for a map, which the operator may set. They are counts, so that an answer depends on no clock. */
export interface MapBounds {
  /**
   * How many directories are read at most, level by level. What is not counted then is marked with a `+`.
   * @default 2000
   */
  readonly maxDirectories?: number | undefined;
  /**
   * How many requests are made to an object store at most. Those that brought nothing but denied keys, or were made to replace
   * such keys, are not counted, up to four times as many.
   * @default 16
   */
  readonly maxRequests?: number | undefined;
  /**
   * How many directories are made of the keys of an object store at most. What is in others is not counted, and marked with a `+`.
   * @default 100000
   */
  readonly maxKeyDirectories?: number | undefined;
  /**
   * Counts the tokens of a text, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
}

export interface MapDirSettings extends RootRequest {
  readonly budget: number;
  readonly fold: string | undefined;
  /** The glob to try if nothing matches. */
  readonly tryGlob: string | undefined;
  readonly bounds: Required<{ [Name in keyof MapBounds]: NonNullable<MapBounds[Name]> }>;
}

const DEFAULT_BUDGET = 500;

/** Complete settings. Throws a `FunctionCallError` for the first option that is out of range. */
export function toMapDirSettings(
  request: MapDirRequest,
  guards: ListingGuard,
  bounds: MapBounds = {},
): Promise<MapDirSettings> {
  return withAdvice(request, guards, () => {
    const dirPath = toAbsolutePath(guards, request.dirPath);
    const guard = guardOf(guards, dirPath);
    const { budget = DEFAULT_BUDGET, signal, onProgress } = request;
    const fold = toFold(request.fold);
    const globMatches = toGlobMatches(request);
    const makeFilter = toFilterMaker(request, { hasMarks: true, isMap: true, matches: globMatches });
    if (!isPositive(budget)) {
      throw respondToModel("budget must be greater than zero");
    }
    refuseRelativePath(dirPath, guard);
    return {
      guard,
      path: dirPath,
      written: request.dirPath,
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, guard.maxOutputBytes),
      fold,
      makeFilter: fold === undefined ? makeFilter : withFold(makeFilter, fold),
      globMatches,
      tryGlob: toGlobToTry(request, guard.maxOutputBytes * TOLD_SHARE),
      bounds: {
        maxDirectories: bounds.maxDirectories ?? 2000,
        maxRequests: bounds.maxRequests ?? 16,
        maxKeyDirectories: bounds.maxKeyDirectories ?? 100_000,
        countTokens: bounds.countTokens ?? weighTokens,
      },
      onProgress,
      ...startPace(signal, guard.deadlineMs),
    };
  });
}

/** The fold that was given. Models also copy the count behind it. */
function toFold(given: string | undefined | null): string | undefined {
  const fold = given?.replace(/ \(\d[\d,]*\+?(?:, \d[\d,]*\+? below)?\)$/, "");
  if (fold === undefined || fold === "") {
    return undefined;
  }
  if (UNSAFE_CHARACTER.test(fold)) {
    throw refuseFold("it has no control characters and no line breaks");
  }
  return fold;
}

function withFold(makeFilter: FilterMaker | undefined, fold: string): FilterMaker {
  return async (...given) => {
    const makeOwn = await makeFilter?.(...given);
    const folded = await foldFilter(fold).catch((error: unknown): never => {
      throw error instanceof GlobError ? refuseFold(error.message, error) : error;
    });
    return makeOwn === undefined
      ? () => folded
      : (entries) => whenKnown(makeOwn(entries), (own) => combineFilters([own, folded]));
  };
}

function refuseFold(why: string, cause?: unknown): FunctionCallError {
  return respondToModel(`failed to parse function arguments: \`fold\`: ${why}`, cause);
}
