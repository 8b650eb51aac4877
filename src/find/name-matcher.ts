// Which texts of the guesses a name matches, and how well. Many names occur on many paths, so results are remembered.
import type { GuessForm, SearchedText } from "./guess.ts";
import { NameComparer, type ComparedName } from "./name-parts.ts";

/** How well a name matches a text: 1 if the text is one of its parts, less if a part has the same stem, begins with it, or contains it. */
const SAME_STEM = 0.9;
const BEGINS_PART = 0.8;
const WITHIN_PART = 0.4;

/** How many names are remembered. */
const MAX_NAMES = 4096;

export interface NameHits {
  /** How well it matches each text, by the text's index. Texts that it does not match are missing. */
  readonly strengths: ReadonlyMap<number, number>;
  /** The forms with a text that it matches. */
  readonly forms: readonly number[];
}

const NO_HITS: NameHits = { strengths: new Map(), forms: [] };

export class NameMatcher {
  readonly comparer: NameComparer = new NameComparer();
  readonly #texts: readonly SearchedText[];
  readonly #formsOfText: readonly (readonly number[])[];
  /** A quick test: names without a match contain none of the texts. */
  readonly #pattern: RegExp;
  readonly #known = new Map<string, NameHits>();

  constructor(forms: readonly GuessForm[]) {
    const texts: SearchedText[] = [];
    const formsOfText: Set<number>[] = [];
    for (const [form, { pieces }] of forms.entries()) {
      for (const text of pieces.flatMap((piece) => piece.texts)) {
        texts[text.index] = text;
        (formsOfText[text.index] ??= new Set()).add(form);
      }
    }
    this.#texts = texts.filter((text) => text !== undefined);
    this.#formsOfText = Array.from(formsOfText, (set) => [...(set ?? [])]);
    this.#pattern = toPattern(this.#texts);
  }

  hitsIn(name: string): NameHits {
    if (!this.#pattern.test(name)) {
      return NO_HITS;
    }
    let known = this.#known.get(name);
    if (known === undefined) {
      known = this.#toHits(this.comparer.compare(name));
      if (this.#known.size >= MAX_NAMES) {
        this.#known.clear();
      }
      this.#known.set(name, known);
    }
    return known;
  }

  #toHits(name: ComparedName): NameHits {
    const strengths = new Map<number, number>();
    const forms = new Set<number>();
    for (const text of this.#texts) {
      const strength = strengthIn(name, text);
      if (strength > 0) {
        strengths.set(text.index, strength);
        for (const form of this.#formsOfText[text.index] as readonly number[]) {
          forms.add(form);
        }
      }
    }
    return strengths.size === 0 ? NO_HITS : { strengths, forms: [...forms].sort((one, other) => one - other) };
  }
}

/** How well a name matches a text, 0 if it does not. */
function strengthIn(name: ComparedName, { squashed, stem, parts, isShort }: SearchedText): number {
  if (name.parts.includes(squashed)) {
    return 1;
  }
  if (isShort) {
    return parts.length > 1 && ` ${name.parts.join(" ")} `.includes(` ${parts.join(" ")} `) ? 1 : 0;
  }
  if (name.stems.includes(stem)) {
    return SAME_STEM;
  }
  if (!name.squashed.includes(squashed)) {
    return 0;
  }
  if (parts.length > 1) {
    return 1;
  }
  return name.parts.some((part) => part.startsWith(squashed)) ? BEGINS_PART : WITHIN_PART;
}

/** How many letters of each text the pattern contains. */
const PATTERN_LETTERS = 4;

/**
 * A pattern that every name with one of these texts matches, so that most names need not be split into parts. All words of one stem begin
 * with it, except for an `e` or `i` at its end, or an `l` after a `b`: `usable` and `usability` have the stem `usabl`.
 */
function toPattern(texts: readonly SearchedText[]): RegExp {
  const beginnings = texts.map(({ squashed, stem, isShort }) => {
    const beginning = stem.replace(/(?<=b)le?$|[ei]$/, "");
    const letters = isShort || !squashed.startsWith(beginning) ? squashed : beginning;
    return letters.slice(0, PATTERN_LETTERS).split("").join("[^a-z0-9]*");
  });
  const ascii = beginnings.filter((beginning) => /^[\0-\x7f]+$/.test(beginning));
  return new RegExp(["[^\\x00-\\x7f]", ...new Set(ascii)].join("|"), "i");
}
