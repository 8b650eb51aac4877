// Escapes characters that would act on a terminal, or appear in the wrong place.
import { UNSAFE_CHARACTER } from "./quote-name.ts";

const UNSAFE_CHARACTERS = new RegExp(UNSAFE_CHARACTER, "g");

/** The text with every unsafe character as `\uXXXX`, which means the same inside a JSON string. */
export function escapeCharacters(text: string): string {
  return text.replaceAll(
    UNSAFE_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The same for a text of several lines: line feeds stay. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeCharacters).join("\n");
}
