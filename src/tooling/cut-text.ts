// Cuts text to the size limit of an answer, and callers' words to what an error may repeat.
import { firstIndex } from "../core/first-index.ts";

const ELLIPSIS = "…";

/** The text, or its beginning and an ellipsis if it has more than `maxBytes` bytes. */
export function cutText(text: string, maxBytes: number): string {
  return Buffer.byteLength(text) <= maxBytes ? text : cutBytes(text, maxBytes - Buffer.byteLength(ELLIPSIS)) + ELLIPSIS;
}

/** The start of a text: as many whole characters as fit into `maxBytes` bytes. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) {
    return text;
  }
  let end = maxBytes;
  while (((bytes[end] as number) & 0xc0) === 0x80) {
    end -= 1;
  }
  return bytes.toString("utf8", 0, end);
}

/** Errors repeat longer words of a caller, such as paths and names, only in part. */
export const LONGEST_WORD = 200;

/** A caller's word for an error: cut if it is long, and without lone surrogates. */
export function cutWord(word: string): string {
  const cut = word.length > LONGEST_WORD ? `${cutAt(word, LONGEST_WORD)}… (${word.length} characters)` : word;
  return cut.toWellFormed();
}

/** Messages repeat longer values only in part. */
export const LONGEST_QUOTE = 80;

/** A wrong value for a message, cut if it is long. */
export function cutQuote(text: string): string {
  return text.length > LONGEST_QUOTE ? `${cutAt(text, LONGEST_QUOTE)}…` : text;
}

/** The first `length` UTF-16 units of a text, or one less if the last would be a lone surrogate, which JSON readers may refuse. */
export function cutAt(text: string, length: number): string {
  const isHalf = /[\ud800-\udbff]/.test(text[length - 1] ?? "") && length < text.length;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** The largest count up to `most` that fits; 0 if none does. Whatever is below a count that fits must fit, too. */
export function largestFitting(most: number, fits: (count: number) => boolean): number {
  return most === 0 || fits(most) ? most : firstIndex(1, most, (count) => !fits(count)) - 1;
}

/** The page with all `count` entries, or with as many as fit; undefined if not even one fits. `write` makes the page with some of them. */
export function fitPage<Page extends { readonly text: string }>(
  count: number,
  write: (shown: number) => Page,
  maxBytes: number,
): Page | undefined {
  const fits = ({ text }: Page) => Buffer.byteLength(text) <= maxBytes;
  const whole = write(count);
  if (fits(whole)) {
    return whole;
  }
  const shown = largestFitting(count, (some) => fits(write(some)));
  return shown === 0 ? undefined : write(shown);
}
