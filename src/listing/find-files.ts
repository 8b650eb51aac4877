// `find_files` for programs and as text: words in, the files that they name out, the best first, within a budget of tokens.
import { splitPath, toBytes, toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import { compileGlobs, GlobError } from "../filters/glob-patterns.ts";
import { excludeFilter } from "../filters/glob-filter.ts";
import type { FoundEntry } from "../finding/best-entries.ts";

import type { FoundFiles } from "../finding/find-in-tree.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { mapCosts } from "../render/map-costs.ts";
import { toMapContents } from "../render/directory-map.ts";
import { renderMap } from "../render/render-map.ts";
import { renderRoot } from "../render/shown-path.ts";
import { AT_LEAST_ONE, CHECKED_LATER, checkedOptions, FUNCTION, orNull, rulesOf, isArrayOf, isString, type RulesFor } from "./check-options.ts";
import { REQUEST_RULES } from "./listing-filter.ts";
import {
  FIND_FILES_ARGUMENTS,
  toFindFilesSettings,
  type FindBounds,
  type FindFilesRequest,
  type FindFilesSettings,
} from "./find-files-settings.ts";
import { GUARD_RULES, toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { readRoot } from "./read-root.ts";

/** Options of `findFiles`. */
export interface FindFilesOptions extends FindFilesRequest, FindBounds, Omit<GuardOptions, "maxLimit"> {}

export const FIND_BOUND_RULES: RulesFor<keyof FindBounds> = {
  maxSearchedDirectories: AT_LEAST_ONE,
  maxSearchRequests: AT_LEAST_ONE,
  countTokens: FUNCTION,
  now: FUNCTION,
};

const { maxLimit: _ofPages, ...GUARD_RULES_OF_SEARCHES } = GUARD_RULES;

const FIND_FILES_RULES: RulesFor<keyof FindFilesOptions> = {
  ...GUARD_RULES_OF_SEARCHES,
  ...REQUEST_RULES,
  ...rulesOf(FIND_FILES_ARGUMENTS),
  ...FIND_BOUND_RULES,
  words: orNull({ expected: "a string or an array of strings", fits: (value) => isString(value) || isArrayOf(value, isString) }),
  dirPath: CHECKED_LATER,
};

export async function findFilesText(options: FindFilesOptions): Promise<string> {
  const given = checkedOptions(options, FIND_FILES_RULES);
  return (await fitFound(await toFindFilesSettings(given, toOpenGuard(given), given))).text;
}

export async function fitFound(settings: FindFilesSettings): Promise<{ text: string }> {
  const { path, words, order, since, guard, budget, countTokens, maxDirectories, maxRequests } = settings;
  const { findInTree } = await import("../finding/find-in-tree.ts");
  const { chooseFound } = await import("../finding/choose-found.ts");
  const { layOutFound, countShown } = await import("../finding/lay-out-found.ts");
  return readRoot(settings, async (root) => {
    const found = await findInTree({
      ...root,
      depth: guard.maxDepth,
      maxDirectories,
      maxRequests,
      takesTimes: order === "newest" || since !== undefined,
      words,
      givenRoot: path,
      compileGlob: (glob) => compileGlob(glob),
      order,
      since,
    });
    const chosen = chooseFound(found.ranked, mapCosts(countTokens), 1.5 * budget);
    const write = (count: number): string => {
      const shown = chosen.slice(0, count);
      const text = renderMap({ root: renderRoot(path), ...toMapContents(layOutFound(shown)), partial: true });
      const more = found.matching - countShown(shown, found.isMatching);
      const lines = [text];
      if (more > 0) lines.push(`[${more} more match less well]`);
      if (found.unmatched.length > 0) lines.push(`[nothing matches ${found.unmatched.join(", ")}]`);
      return lines.join("\n");
    };
    let [least, most] = [0, chosen.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (countTokens(write(middle)) <= budget) least = middle; else most = middle - 1;
    }
    return { text: write(Math.max(least, Math.min(1, chosen.length))) };
  });
}

async function compileGlob(glob: string): Promise<DirectoryFilter | undefined> {
  try {
    return excludeFilter(await compileGlobs([glob], "relative"));
  } catch (error) {
    if (error instanceof GlobError) {
      return undefined;
    }
    throw error;
  }
}
