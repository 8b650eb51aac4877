// Where names match the guesses of a search, for faces that show it to people.
import { toGuessForms, type SearchedText, type WithoutRoot } from "./guess.ts";
import { strengthIn } from "./judge-name.ts";
import { NameComparer, squash, type ComparedName } from "./name-parts.ts";

/** A stretch of a name, by the positions of its UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Returns a function that finds the matching stretches of a name. The letters of a glob count like words. */
export function toStretchFinder(
  words: readonly string[],
  withoutRoot: WithoutRoot,
): (name: string) => readonly Stretch[] {
  const plain = words.map((word) => word.replaceAll(/[*?{},]+/g, " ")).filter((word) => squash(word) !== "");
  const forms = toGuessForms(plain, withoutRoot);
  const comparer = new NameComparer();
  return (name) => {
    const compared = comparer.compare(name);
    const matching = (isPart: boolean): SearchedText[] =>
      forms
        .filter((form) => form.isPart === isPart)
        .flatMap(({ pieces }) => pieces.flatMap(({ texts }) => texts))
        .filter((text) => strengthIn(compared, text) > 0);
    const whole = matching(false);
    // Parts of guesses are marked only in names that match no guess whole.
    return findStretches(name, compared, whole.length > 0 ? whole : matching(true));
  };
}

function findStretches(name: string, compared: ComparedName, texts: readonly SearchedText[]): Stretch[] {
  const { squashed } = compared;
  const characters = texts.length === 0 ? [] : splitCharacters(name);
  if (characters.map(({ text }) => text).join("") !== squashed) {
    // A letter looks different beside its neighbours, so that what matches can't be located.
    return [];
  }
  const marked = new Set(texts.flatMap((text) => unitsOf(text, compared)));
  const stretches: { start: number; end: number }[] = [];
  let unit = 0;
  for (const { text, start, end } of characters) {
    if (text !== "" && marked.has(unit)) {
      const last = stretches.at(-1);
      if (last?.end === start) {
        last.end = end;
      } else {
        stretches.push({ start, end });
      }
    }
    unit += text.length;
  }
  return stretches;
}

/** The characters of a name as people see them, each with its letters and digits as names are compared. */
function splitCharacters(name: string): (Stretch & { readonly text: string })[] {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment, index }) => ({
    text: squash(segment),
    start: index,
    end: index + segment.length,
  }));
}

/** The units of a squashed name in the parts that are a text or have its stem; if there are none, wherever the text is. */
function unitsOf({ squashed: text, stem }: SearchedText, { squashed, parts, stems }: ComparedName): number[] {
  const units: number[] = [];
  const mark = (start: number, length: number): void => {
    for (let unit = start; unit < start + length; unit += 1) {
      units.push(unit);
    }
  };
  let start = 0;
  for (const [index, part] of parts.entries()) {
    if (part === text || stems[index] === stem) {
      mark(start, part.length);
    }
    start += part.length;
  }
  for (let at = units.length > 0 ? -1 : squashed.indexOf(text); at !== -1; at = squashed.indexOf(text, at + 1)) {
    mark(at, text.length);
  }
  return units;
}
