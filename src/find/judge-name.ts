// Which texts of the guesses a name fits, and how well. Most names are on many paths: each is judged once.
import type { GuessForm, SearchedText } from "./guess.ts";
import { NameComparer, type ComparedName } from "./name-parts.ts";

/** How well a name fits a text: 1 if the text is one of its parts, less if a part has the same stem, begins with it, or contains it. */
const SAME_STEM = 0.9;
const BEGINS_PART = 0.8;
const WITHIN_PART = 0.4;

/** How many names are remembered. */
const MAX_NAMES = 4096;

export interface JudgedName {
  /** How well it fits each text that it fits, by the text's index. */
  readonly hits: ReadonlyMap<number, number>;
  /** The forms of guesses of which it fits a text. */
  readonly forms: readonly number[];
}

const NO_HITS: JudgedName = { hits: new Map(), forms: [] };

export class NameJudge {
  readonly comparer: NameComparer = new NameComparer();
  readonly #texts: readonly SearchedText[];
  readonly #formsOfText: readonly (readonly number[])[];
  /** Names that don't match this fit no text. */
  readonly #pattern: RegExp;
  readonly #known = new Map<string, JudgedName>();

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

  judge(name: string): JudgedName {
    if (!this.#pattern.test(name)) {
      return NO_HITS;
    }
    let known = this.#known.get(name);
    if (known === undefined) {
      known = this.#toJudged(this.comparer.compare(name));
      if (this.#known.size >= MAX_NAMES) {
        this.#known.clear();
      }
      this.#known.set(name, known);
    }
    return known;
  }

  #toJudged(name: ComparedName): JudgedName {
    const hits = new Map<number, number>();
    const forms = new Set<number>();
    for (const text of this.#texts) {
      const strength = strengthIn(name, text);
      if (strength > 0) {
        hits.set(text.index, strength);
        for (const form of this.#formsOfText[text.index] as readonly number[]) {
          forms.add(form);
        }
      }
    }
    return hits.size === 0 ? NO_HITS : { hits, forms: [...forms].sort((one, other) => one - other) };
  }
}

/** How well a name fits a text, 0 if it does not. */
export function strengthIn(name: ComparedName, { squashed, stem, parts, isShort }: SearchedText): number {
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

/** How many letters of a text the pattern looks for. */
const PATTERN_LETTERS = 4;

/**
 * Every name that fits one of these texts matches this, so that most names need not be split into parts. All words of one stem begin
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
