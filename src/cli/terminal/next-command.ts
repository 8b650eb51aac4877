// The last line of a page on a terminal: how to go on as a command that can be pasted, in place of the tool's own words.
import { renderMore, type PageEnd } from "../../render/our-words.ts";
import { quoteForShell } from "../shell-word.ts";

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
  const command = [...withoutStart(options), ...start, ...rest].map(quoteForShell);
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
