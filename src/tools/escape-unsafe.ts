// What a face may print of texts that somebody else wrote.
import { escapeCharacters } from "../render/escape-characters.ts";

/** The text with every unsafe character but line feeds as `\uXXXX`. */
export function escapeUnsafe(text: string): string {
  return text.split("\n").map(escapeCharacters).join("\n");
}

/** A word that somebody typed, on one line and harmless. */
export function escapeWord(word: string): string {
  return escapeCharacters(word);
}
