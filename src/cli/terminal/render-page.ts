// A page as a terminal shows it: a tree with lines, in the user's colours, no line longer than the window is wide.
import type { ListDirPage } from "../../render/listing.ts";
import { renderEnd, ELLIPSIS } from "../../render/our-words.ts";
import { renderHeader } from "../../render/our-words.ts";
import { toShownLines, type ShownLine } from "../../render/render-listing.ts";
import { FAINT } from "../colour.ts";
import { entrySpans, writeColumns, type EntryView } from "../entry-spans.ts";
import { renderSpans } from "../spans.ts";
import { renderNextCommand } from "./next-command.ts";

/** A line of the tree: an entry, or a sign for those on other pages. */
type Row = Pick<ShownLine, "indent"> & { readonly line?: ShownLine };

/**
 * The lines of a page. Its first line and those after the entries are whole: they are there to be copied. `words` asked for the page;
 * `notes` are lines after the entries that are not the tool's.
 */
export function renderPage(
  page: ListDirPage,
  view: EntryView,
  words: readonly string[],
  notes: readonly string[],
): string[] {
  const rows = toRows(toShownLines(page.entries));
  const guides = treeGuides(
    rows.map(({ indent }) => indent),
    page.next !== undefined,
  );
  const entries = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label, view);
    const before = [{ text: writeColumns(line?.entry, view) }, { text: guides[index] as string, colour: FAINT }];
    return renderSpans([...before, ...name], view);
  });
  // Its last line says how to go on with the tool; here it is a command.
  const { moreThan: _more, ...end } = page;
  const last = [...notes, ...renderEnd(end), ...renderNextCommand(page, words)];
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

/**
 * The lines of a tree before each name, given how far it is indented. `goesOn`: more may come below the last line, in any directory
 * above it.
 */
function treeGuides(indents: readonly number[], goesOn: boolean): string[] {
  const guides: string[] = [];
  /** Whether a line of this indentation follows in the same directory. */
  const follows: boolean[] = Array.from({ length: goesOn ? (indents.at(-1) ?? 0) + 1 : 0 }, () => true);
  for (const indent of indents.toReversed()) {
    follows.length = Math.min(follows.length, indent + 1);
    const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
    guides.push(above.join("") + (follows[indent] === true ? "├─ " : "└─ "));
    follows[indent] = true;
  }
  return guides.toReversed();
}
