// What the parts of a map cost in tokens.
import type { MapCosts } from "../core/map/directory-map.ts";
import { joinNames, toMapClosed, toMapFold, toMapName } from "./directory-map.ts";
import { canSpell, writeClosed, writeDirectory, writeFoldWord, writeName } from "./map-word.ts";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** The costs by a way to count tokens. Each word is counted with the space before it. */
export function mapCosts(countTokens: CountTokens): MapCosts {
  return {
    name: (name, kind) => countTokens(` ${writeName(name, kind)}`),
    fold: (fold) => countTokens(` ${writeFoldWord(toMapFold(fold))}`),
    closed: (directory) => countTokens(` ${writeClosed(toMapClosed(directory))}`),
    open: ({ names }) => countTokens(`\n   ${writeDirectory(toMapName(joinNames(names)))}`),
    line: countTokens("\n  "),
    canSpell,
  };
}
