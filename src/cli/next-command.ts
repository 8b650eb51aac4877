// The last line of a page on a terminal: how to go on as a command that can be pasted, in place of the tool's own words.
import { takeEnd, renderMore, type PageEnd } from "../render/page-end.ts";

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
  const start = next === undefined ? `--offset ${nextOffset}` : `--after ${quoteWord(next)}`;
  return `${renderMore(moreThan)}; continue with: ${["dirleaf", ...withoutStart(words).map(quoteWord), start].join(" ")}`;
}

function withoutStart(words: readonly string[]): string[] {
  return words.filter(
    (word, index) =>
      !START.includes(word) &&
      !START.includes(words[index - 1] ?? "") &&
      !START.some((option) => word.startsWith(`${option}=`)),
  );
}

function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
