// A page as a terminal shows it: a tree with lines, in the user's colours, no line longer than the window is wide. Its last line says how to
// go on as a command that can be pasted, in place of the tool's own words.
import { UNSAFE_CHARACTER } from "../render/entry-label.ts";
import type { ListDirPage } from "../render/listing.ts";
import { ELLIPSIS, renderEnd, renderHeader, renderMore, type PageEnd } from "../render/our-words.ts";
import { toShownLines, type ShownLine } from "../render/render-listing.ts";
import { FAINT } from "./colour.ts";
import { entrySpans, writeColumns, type EntryView } from "./entry-line.ts";
import { renderSpans } from "./spans.ts";

/** A line of the tree: an entry, or a sign for those on other pages. */
type Row = Pick<ShownLine, "indent"> & { readonly line?: ShownLine };

/** The lines of a page, with `notes` after the entries. The first line and the last ones are not cut: they are there to be copied. */
export function renderPage(
  page: ListDirPage,
  notes: readonly string[],
  view: EntryView,
  words: readonly string[],
): string[] {
  const rows = toRows(toShownLines(page.entries));
  const guides = treeGuides(rows);
  const entries = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label, view);
    const before = [{ text: writeColumns(line?.entry, view) }, { text: guides[index] as string, colour: FAINT }];
    return renderSpans([...before, ...name], view);
  });
  const { moreThan: _more, ...end } = page;
  const last = [...renderEnd(end), ...notes, ...renderNextCommand(page, words)];
  const uncut = { ...view, columns: undefined };
  return [renderHeader(page.root), ...entries, ...last.map((text) => renderSpans([{ text, colour: FAINT }], uncut))];
}

function toRows(lines: readonly ShownLine[]): Row[] {
  const rows: Row[] = [];
  /** The indentation of signs for entries on later pages. They stand after what is below an entry. */
  const due: number[] = [];
  for (const line of lines) {
    const { indent } = line;
    while ((due.at(-1) ?? -1) >= indent) {
      rows.push({ indent: due.pop() as number });
    }
    rows.push(...(line.hasBefore ? [{ indent }] : []), { indent, line });
    due.push(...(line.hasAfter ? [indent] : []));
  }
  return [...rows, ...due.toReversed().map((indent) => ({ indent }))];
}

/** The lines of a tree before each name, from the last row up. */
function treeGuides(rows: readonly Row[]): string[] {
  const guides: string[] = [];
  /** Whether a row of this indentation follows in the same directory. */
  const follows: boolean[] = [];
  for (const { indent } of rows.toReversed()) {
    follows.length = Math.min(follows.length, indent + 1);
    const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
    guides.push(above.join("") + (follows[indent] === true ? "├─ " : "└─ "));
    follows[indent] = true;
  }
  return guides.toReversed();
}

/** Options that say where a page starts, and so are replaced. */
const START: ReadonlySet<string | undefined> = new Set(["--offset", "--after"]);

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
    .filter((word, index) => !START.has(word.split("=", 1)[0]) && !START.has(words[index - 1]));
  const command = ["dirleaf", ...options, ...start, ...words.slice(end)].map(quoteForShell).join(" ");
  return [`${renderMore(moreThan)}; continue with: ${command}`];
}

const UNSAFE_CHARACTERS = new RegExp(`['\\\\]|${UNSAFE_CHARACTER.source}`, "gu");

/** A word as a shell reads it. What would act on the terminal is escaped, in the quotes that bash, zsh and ksh have for it. */
function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) {
    return word;
  }
  return UNSAFE_CHARACTER.test(word)
    ? `$'${word.replaceAll(UNSAFE_CHARACTERS, escapeCharacter)}'`
    : `'${word.replaceAll("'", "'\\''")}'`;
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return character === "'" || character === "\\" ? `\\${character}` : `\\U${code.padStart(8, "0")}`;
}
