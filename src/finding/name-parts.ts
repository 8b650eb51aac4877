// What a search compares: the letters and digits of a name without its separators, its parts, and their stems.
import { stemmer } from "stemmer";

import { toText, type ByteString } from "../core/byte-string.ts";

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
const SEPARATORS_IN_ASCII = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

/** Where a part ends inside a word: `fooBar`, `v2Parser`, `URLParser`. */
const BEFORE_CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Only the letters, marks and digits of a text, without regard to case, in one spelling: disks differ in how they write marks. */
export function squash(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(SEPARATORS, "");
}

/** The parts of a name, without regard to case: `getHTTPServer.test.ts` is `get`, `http`, `server`, `test`, `ts`. */
export function splitName(text: string): string[] {
  return text
    .normalize("NFC")
    .replaceAll(BEFORE_CAPITAL, " ")
    .toLowerCase()
    .split(SEPARATORS)
    .filter((part) => part !== "");
}

/** Parts of so few characters have no other forms. */
export const SHORT_PART = 3;

/** The stem of a part: `sorting` and `sorts` have the same. Only English has stems. */
export function stemOf(part: string): string {
  return part.length > SHORT_PART && /^[a-z]+$/.test(part) ? stemmer(part) : part;
}

/** Stems that were worked out, for a search: names share most of their parts. */
export class Stems {
  #known = new Map<string, string>();

  of(part: string): string {
    let stem = this.#known.get(part);
    if (stem === undefined) {
      stem = stemOf(part);
      if (this.#known.size >= MOST_KNOWN) {
        this.#known.clear();
      }
      this.#known.set(part, stem);
    }
    return stem;
  }
}

const MOST_KNOWN = 16_384;

/** A name, with what is found out about it when it is needed. */
export class ComparedName {
  readonly squashed: string;
  readonly #text: string;
  readonly #known: Stems;
  #parts: readonly string[] | undefined;
  #stems: readonly string[] | undefined;

  constructor(name: ByteString, known: Stems) {
    const isAscii = ASCII.test(name);
    this.#text = isAscii ? name : toText(name);
    this.squashed = isAscii ? name.toLowerCase().replaceAll(SEPARATORS_IN_ASCII, "") : squash(this.#text);
    this.#known = known;
  }

  get parts(): readonly string[] {
    this.#parts ??= splitName(this.#text);
    return this.#parts;
  }

  get stems(): readonly string[] {
    this.#stems ??= this.parts.map((part) => this.#known.of(part));
    return this.#stems;
  }

  /** How many letters and digits it has without its extension, about: separators in an extension are rare. */
  get letters(): number {
    const dot = this.#text.lastIndexOf(".");
    return Math.max(1, this.squashed.length - (dot > 0 ? this.#text.length - dot - 1 : 0));
  }

  /** Its parts without the extension. */
  get ownParts(): readonly string[] {
    const hasExtension = this.parts.length > 1 && this.#text.lastIndexOf(".") > 0;
    return hasExtension ? this.parts.slice(0, -1) : this.parts;
  }
}
