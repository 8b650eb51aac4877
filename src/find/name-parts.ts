// What a search compares: the parts of a name, their stems, and its letters and digits without separators.
import { stemmer } from "stemmer";

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;

/** Where a part ends inside a word: `fooBar`, `v2Parser`, `URLParser`. */
const BEFORE_CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const BEFORE_ASCII_CAPITAL = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Words of up to this many characters must equal a whole part of a name. They are not stemmed. */
export const MAX_SHORT_LENGTH = 3;

/** `getHTTPServer.test.ts` is `get`, `http`, `server`, `test`, `ts`. */
export function splitName(name: string): string[] {
  if (ASCII_ONLY.test(name)) {
    const spaced = /[A-Z]/.test(name) ? name.replaceAll(BEFORE_ASCII_CAPITAL, " ").toLowerCase() : name;
    return spaced.match(/[a-z\d]+/g) ?? [];
  }
  const spaced = name.normalize("NFC").replaceAll(BEFORE_CAPITAL, " ");
  // Σ has two lower-case forms.
  return spaced
    .toLowerCase()
    .replaceAll("ς", "σ")
    .split(SEPARATORS)
    .filter((part) => part !== "");
}

/** Only the letters, marks and digits of a text, in lower case. */
export function squash(text: string): string {
  return splitName(text).join("");
}

/** A name as a search compares it. */
export interface ComparedName {
  readonly parts: readonly string[];
  readonly squashed: string;
  readonly stems: readonly string[];
}

/** How many stems are remembered. Names share most of their parts. */
const MAX_STEMS = 16_384;

export class NameComparer {
  readonly #stems = new Map<string, string>();

  compare(name: string): ComparedName {
    const parts = splitName(name);
    return { parts, squashed: parts.join(""), stems: parts.map((part) => this.stemOf(part)) };
  }

  /** `sorting` and `sorts` have the same stem. Only English words have one. */
  stemOf(part: string): string {
    if (part.length <= MAX_SHORT_LENGTH || !/^[a-z]+$/.test(part)) {
      return part;
    }
    let stem = this.#stems.get(part);
    if (stem === undefined) {
      stem = stemmer(part);
      if (this.#stems.size >= MAX_STEMS) {
        this.#stems.clear();
      }
      this.#stems.set(part, stem);
    }
    return stem;
  }
}

/** How many letters and digits a name has without its extension, at least 1. */
export function lettersWithoutExtension(name: string, { squashed }: ComparedName): number {
  const dot = name.lastIndexOf(".");
  return Math.max(1, squashed.length - (dot > 0 ? squash(name.slice(dot)).length : 0));
}
