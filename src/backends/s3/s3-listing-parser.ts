// Parses the XML of a listing part by part, as it arrives, and keeps only what we use. The SDK's parser needs the whole text, blocks
// the event loop until it is done, and takes a web page or an empty body for an empty listing.
import { notLikeS3 } from "./s3-errors.ts";

/** The parts of an object in an answer that we use. */
export interface FoundObject {
  readonly Key?: string;
  readonly Size?: number;
  readonly LastModified?: Date;
}

/** The parts of the answer that we use. */
export interface ListAnswer {
  readonly Contents?: readonly FoundObject[];
  readonly CommonPrefixes?: readonly { readonly Prefix?: string }[];
  readonly EncodingType?: string;
  readonly IsTruncated?: boolean;
  readonly NextContinuationToken?: string;
}

/** The longest tag, comment or text. A key takes 3 KB at most, with every byte encoded. */
const LONGEST_TOKEN = 64 * 1024;

/** How deep elements may nest. S3 needs three levels, and stores that add elements of their own a few more. */
const DEEPEST = 16;

/** Markup that is not a tag: what comes after `<`, and how it ends. */
const SPECIAL: readonly (readonly [start: string, end: string])[] = [
  ["?", "?>"],
  ["!--", "-->"],
  ["![CDATA[", "]]>"],
];

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The fields that we use: of a listing, and of its items. */
const FIELDS = new Set(["EncodingType", "IsTruncated", "NextContinuationToken"]);
const ITEM_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["Contents", new Set(["Key", "Size", "LastModified"])],
  ["CommonPrefixes", new Set(["Prefix"])],
]);

type Item = Record<string, string>;

export class ListingParser {
  /** What has arrived of a token that is not complete. */
  #rest = "";
  /** The open elements, and whether the outermost was closed. */
  readonly #open: string[] = [];
  #isClosed = false;
  /** The text of the innermost open element, if it is a field that we use. */
  #text: string | undefined;
  #item: Item = {};
  readonly #fields: Item = {};
  readonly #contents: FoundObject[] = [];
  readonly #prefixes: Item[] = [];

  /** Takes the next part of the text. Throws a `StoreError` if it can't be part of a listing. */
  take(text: string): void {
    const all = this.#rest + text;
    let at = 0;
    while (at < all.length) {
      const end = all[at] === "<" ? this.#takeMarkup(all, at) : this.#takeText(all, at);
      if (end === undefined) {
        break;
      }
      at = end;
    }
    this.#rest = all.slice(at);
    if (this.#rest.length > LONGEST_TOKEN) {
      throw noListing();
    }
  }

  /** The listing. Throws a `StoreError` if it is not complete. */
  finish(): ListAnswer {
    if (!this.#isClosed || this.#rest.trim() !== "") {
      throw noListing();
    }
    const { EncodingType, IsTruncated, NextContinuationToken } = this.#fields;
    return {
      Contents: this.#contents,
      CommonPrefixes: this.#prefixes,
      IsTruncated: IsTruncated?.trim() === "true",
      ...(EncodingType !== undefined && { EncodingType: EncodingType.trim() }),
      ...(NextContinuationToken !== undefined && { NextContinuationToken }),
    };
  }

  /** Takes text up to the next markup, and returns where that begins; undefined if it has not arrived. */
  #takeText(all: string, at: number): number | undefined {
    const end = all.indexOf("<", at);
    if (end === -1) {
      return undefined;
    }
    const text = all.slice(at, end);
    if (this.#text !== undefined) {
      this.#text += decodeEntities(text);
    } else if (this.#open.length === 0 && text.trim() !== "") {
      throw noListing();
    }
    return end;
  }

  /** Takes the markup that begins with the `<` at `at`, and returns where it ends; undefined if its end has not arrived. */
  #takeMarkup(all: string, at: number): number | undefined {
    const isSpecial = all[at + 1] === "?" || all[at + 1] === "!";
    const [start, ending] = (isSpecial && SPECIAL.find(([each]) => all.startsWith(each, at + 1))) || ["", ">"];
    const end = all.indexOf(ending, at + 1 + start.length);
    if (end === -1) {
      return undefined;
    }
    const inside = all.slice(at + 1 + start.length, end);
    if (start === "") {
      this.#takeTag(inside);
    } else if (start === "![CDATA[" && this.#text !== undefined) {
      this.#text += inside;
    }
    return end + ending.length;
  }

  #takeTag(tag: string): void {
    if (tag.startsWith("/")) {
      this.#close(tag.slice(1).trimEnd());
      return;
    }
    const name = /^[^\s/]+/.exec(tag)?.[0] ?? "";
    const isListing = this.#open.length > 0 || (name === "ListBucketResult" && !this.#isClosed);
    if (!isListing || name.startsWith("!") || this.#open.length >= DEEPEST || this.#text !== undefined) {
      throw noListing();
    }
    this.#open.push(name);
    const [, outer = "", inner] = this.#open;
    if (this.#open.length === 2) {
      this.#item = {};
      this.#text = FIELDS.has(outer) ? "" : undefined;
    } else if (this.#open.length === 3) {
      this.#text = ITEM_FIELDS.get(outer)?.has(inner as string) === true ? "" : undefined;
    }
    if (tag.endsWith("/")) {
      this.#close(name);
    }
  }

  #close(name: string): void {
    if (this.#open.pop() !== name) {
      throw noListing();
    }
    const depth = this.#open.length;
    if (this.#text !== undefined) {
      (depth === 1 ? this.#fields : this.#item)[name] = this.#text;
      this.#text = undefined;
    } else if (depth === 1 && name === "Contents") {
      this.#contents.push(toObject(this.#item));
    } else if (depth === 1 && name === "CommonPrefixes") {
      this.#prefixes.push(this.#item);
    }
    this.#isClosed = depth === 0;
  }
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) {
    return text;
  }
  return text.replaceAll(/&([^;]*);?/g, (_, name: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES.get(name);
    if (character === undefined) {
      throw noListing();
    }
    return character;
  });
}

const WHOLE_NUMBER = /^\s*\d+\s*$/;
const TIME = /^\s*\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** An invalid size or time becomes `NaN`. The whole answer is refused for it later. */
function toObject({ Key = "", Size = "", LastModified = "" }: Item): FoundObject {
  return {
    Key,
    ...(Size.trim() !== "" && { Size: WHOLE_NUMBER.test(Size) ? Number(Size) : NaN }),
    ...(LastModified.trim() !== "" && { LastModified: new Date(TIME.test(LastModified) ? LastModified.trim() : NaN) }),
  };
}

function noListing(): Error {
  return notLikeS3("what it sent is no list of keys; check the endpoint");
}
