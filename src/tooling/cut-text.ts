// Texts that must not be longer than an answer may be.

const ELLIPSIS = "…";

/** The text, or its beginning and an ellipsis where it has more bytes than this. */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) {
    return text;
  }
  const end = maxBytes < Buffer.byteLength(ELLIPSIS) ? "" : ELLIPSIS;
  const bytes = Buffer.from(text);
  let length = maxBytes - Buffer.byteLength(end);
  // Not in the middle of a character.
  while (length > 0 && ((bytes[length] ?? 0) & 0xc0) === 0x80) {
    length -= 1;
  }
  return bytes.toString("utf8", 0, length) + end;
}

/** The longest word of a caller, such as a path or a name, that an error repeats in full. */
export const LONGEST_WORD = 200;

/** A word of a caller as an error repeats it: only its beginning if it is long. */
export function cutWord(word: string): string {
  return word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}… (${word.length} characters)` : word;
}
