// Which parts of a path the words of a search are in, for people to see why it was found. Much simpler than how a search matches words:
// endings and spelling mistakes are not looked for.

/** The start of a part, and the end. */
export type MatchedPart = readonly [start: number, end: number];

const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]/gu;
const BETWEEN_LETTERS = String.raw`[^\p{L}\p{M}\p{N}/]*`;

/** The matched parts in their order. No two of them overlap. */
export function matchedParts(path: string, words: readonly string[]): readonly MatchedPart[] {
  const pieces = words
    .flatMap((word) => word.split(/[\s*?{},[\]/\\]+/u))
    .map((piece) => piece.replaceAll(NOT_LETTERS, ""));
  const told = pieces.filter((piece) => piece !== "").toSorted((one, other) => other.length - one.length);
  const pattern = told.map((piece) => Array.from(piece).join(BETWEEN_LETTERS)).join("|");
  const found = pattern === "" ? [] : path.matchAll(new RegExp(`(?:${pattern})+`, "giu"));
  return Array.from(found, ({ 0: { length }, index }) => [index, index + length]);
}
