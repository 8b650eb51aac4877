// What a map and a search of a tree have in common: the root is opened, and what is found in it becomes an answer within a budget of tokens.
import { DIR_PATH, toCallPath } from "../calls/call-path.ts";
import { checkPositive, rootTooLong, tooLongFor } from "../calls/failure.ts";
import {
  toFilterSettings,
  toRelativeFilters,
  TREE_FILTER_ARGUMENTS,
  type FilterOptions,
} from "../calls/filter-arguments.ts";
import { withRoot, type OpenedRoot } from "../calls/open-root.ts";
import type { OperatorSettings } from "../calls/operator-settings.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import { renderRoot } from "../text/closing-lines.ts";
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

/** An opened tree, and what an answer about it may take. */
interface OpenedTree extends AnswerBounds, OpenedRoot {
  /** The path of the root, absolute, as the caller wrote it. */
  readonly path: string;
  readonly settings: OperatorSettings;
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
  fit: (tree: OpenedTree) => Promise<Fitted | undefined>,
): Promise<Fitted & { readonly openedPath: string }> {
  const { dirPath = DIR_PATH.default, budget, maxRequests, tooLong, advice, signal, onProgress } = request;
  const filters = { ...toFilterSettings(request, TREE_FILTER_ARGUMENTS), includesBelow: true };
  checkPositive("budget", budget);
  const callPath = toCallPath("dir_path", dirPath, settings);
  const { path } = callPath;
  const { maxOutputBytes, maxDepth, countTokens } = callPath.settings;
  const relative = toRelativeFilters(filters, callPath);
  const opening = { filters: relative, maxKeyRequests: maxRequests, signal, onProgress, ...callPath };
  const answer = await withRoot(opening, async (opened) => {
    const fitted = await fit({
      path,
      settings: callPath.settings,
      filters: relative,
      shownRoot: renderRoot(path),
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, maxOutputBytes),
      countTokens,
      maxBytes: maxOutputBytes,
      maxDepth,
      ...opened,
    });
    return fitted && { ...fitted, openedPath: opened.openedPath };
  });
  if (answer !== undefined) {
    return answer;
  }
  throw (
    rootTooLong("dir_path", path, maxOutputBytes) ??
    modelError(`${tooLong} ${tooLongFor(maxOutputBytes)}; ${advice}`, "answer_too_long")
  );
}
