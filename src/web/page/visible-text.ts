// Makes invisible characters in a text visible, and those that would change the direction of other text.
import { unsafeCharacter } from "../../text/entry-label.ts";

export interface TextPart {
  readonly text: string;
  /** Whether it is an escape for a character that can't be seen. */
  readonly isOdd: boolean;
}

/** The characters that listings quote, white space that looks like a space, and spaces at the end of a line. */
const ODD = new RegExp(
  `(?!\\n)${unsafeCharacter().source}|[\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]| +(?=\\n|$)`,
  "gu",
);

/** The text in parts: an odd part is an escape that stands for a character, and all other parts are the text as it is. */
export function toVisibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ODD)) {
    if (match.index > end) {
      parts.push({ text: text.slice(end, match.index), isOdd: false });
    }
    parts.push({ text: escape(match[0]), isOdd: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    parts.push({ text: text.slice(end), isOdd: false });
  }
  return parts;
}

const NAMED: Readonly<Record<string, string>> = { "\t": "\\t", "\r": "\\r", "\0": "\\0", "\u001b": "\\e" };

function escape(character: string): string {
  if (character.startsWith(" ")) {
    return "·".repeat(character.length);
  }
  const code = character.codePointAt(0) as number;
  return NAMED[character] ?? `\\u{${code.toString(16)}}`;
}
