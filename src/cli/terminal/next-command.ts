// The last line of a page on a terminal: how to go on as a command that can be pasted, in place of the tool's own words.
import { renderMore, type PageEnd } from "../../render/our-words.ts";
import { UNSAFE_CHARACTER } from "../../render/quote-name.ts";

/** Words that a shell takes as they are. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** Options that say where a page starts, and so are replaced. */
const START = ["--offset", "--after"];

/** The line, if there are more entries than those of the page. `words` are those that asked for the page. */
export function renderNextCommand({ moreThan, nextOffset, next }: PageEnd, words: readonly string[]): string[] {
  if (moreThan === undefined) {
    return [];
  }
  const start = next === undefined ? ["--offset", String(nextOffset)] : toOption("--after", next);
  // After `--` no word is an option.
  const end = words.indexOf("--");
  const [options, rest] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const command = [...withoutStart(options), ...start, ...rest].map(quoteWord);
  return [`${renderMore(moreThan)}; continue with: ${["dirleaf", ...command].join(" ")}`];
}

/** An option with its value, in one word if the value would read as another option. */
function toOption(name: string, value: string): string[] {
  return value.startsWith("-") ? [`${name}=${value}`] : [name, value];
}

function withoutStart(words: readonly string[]): string[] {
  return words.filter(
    (word, index) =>
      !START.includes(word) &&
      !START.includes(words[index - 1] ?? "") &&
      !START.some((option) => word.startsWith(`${option}=`)),
  );
}

const UNSAFE_CHARACTERS = new RegExp(`['\\\\]|${UNSAFE_CHARACTER.source}`, "gu");

/** A word as a shell reads it. What would act on the terminal is escaped, in the quotes that bash, zsh and ksh have for it. */
function quoteWord(word: string): string {
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
