// What the parts of a map cost in tokens.
import type { MapCosts } from "../maps/directory-map.ts";
import { toMapFold } from "./directory-map.ts";
import { canSpell, writeDirectories, writeFoldWord, writeName, writeState } from "./map-word.ts";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** The costs by a way to count tokens. Each word is counted with the space before it. */
export function mapCosts(countTokens: CountTokens): MapCosts {
  return {
    name: (name, kind) => countTokens(` ${writeName(name, kind)}`),
    fold: (fold) => countTokens(` ${writeFoldWord(toMapFold(fold))}`),
    closed: ({ names, count, isPartial, problem, isIgnored }) => {
      const state = {
        count,
        ...(isPartial && { partial: isPartial }),
        ...(problem && { problem }),
        ...(isIgnored && { ignored: isIgnored }),
      };
      return countTokens(` ${writeDirectories(names)} ${writeState(state)}`);
    },
    open: ({ names }) => countTokens(`\n   ${writeDirectories(names)}`),
    line: countTokens("\n  "),
    canSpell,
  };
}
