// Which parts of a path the words of a search are in, for people to see why it was found. Close enough to how a search matches words, and
// much simpler: spelling mistakes are not looked for.

/** The start of a part, and the end. */
export type MatchedPart = readonly [start: number, end: number];

/** A word may end otherwise, like `queries` in `query.sql`: as many of its last letters may differ, if this many are left. */
const MAX_ENDING = 3;
const MIN_STEM = 4;

/** A word as short as this matches only between separators or changes of case. */
const SHORT = 3;

const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]/gu;
const BETWEEN_LETTERS = String.raw`[^\p{L}\p{M}\p{N}/]*`;

/** The matched parts in their order. No two of them overlap. */
export function matchedParts(path: string, words: readonly string[]): readonly MatchedPart[] {
  const parts = words.flatMap((word) => word.split(/\s+/u)).flatMap((word) => partsOf(word, path));
  const merged: [number, number][] = [];
  for (const [start, end] of parts.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = Math.max(last[1], end);
    } else {
      merged.push([start, end]);
    }
  }
  return merged;
}

function partsOf(word: string, path: string): MatchedPart[] {
  const isGlob = /[*{]|\?./u.test(word);
  const pieces = word
    .split(isGlob ? /[*?{},[\]/\\]+/u : "/")
    .map((piece) => Array.from(piece.replaceAll(NOT_LETTERS, "")));
  return pieces.flatMap((letters) => {
    const isShort = !isGlob && letters.length <= SHORT;
    const least = isGlob ? letters.length : Math.max(letters.length - MAX_ENDING, Math.min(letters.length, MIN_STEM));
    for (let length = letters.length; length > 0 && length >= least; length -= 1) {
      const pattern = new RegExp(letters.slice(0, length).join(BETWEEN_LETTERS), "giu");
      const parts = Array.from(
        path.matchAll(pattern),
        ({ 0: { length: size }, index }) => [index, index + size] as const,
      );
      const found = parts.filter((part) => !isShort || part.every((at) => isBoundary(path, at)));
      if (found.length > 0) {
        return found;
      }
    }
    return [];
  });
}

/** Whether a part of a name begins or ends here: at a separator, or before a capital after another letter. */
function isBoundary(path: string, index: number): boolean {
  const [before = " ", after = " "] = [path[index - 1], path[index]];
  return /[^\p{L}\p{M}\p{N}]/u.test(before + after) || (/\p{Lu}/u.test(after) && !/\p{Lu}/u.test(before));
}
