// Where names fit the words of a search, for faces that show it to people.
import { toByteString } from "../core/byte-string.ts";
import { ComparedName, squash, Stems } from "./name-parts.ts";
import { toSearchWords, type SearchedText, type WithoutRoot } from "./search-word.ts";

/** A stretch of a name, by the places of its characters as JavaScript counts them. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Returns what finds the stretches of a name. `paths`: those that were found. The letters of a glob count like any other word. */
export async function toStretchFinder(
  words: readonly string[],
  withoutRoot: WithoutRoot,
  paths: readonly string[],
): Promise<(name: string) => readonly Stretch[]> {
  const searched = await toSearchWords(words, withoutRoot, async () => undefined);
  const known = new Stems();
  const compare = (name: string): ComparedName => new ComparedName(toByteString(name), known);
  const names = [...new Set(paths.flatMap((path) => path.split("/")))].map(compare);
  const isFound = (text: SearchedText): boolean => names.some((name) => text.strengthIn(name) > 0);
  // Parts count only if nothing contains the word whole.
  const whole = new Set(
    searched.filter(({ kind, texts }) => kind !== "parts" && texts.every(isFound)).map(({ given }) => given),
  );
  const texts = searched
    .filter(({ kind, given }) => kind !== "parts" || !whole.has(given))
    .flatMap((word) => word.texts);
  return (name) => findStretches(name, compare(name), texts);
}

function findStretches(name: string, compared: ComparedName, texts: readonly SearchedText[]): Stretch[] {
  const fitting = texts.filter((text) => text.strengthIn(compared) > 0);
  const { squashed, parts } = compared;
  const pieces = fitting.length === 0 ? [] : splitCharacters(name);
  if (pieces.map(({ text }) => text).join("") !== squashed || parts.join("") !== squashed) {
    // A letter that has another form beside its neighbours: what fits can't be told.
    return [];
  }
  const marked = new Uint8Array(squashed.length);
  for (const text of fitting) {
    markFitting(text, compared, marked);
  }
  const stretches: { start: number; end: number }[] = [];
  let place = 0;
  for (const { text, start, end } of pieces) {
    if (text !== "" && marked[place] === 1) {
      const last = stretches.at(-1);
      if (last?.end === start) {
        last.end = end;
      } else {
        stretches.push({ start, end });
      }
    }
    place += text.length;
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

/** Marks the parts of a squashed name that are the text or have its stem; if there are none, where the text is in the name. */
function markFitting(text: SearchedText, name: ComparedName, marked: Uint8Array): void {
  const { squashed, parts } = name;
  let start = 0;
  let isPart = false;
  for (const part of parts) {
    if (part === text.squashed || name.stemOf(part) === text.stem) {
      marked.fill(1, start, start + part.length);
      isPart = true;
    }
    start += part.length;
  }
  if (!isPart) {
    for (let at = squashed.indexOf(text.squashed); at !== -1; at = squashed.indexOf(text.squashed, at + 1)) {
      marked.fill(1, at, at + text.squashed.length);
    }
  }
}
