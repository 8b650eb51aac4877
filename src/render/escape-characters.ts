// Escapes characters that would act on a terminal, appear in the wrong place, or not appear at all.
import { UNSAFE_CHARACTER } from "./quote-name.ts";

const UNSAFE_CHARACTERS = new RegExp(UNSAFE_CHARACTER, "gu");

/** The text with every unsafe character as `\uXXXX`, above U+FFFF as two of them: that means the same inside a JSON string. */
export function escapeCharacters(text: string): string {
  // Most texts have none, and looking for one costs less than the machinery for replacing it.
  if (!UNSAFE_CHARACTER.test(text)) {
    return text;
  }
  return text.replaceAll(UNSAFE_CHARACTERS, (character) => character.split("").map(escapeUnit).join(""));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The same for a text of several lines: line feeds stay. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeCharacters).join("\n");
}
