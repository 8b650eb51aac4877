// Commands that a user can paste: quoted for a shell, and the one that shows the next page of a listing.
import { renderMore, type PageEnd } from "../text/closing-lines.ts";
import { isUnsafe, unsafeCharacter } from "../text/entry-label.ts";

/** The options that say where a page starts. The next command has others. */
const START_OPTIONS: ReadonlySet<string | undefined> = new Set(["--offset", "--after"]);

/** The last line, if there are more entries than those of the page. `words` are those that asked for the page. */
export function renderNextCommand({ moreThan, nextOffset, next }: PageEnd, words: readonly string[]): string[] {
  if (moreThan === undefined) {
    return [];
  }
  // One word if the path would read as another option.
  const after = next?.startsWith("-") === true ? [`--after=${next}`] : ["--after", next ?? ""];
  const start = next === undefined ? ["--offset", String(nextOffset)] : after;
  // After `--` no word is an option.
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const options = words
    .slice(0, end)
    .filter((word, index) => !START_OPTIONS.has(word.split("=", 1)[0]) && !START_OPTIONS.has(words[index - 1]));
  return [`${renderMore(moreThan)}; continue with: ${writeCommand([...options, ...start, ...words.slice(end)])}`];
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
