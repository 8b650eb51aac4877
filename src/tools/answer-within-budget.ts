// What a map and a search of a tree have in common: the root is opened, and what is found in it becomes an answer within a budget of tokens.
import { DIR_PATH, toPlace, type Place } from "../opening/place.ts";
import { checkPositive, rootTooLong, tooLongFor } from "../opening/failure.ts";
import { toFilterSettings, toRelativeFilters, TREE_FILTER_ARGUMENTS, type FilterOptions } from "./filter-arguments.ts";
import { withTree, type OpenTree } from "../opening/open-tree.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import { renderRoot } from "../text/entry-label.ts";
import type { AnswerBounds } from "../text/map-text.ts";
import { modelError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";

interface BudgetedRequest extends FilterOptions, CallControl {
  readonly dirPath?: string | undefined;
  readonly budget: number;
  /** How many requests to make if the directory is in an object store. */
  readonly maxRequests: number;
  /** If nothing fits: what is too long, and what to do about it. */
  readonly tooLong: string;
  readonly advice: string;
}

/** What is asked about an opened tree, and what the answer may take. */
interface BudgetedTree extends AnswerBounds, OpenTree {
  readonly place: Place;
  readonly filters: FilterSettings;
  readonly maxDepth: number;
}

/**
 * Opens the root and returns what `fit` makes of it, with the path that was opened. Throws a `FunctionCallError`, also if `fit` returns
 * nothing because nothing fits.
 */
export async function answerWithinBudget<Fitted extends object>(
  request: BudgetedRequest,
  settings: OperatorSettings,
  fit: (tree: BudgetedTree) => Promise<Fitted | undefined>,
): Promise<Fitted & { readonly openedPath: string }> {
  const { dirPath = DIR_PATH.default, budget, maxRequests, tooLong, advice, signal, onProgress } = request;
  const filters = { ...toFilterSettings(request, TREE_FILTER_ARGUMENTS), includesBelow: true };
  checkPositive("budget", budget);
  const place = toPlace("dir_path", dirPath, settings);
  const { maxOutputBytes, maxDepth, countTokens } = place.settings;
  const opening = { filters: toRelativeFilters(filters, place), maxKeyRequests: maxRequests, signal, onProgress };
  const answer = await withTree(place, opening, async (tree) => {
    const fitted = await fit({
      place,
      filters: opening.filters,
      shownRoot: renderRoot(place.path),
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, maxOutputBytes),
      countTokens,
      maxBytes: maxOutputBytes,
      maxDepth,
      ...tree,
    });
    return fitted && { ...fitted, openedPath: tree.path };
  });
  if (answer !== undefined) {
    return answer;
  }
  throw (
    rootTooLong("dir_path", place.path, maxOutputBytes) ??
    modelError(`${tooLong} ${tooLongFor(maxOutputBytes)}; ${advice}`, "answer_too_long")
  );
}
