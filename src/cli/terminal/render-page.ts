// A page as a terminal shows it: a tree with lines, in the user's colours, no line longer than the window is wide.
import type { ListDirPage } from "../../render/listing.ts";
import { renderEnd, ELLIPSIS, renderHeader } from "../../render/our-words.ts";
import { toShownLines, type ShownLine } from "../../render/render-listing.ts";
import { FAINT } from "../colour.ts";
import { showNextCommand } from "../next-command.ts";
import { entrySpans, type EntryView } from "./entry-spans.ts";
import { longColumns } from "./long-columns.ts";
import { renderSpans, type Look } from "./span.ts";
import { treeGuides } from "./tree-guides.ts";

export interface PageView extends EntryView, Look {
  /** Whether permissions, sizes and times stand before the names. */
  readonly isLong: boolean;
  /** The words that asked for the page. */
  readonly words: readonly string[];
  /** A line behind the entries that is not the tool's. */
  readonly note: string | undefined;
}

/** A line of the tree: an entry, or a sign for those on other pages. */
type Row = Pick<ShownLine, "indent"> & { readonly line?: ShownLine };

/** The lines of a page. Its first line and those behind the entries are whole: they are there to be copied. */
export function renderPage(page: ListDirPage, view: PageView): string[] {
  const rows = toRows(toShownLines(page.entries));
  const guides = treeGuides(
    rows.map(({ indent }) => indent),
    page.next !== undefined,
  );
  const hasModes = view.isLong && page.entries.some((entry) => view.modeOf(entry) !== undefined);
  const writeColumns = view.isLong ? longColumns(view.columns, hasModes) : () => "";
  const columnsOf = ({ entry }: ShownLine) => writeColumns({ ...entry, mode: view.modeOf(entry) });
  const entries = rows.map(({ line }, index) => {
    const columns = line === undefined ? " ".repeat(writeColumns({ kind: "file" }).length) : columnsOf(line);
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line, view);
    return renderSpans([{ text: columns }, { text: guides[index] as string, colour: FAINT }, ...name], view);
  });
  const end = [...(view.note === undefined ? [] : [view.note]), ...renderEnd(page)].map((line) =>
    renderSpans([{ text: showNextCommand(line, view.words), colour: FAINT }], { ...view, columns: undefined }),
  );
  return [renderHeader(page.root), ...entries, ...end];
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
