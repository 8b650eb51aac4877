// Where words end in names: a fold that ends at a word says more than one that ends anywhere.

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
const isLower = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
/** Bytes of characters beyond ASCII count as letters: we don't know better. */
const isLetter = (byte: number): boolean => isUpper(byte) || isLower(byte) || byte >= 0x80;

/** Whether a word ends between two bytes of a name: at a sign, a capital, or where digits begin or end. */
export function isWordEnd(before: number, after: number | undefined): boolean {
  if (after === undefined) {
    return true;
  }
  const isPart = (byte: number) => isLetter(byte) || isDigit(byte);
  return (
    !isPart(before) || !isPart(after) || (isUpper(after) && !isUpper(before)) || isDigit(before) !== isDigit(after)
  );
}

/** How a beginning ends that names have in common: with a word, behind which numbers follow or others, or within one. */
export type PrefixEnd = "number" | "word" | "letters";

/** The fewest letters that tell a reader what a fold is about. */
const TELLING_LETTERS = 3;

/** Whether these letters tell what the names are about. */
export function isTelling(letters: string): boolean {
  let count = 0;
  for (let at = 0; at < letters.length; at += 1) {
    const byte = letters.charCodeAt(at);
    count += Number(isLetter(byte) || isDigit(byte));
  }
  return count >= TELLING_LETTERS;
}
