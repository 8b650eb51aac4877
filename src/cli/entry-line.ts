// An entry as a line for people: the columns of `--long`, then name, details, mark and link target, each in its colour.
import { markOf, renderDetails, renderSize, renderTime } from "../text/entry-label.ts";
import { renderMark, renderMarks, renderName, renderTarget, type ListDirEntry } from "../text/listing.ts";
import { FAINT, lookOf, markColour, type Look, renderSpans, type Span } from "./coloured-line.ts";
import { isForPeople } from "./directories.ts";
import type { CommandLine } from "./command-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** How entries are shown. */
export interface EntryView extends Look {
  /** What `--long` shows: sizes, and times on the user's clock or in UTC. */
  readonly long: readonly Column[];
  /** Whether the size and time of a file are shown in brackets after its name. */
  readonly hasDetails: boolean;
}

interface Column {
  readonly width: number;
  readonly write: (entry: ListDirEntry) => string;
}

const GAP = "  ";

/** The columns that are kept free for names. In a narrow window, times are left out, then sizes. */
const NAME_COLUMNS = 20;

/** As wide as the widest size, `1023K`. */
const SIZE: Column = { width: 5, write: ({ size }) => (renderSize(size) ?? "-").padStart(5) };
const LOCAL_TIME: Column = { width: 16, write: ({ modifiedMs }) => renderLocalTime(modifiedMs) };
const UTC_TIME: Column = { width: 20, write: ({ modifiedMs }) => renderTime(modifiedMs) ?? "-" };

/** How the entries of a listing are shown. */
export function entryView(command: CommandLine, terminal: TerminalProcess): EntryView {
  const { options } = command;
  const look = lookOf(options, terminal);
  const hasDetails = options.has("details") && !options.has("long");
  const columns = options.has("long") ? [SIZE, isForPeople(command, terminal) ? LOCAL_TIME : UTC_TIME] : [];
  let room = (look.columns ?? Infinity) - NAME_COLUMNS;
  return { ...look, long: columns.filter(({ width }) => (room -= width + GAP.length) >= 0), hasDetails };
}

/** The columns of `--long` for an entry; without an entry, as many spaces. */
export function writeColumns(entry: ListDirEntry | undefined, { long }: EntryView): string {
  return long.map(({ width, write }) => (entry === undefined ? "" : write(entry)).padEnd(width) + GAP).join("");
}

/** The spans of a line after its indentation. `label` is the name of the entry with its suffix, or several that share the line. */
export function entrySpans(entry: ListDirEntry, label: string, view: EntryView): Span[] {
  const spans: Span[] = [{ text: label, colour: view.colourOf(entry) }];
  const details = view.hasDetails && entry.kind === "file" ? renderDetails(entry) : undefined;
  if (details !== undefined) {
    spans.push({ text: ` [${details}]`, colour: FAINT });
  }
  const mark = markOf(entry);
  if (mark !== undefined) {
    spans.push({ text: " " }, { text: `[${mark}]`, colour: markColour(`[${mark}]`) });
  }
  return [...spans, { text: writeTarget(entry) }];
}

/** An entry on a line of its own, indented by its depth. */
export function renderEntryLine(entry: ListDirEntry, view: EntryView): string {
  const before = writeColumns(entry, view) + "  ".repeat(entry.depth - 1);
  if (!view.isColoured && view.columns === undefined) {
    // `--all` writes a million lines into a pipe, and spans would take three times as long.
    const marks = view.hasDetails ? renderMarks(entry) : renderMark(entry);
    return before + renderName(entry) + marks + writeTarget(entry);
  }
  return renderSpans([{ text: before }, ...entrySpans(entry, renderName(entry), view)], view);
}

function writeTarget(entry: ListDirEntry): string {
  const target = renderTarget(entry);
  return target === undefined ? "" : ` -> ${target}`;
}

/** A time to the minute, on the clock of the user. */
function renderLocalTime(modifiedMs: number = Number.NaN): string {
  const local = modifiedMs - new Date(modifiedMs).getTimezoneOffset() * 60_000;
  return renderTime(local)?.slice(0, 16).replace("T", " ") ?? "-";
}
