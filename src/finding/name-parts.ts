// What a search compares: the letters and digits of a name without its separators, its parts, and their stems.
import { stemmer } from "stemmer";

import { toText, type ByteString } from "../core/byte-string.ts";
import { foldCase } from "../core/names/fold-case.ts";

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Where a part ends inside a word: `fooBar`, `v2Parser`, `URLParser`. */
const BEFORE_CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Only the letters, marks and digits of a text, without regard to case, in one spelling: disks differ in how they write marks. */
export function squash(text: string): string {
  return foldCase(text.normalize("NFC")).replaceAll(SEPARATORS, "");
}

/** The parts of a name, without regard to case: `getHTTPServer.test.ts` is `get`, `http`, `server`, `test`, `ts`. */
export function splitName(text: string): string[] {
  return (
    splitAscii(text) ??
    foldCase(text.normalize("NFC").replaceAll(BEFORE_CAPITAL, " "))
      .split(SEPARATORS)
      .filter((part) => part !== "")
  );
}

/**
 * The same, character by character, for ASCII; undefined for anything else. A search of a million names spends most of its time here,
 * and patterns take three times as long.
 */
function splitAscii(text: string): string[] | undefined {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) {
      return undefined;
    }
    const isEnd = !isSmall(code) && !isCapital(code);
    if (isEnd || (isCapital(code) && at > start && beginsPart(text, at))) {
      if (at > start) {
        parts.push(lower.slice(start, at));
      }
      start = isEnd ? at + 1 : at;
    }
  }
  return parts;
}

/** Whether a part begins at this capital, which has a letter or digit before it. */
function beginsPart(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return isSmall(text.charCodeAt(at - 1)) || (next >= 0x61 && next <= 0x7a);
}

/** Whether this is a small letter or a digit. */
function isSmall(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
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
    // Numbers have none, and there may be a million of them.
    if (part.length <= SHORT_PART || part.charCodeAt(part.length - 1) <= 0x39) {
      return part;
    }
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

/** A name, as a search compares it. */
export class ComparedName {
  readonly squashed: string;
  readonly parts: readonly string[];
  /** How many characters its extension has; -1 if it has none. */
  readonly #extension: number;
  readonly #known: Stems;

  constructor(name: ByteString, known: Stems) {
    const ascii = splitAscii(name);
    const text = ascii === undefined ? toText(name) : name;
    this.parts = ascii ?? splitName(text);
    this.squashed = ascii === undefined ? squash(text) : ascii.join("");
    const dot = text.lastIndexOf(".");
    this.#extension = dot > 0 ? text.length - dot - 1 : -1;
    this.#known = known;
  }

  /** Whether one of its parts has this stem. */
  hasStem(stem: string): boolean {
    for (const part of this.parts) {
      if (this.#known.of(part) === stem) {
        return true;
      }
    }
    return false;
  }

  stemOf(part: string): string {
    return this.#known.of(part);
  }

  /** How many letters and digits it has without its extension, about: separators in an extension are rare. */
  get letters(): number {
    return Math.max(1, this.squashed.length - Math.max(this.#extension, 0));
  }

  /** How many of its parts, from the first, are not its extension. */
  get ownParts(): number {
    const { length } = this.parts;
    return length > 1 && this.#extension >= 0 ? length - 1 : length;
  }
}
