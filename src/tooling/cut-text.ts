// Makes text fit the size limit of an answer.
import { firstIndex } from "../core/first-index.ts";

const ELLIPSIS = "…";

/** The text, or its beginning and an ellipsis if it has more than `maxBytes` bytes. */
export function cutText(text: string, maxBytes: number): string {
  return Buffer.byteLength(text) <= maxBytes ? text : cutBytes(text, maxBytes - Buffer.byteLength(ELLIPSIS)) + ELLIPSIS;
}

/** As many whole characters from the start of a text as have at most `maxBytes` bytes. */
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

/** The longest word from a caller, such as a path or a name, that an error repeats in full. */
export const LONGEST_WORD = 200;

/** A caller's word as an error repeats it: only the beginning if it is long, and no lone surrogates. */
export function cutWord(word: string): string {
  const cut = word.length > LONGEST_WORD ? `${cutAt(word, LONGEST_WORD)}… (${word.length} characters)` : word;
  return cut.toWellFormed();
}

/** The longest piece of a wrong value that a message repeats. */
export const LONGEST_QUOTE = 80;

/** A wrong value as a message repeats it: only the beginning if it is long. */
export function cutQuote(text: string): string {
  return text.length > LONGEST_QUOTE ? `${cutAt(text, LONGEST_QUOTE)}…` : text;
}

/** The first `length` UTF-16 units of a text, or one less if the last would be a lone surrogate, which JSON readers may refuse. */
export function cutAt(text: string, length: number): string {
  const isHalf = /[\ud800-\udbff]/.test(text[length - 1] ?? "") && length < text.length;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** The largest count up to `most` that fits, or 0 if not even 1 does. All counts below one that fits must fit, too. */
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
