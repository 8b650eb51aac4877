// Words as a shell reads them, for commands and options that a person can paste.
import { UNSAFE_CHARACTER } from "../render/quote-name.ts";

/** Words that a shell takes as they are. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

const UNSAFE_CHARACTERS = new RegExp(`['\\\\]|${UNSAFE_CHARACTER.source}`, "gu");

/** A word as a shell reads it. What would act on the terminal is escaped, in the quotes that bash, zsh and ksh have for it. */
export function quoteForShell(word: string): string {
  if (PLAIN_WORD.test(word)) {
    return word;
  }
  return UNSAFE_CHARACTER.test(word)
    ? `$'${word.replaceAll(UNSAFE_CHARACTERS, escapeCharacter)}'`
    : `'${word.replaceAll("'", "'\\''")}'`;
}

function escapeCharacter(character: string): string {
  return character === "'" || character === "\\"
    ? `\\${character}`
    : `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
}
