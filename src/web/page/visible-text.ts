// Text with the characters made visible that nobody sees, or that would move others.
import { UNSAFE_CHARACTER } from "../../render/quote-name.ts";

export interface TextPart {
  readonly text: string;
  /** Whether it stands for a character that can't be seen. */
  readonly isOdd: boolean;
}

/** Besides those that listings quote: white space that looks like a space, or like nothing at the end of a line. */
const ODD = new RegExp(
  `(?!\\n)${UNSAFE_CHARACTER.source}|[\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]| +(?=\\n|$)`,
  "gu",
);

/** The text in parts. Put together, the parts that are not odd and the characters that the odd ones stand for are the text. */
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
