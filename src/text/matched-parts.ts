// Which parts of a path the words of a search are in, for people to see why it was found. Close enough to how a search matches words, and
// much simpler: spelling mistakes are not looked for.

/** The start of a part, and the end. */
export type MatchedPart = readonly [start: number, end: number];

/** A word may end otherwise, like `queries` in `query.sql`: as many of its last letters may differ, if this many are left. */
const MAX_ENDING = 3;
const MIN_STEM = 4;

/** A word as short as this matches only between separators or changes of case. */
const SHORT = 3;

/** The matched parts in their order. No two of them overlap. */
export function matchedParts(path: string, words: readonly string[]): readonly MatchedPart[] {
  const components = componentsOf(path);
  const parts = words.flatMap((word) => word.split(/\s+/u)).flatMap((word) => partsOf(word, path, components));
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

/** A name of the path: its letters and digits in lower case, and where in the path each of them is. */
interface Component {
  readonly letters: string;
  readonly positions: readonly number[];
}

function componentsOf(path: string): Component[] {
  let start = 0;
  return path.split("/").map((name) => {
    let letters = "";
    const positions: number[] = [];
    for (const { 0: character, index } of name.matchAll(/[\p{L}\p{M}\p{N}]/gu)) {
      const lower = character.toLowerCase();
      letters += lower;
      positions.push(...Array.from({ length: lower.length }, () => start + index));
    }
    start += name.length + 1;
    return { letters, positions };
  });
}

function partsOf(word: string, path: string, components: readonly Component[]): MatchedPart[] {
  const isGlob = /[*{]|\?./u.test(word);
  return word
    .split(isGlob ? /[*?{},[\]/\\]+/u : "/")
    .map((piece) => piece.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase())
    .filter((letters) => letters !== "")
    .flatMap((letters) => {
      const isWhole = !isGlob && letters.length <= SHORT;
      const least = isGlob ? letters.length : Math.max(letters.length - MAX_ENDING, MIN_STEM);
      for (let length = letters.length; length === letters.length || length >= least; length -= 1) {
        const found = components.flatMap((component) => findIn(component, letters.slice(0, length), path, isWhole));
        if (found.length > 0) {
          return found;
        }
      }
      return [];
    });
}

function findIn({ letters, positions }: Component, wanted: string, path: string, isWhole: boolean): MatchedPart[] {
  const found: MatchedPart[] = [];
  for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + wanted.length)) {
    const start = positions[at] as number;
    const last = positions[at + wanted.length - 1] as number;
    const end = last + ((path.codePointAt(last) as number) > 0xffff ? 2 : 1);
    if (!isWhole || (isBoundary(path, start) && isBoundary(path, end))) {
      found.push([start, end]);
    }
  }
  return found;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(character);
}

/** Whether a part of a name begins or ends here: at a separator, or before a capital after another letter. */
function isBoundary(path: string, index: number): boolean {
  const [before = "", after = ""] = [path[index - 1], path[index]];
  return !isLetter(before) || !isLetter(after) || (/\p{Lu}/u.test(after) && !/\p{Lu}/u.test(before));
}
