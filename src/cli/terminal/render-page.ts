// A page as a terminal shows it: a tree with lines, in the user's colours, no line longer than the window is wide. Its last line says how to
// go on as a command that can be pasted, in place of the tool's own words.
import type { ListDirPage } from "../../render/listing.ts";
import { ELLIPSIS, renderEnd, renderHeader, renderMore, type PageEnd } from "../../render/our-words.ts";
import { toShownLines, type ShownLine } from "../../render/render-listing.ts";
import { FAINT } from "../colour.ts";
import { entrySpans, writeColumns, type EntryView } from "../entry-spans.ts";
import { renderSpans } from "../spans.ts";
import { quoteForShell } from "../shell-word.ts";

/** A line of the tree: an entry, or a sign for those on other pages. */
type Row = Pick<ShownLine, "indent"> & { readonly line?: ShownLine };

/** A page and what a terminal shows besides. */
export interface ScreenPage {
  readonly page: ListDirPage;
  /** Lines after the entries that are not the tool's. */
  readonly notes: readonly string[];
  /** The depths of the directories above the last entry in which more entries follow; 0 for the root. */
  readonly openDepths: ReadonlySet<number>;
}

/** The lines of a page. Its first line and those after the entries are whole: they are there to be copied. `words` asked for the page. */
export function renderPage(
  { page, notes, openDepths }: ScreenPage,
  view: EntryView,
  words: readonly string[],
): string[] {
  const rows = toRows(toShownLines(page.entries));
  const guides = treeGuides(rows, openDepths);
  const entries = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label, view);
    const before = [{ text: writeColumns(line?.entry, view) }, { text: guides[index] as string, colour: FAINT }];
    return renderSpans([...before, ...name], view);
  });
  // Its last line says how to go on with the tool; here it is a command.
  const { moreThan: _more, ...end } = page;
  const last = [...renderEnd(end), ...notes, ...renderNextCommand(page, words)];
  const whole = { ...view, columns: undefined };
  return [renderHeader(page.root), ...entries, ...last.map((text) => renderSpans([{ text, colour: FAINT }], whole))];
}

function toRows(lines: readonly ShownLine[]): Row[] {
  const rows: Row[] = [];
  /** Where signs for entries on later pages are due, once what is below an entry has been shown. */
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

/** The lines of a tree before each name. More rows follow, on other pages, in the directories of `openDepths`. */
function treeGuides(rows: readonly Row[], openDepths: ReadonlySet<number>): string[] {
  const guides: string[] = [];
  /** Whether a row of this indentation follows in the same directory. */
  const follows = directoriesAbove(rows).map((depth) => openDepths.has(depth));
  for (const { indent } of rows.toReversed()) {
    follows.length = Math.min(follows.length, indent + 1);
    const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
    guides.push(above.join("") + (follows[indent] === true ? "├─ " : "└─ "));
    follows[indent] = true;
  }
  return guides.toReversed();
}

/** The depths of the directories that the last row is in, by the indentation of what is in them. */
function directoriesAbove(rows: readonly Row[]): number[] {
  const depths = [0];
  for (const { indent, line } of rows) {
    depths.length = indent + 1;
    depths[indent + 1] = line?.entry.depth ?? 0;
  }
  // Nothing is in the last row.
  return depths.slice(0, -1);
}

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
