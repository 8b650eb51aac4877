// The last line of a page on a terminal: how to go on as a command that can be pasted, in place of the tool's own words.
import { takeEnd, renderMore, type PageEnd } from "../render/our-words.ts";
import { UNSAFE_CHARACTER } from "../render/quote-name.ts";

/** Words that a shell takes as they are. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** Options that say where a page starts, and so are replaced. */
const START = ["--offset", "--after"];

/** The text of a page with its last line for a person. `words` are those that made the page. */
export function showNextCommand(text: string, words: readonly string[]): string {
  const lines = text.split("\n");
  const last = lines.at(-1) ?? "";
  const end = takeEnd([last]);
  return end.moreThan === undefined ? text : [...lines.slice(0, -1), renderNextCommand(end, words)].join("\n");
}

/** The last line itself. */
function renderNextCommand({ moreThan = 0, nextOffset, next }: PageEnd, words: readonly string[]): string {
  const start = next === undefined ? ["--offset", String(nextOffset)] : toOption("--after", next);
  // Behind `--` no word is an option.
  const end = words.indexOf("--");
  const [options, rest] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const command = [...withoutStart(options), ...start, ...rest].map(quoteWord);
  return `${renderMore(moreThan)}; continue with: ${["dirleaf", ...command].join(" ")}`;
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
