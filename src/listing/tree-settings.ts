// What `map_dir` and `find_files` have in common: they read a whole tree, and answer within a budget of tokens.
import type { CallControl } from "../tooling/tool.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { startPace } from "./event-loop-pause.ts";
import { isPositive, refuseRelativePath, withAdvice } from "./list-dir-settings.ts";
import { GUARD_RULES, guardOf, toAbsolutePath, type ListingGuard } from "./listing-guard.ts";
import type { RootRequest } from "./read-root.ts";

const { maxLimit: _ofPages, ...rules } = GUARD_RULES;

/** The rules of the guard's options, without that of pages. */
export const TREE_GUARD_RULES: Omit<typeof GUARD_RULES, "maxLimit"> = rules;

interface TreeRequest extends CallControl {
  readonly dirPath: string;
  readonly budget: number;
}

export interface TreeSettings extends RootRequest {
  readonly budget: number;
}

/**
 * Complete settings. `toOwn`: those that the tool has for itself, which are checked first. Throws a `FunctionCallError` for the first option
 * that is out of range.
 */
export function toTreeSettings<Own extends Pick<RootRequest, "makeFilter">>(
  { dirPath, budget, signal, onProgress }: TreeRequest,
  guards: ListingGuard,
  toOwn: (guard: ListingGuard) => Own,
): Promise<TreeSettings & Own> {
  return withAdvice({ dirPath, signal }, guards, () => {
    const path = toAbsolutePath(guards, dirPath);
    const guard = guardOf(guards, path);
    const own = toOwn(guard);
    if (!isPositive(budget)) {
      throw respondToModel("budget must be greater than zero");
    }
    refuseRelativePath(path, guard);
    return {
      ...own,
      guard,
      path,
      written: dirPath,
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, guard.maxOutputBytes),
      onProgress,
      ...startPace(signal, guard.deadlineMs),
    };
  });
}
