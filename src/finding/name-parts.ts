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
  if (ASCII.test(text)) {
    return splitAscii(text);
  }
  return text
    .normalize("NFC")
    .replaceAll(BEFORE_CAPITAL, " ")
    .toLowerCase()
    .split(SEPARATORS)
    .filter((part) => part !== "");
}

/** The same, character by character: a search of a million names spends most of its time here. */
function splitAscii(text: string): string[] {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
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

/** A name, with what is found out about it when it is needed. */
export class ComparedName {
  readonly squashed: string;
  readonly #isAscii: boolean;
  readonly #text: string;
  readonly #known: Stems;
  #parts: readonly string[] | undefined;

  constructor(name: ByteString, known: Stems) {
    const isAscii = ASCII.test(name);
    this.#isAscii = isAscii;
    this.#text = isAscii ? name : toText(name);
    this.squashed = isAscii ? name.toLowerCase().replaceAll(SEPARATORS_IN_ASCII, "") : squash(this.#text);
    this.#known = known;
  }

  get parts(): readonly string[] {
    this.#parts ??= this.#isAscii ? splitAscii(this.#text) : splitName(this.#text);
    return this.#parts;
  }

  /** Whether one of its parts has this stem. */
  hasStem(stem: string): boolean {
    return this.parts.some((part) => this.stemOf(part) === stem);
  }

  stemOf(part: string): string {
    return this.#known.of(part);
  }

  /** How many letters and digits it has without its extension, about: separators in an extension are rare. */
  get letters(): number {
    const dot = this.#text.lastIndexOf(".");
    return Math.max(1, this.squashed.length - (dot > 0 ? this.#text.length - dot - 1 : 0));
  }

  /** How many of its parts, from the first, are not its extension. */
  get ownParts(): number {
    const { length } = this.parts;
    return length > 1 && this.#text.lastIndexOf(".") > 0 ? length - 1 : length;
  }
}
