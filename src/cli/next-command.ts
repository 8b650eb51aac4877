// Commands that a user can paste: quoted for a shell, and the one that shows the next page of a listing.
import { renderMore, type PageEnd } from "../text/closing-lines.ts";
import { isUnsafe, unsafeCharacter } from "../text/entry-label.ts";
import type { NamedDirectory } from "./directories.ts";

/** The options that say where a page starts. The next command has others. */
const START_OPTIONS: ReadonlySet<string | undefined> = new Set(["--offset", "--after"]);

/** The command line without the other directories. */
export function wordsFor({ command: { argv, operands }, operand }: NamedDirectory): readonly string[] {
  const others = new Set(operands.map(({ index }) => index).filter((index) => index !== operand.index));
  return argv.filter((_, index) => !others.has(index));
}

/** The words with more options. After `--` no word is an option. */
export function withOptions(words: readonly string[], options: readonly string[]): readonly string[] {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  return [...words.slice(0, end), ...options, ...words.slice(end)];
}

/** The last line, if there are more entries than those of the page. `words` are those that asked for the page. */
export function renderNextCommand({ moreThan, nextOffset, next }: PageEnd, words: readonly string[]): string[] {
  if (moreThan === undefined) {
    return [];
  }
  // One word if the path would read as another option.
  const after = next?.startsWith("-") === true ? [`--after=${next}`] : ["--after", next ?? ""];
  const start = next === undefined ? ["--offset", String(nextOffset)] : after;
  const end = words.indexOf("--");
  const others = words.filter(
    (word, index) =>
      (end !== -1 && index >= end) ||
      (!START_OPTIONS.has(word.split("=", 1)[0]) && !START_OPTIONS.has(words[index - 1])),
  );
  return [`${renderMore(moreThan)}; continue with: ${writeCommand(withOptions(others, start))}`];
}

/** The last line, if nothing below this level is shown. */
export function renderMoreBelow(level: number, words: readonly string[]): string {
  return `More below level ${level}; continue with: ${writeCommand(withOptions(words, ["-L", String(level + 1)]))}`;
}

/** The words of a command line as a shell reads them. */
export function writeCommand(words: readonly string[]): string {
  return ["dirleaf", ...words].map(quoteForShell).join(" ");
}

/** What would act on the terminal is escaped, in the quotes that bash, zsh and ksh have for it. */
function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) {
    return word;
  }
  return isUnsafe(word)
    ? `$'${word.replaceAll(new RegExp(`['\\\\]|${unsafeCharacter().source}`, "gu"), escapeCharacter)}'`
    : `'${word.replaceAll("'", "'\\''")}'`;
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return character === "'" || character === "\\" ? `\\${character}` : `\\U${code.padStart(8, "0")}`;
}
