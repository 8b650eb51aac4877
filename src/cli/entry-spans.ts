// An entry as a line for people, in a pipe and on a terminal: what `--long` shows before it, then name, details, mark and target, each
// in its colour.
import { markerOf, renderDetails, renderSize, renderTime } from "../render/entry-label.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { renderEntry, renderTarget, renderName } from "../render/render-listing.ts";
import { FAINT, lookOf, markColour, type Look } from "./colour.ts";
import type { ListCommand } from "./parse-command.ts";
import { renderSpans, type Span } from "./spans.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";

/** The permissions of entries, as far as they are known. */
export type Modes = ReadonlyMap<ListDirEntry, number>;

/** What lines show of entries besides their names. */
export interface EntryView extends Look {
  readonly modes: Modes;
  /** The columns of `--long`. */
  readonly long: readonly LongColumn[];
  /** Whether size and time of a file stand in brackets, and their colour. */
  readonly hasDetails: boolean;
  readonly detailsColour?: string | undefined;
  /**
   * The mark of a directory in which the filters left nothing.
   * @default "no match"
   */
  readonly noMatch?: string | undefined;
}

interface LongColumn {
  readonly width: number;
  readonly write: (entry: ListDirEntry, mode: number | undefined) => string;
}

const UNKNOWN = "-";
const GAP = "  ";

/** The room that a name should have. */
const NAME_WIDTH = 20;

const PERMISSIONS: LongColumn = { width: 10, write: renderPermissions };
/** As wide as the widest size, `1023K`. */
const SIZE: LongColumn = { width: 5, write: ({ size }) => (renderSize(size) ?? UNKNOWN).padStart(5) };
const LOCAL_TIME: LongColumn = { width: 16, write: ({ modifiedMs }) => renderLocalTime(modifiedMs) };
const UTC_TIME: LongColumn = { width: 20, write: ({ modifiedMs }) => renderTime(modifiedMs) ?? UNKNOWN };

/** How the entries of a listing are shown. */
export function entryView(command: ListCommand, host: TerminalProcess, modes: Modes): EntryView {
  const look = lookOf(command, host);
  const hasDetails = command.arguments.details === true && !command.long;
  if (!isTerminal(host.output)) {
    return { ...look, modes, long: command.long ? [SIZE, UTC_TIME] : [], hasDetails };
  }
  // With `--all`, lines are printed before it is known whether later ones have permissions: their column is always there.
  const long = command.long ? fittingColumns(look.columns, command.all || modes.size > 0) : [];
  return { ...look, modes, long, hasDetails, detailsColour: FAINT };
}

/** The columns that leave room for names. */
function fittingColumns(columns: number | undefined, hasModes: boolean): LongColumn[] {
  // The last of them is the first to go.
  const wanted = [SIZE, LOCAL_TIME, ...(hasModes ? [PERMISSIONS] : [])];
  let left = (columns ?? Infinity) - NAME_WIDTH;
  const fitting = new Set(wanted.filter(({ width }) => (left -= width + GAP.length) >= 0));
  return [PERMISSIONS, SIZE, LOCAL_TIME].filter((column) => fitting.has(column));
}

/** The columns of `--long` for an entry; without one, as much white space. */
export function writeColumns(entry: ListDirEntry | undefined, { long, modes }: EntryView): string {
  let text = "";
  for (const { width, write } of long) {
    text += (entry === undefined ? "" : write(entry, modes.get(entry))).padEnd(width) + GAP;
  }
  return text;
}

/** The parts of a line after its indentation. `label` is the name of the entry with its suffix, or several that share the line. */
export function entrySpans(entry: ListDirEntry, label: string, view: EntryView): Span[] {
  const { path, kind } = entry;
  const spans: Span[] = [
    { text: label, colour: view.isColoured ? view.colourOf({ path, kind, mode: view.modes.get(entry) }) : undefined },
  ];
  // What was shown in a text is shown again: there, links may have ages.
  const own = entry.shownDetails ?? (kind === "file" ? renderDetails(entry) : undefined);
  const details = view.hasDetails ? own : undefined;
  if (details !== undefined) {
    spans.push({ text: ` [${details}]`, colour: view.detailsColour });
  }
  const marker = markerOf(entry);
  const mark = marker === "no match" ? (view.noMatch ?? marker) : marker;
  if (mark !== undefined) {
    spans.push({ text: " " }, { text: `[${mark}]`, colour: markColour(`[${mark}]`) });
  }
  spans.push({ text: writeTarget(entry) });
  return spans;
}

function writeTarget(entry: ListDirEntry): string {
  const target = renderTarget(entry);
  return target === undefined ? "" : ` -> ${target}`;
}

/** The line of an entry that shares it with no other, indented by its depth. */
export function renderEntryLine(entry: ListDirEntry, view: EntryView): string {
  const columns = writeColumns(entry, view);
  if (!view.isColoured && view.columns === undefined) {
    // `--all` writes a million lines into a pipe, and parts would take three times as long.
    return columns + renderEntry(entry) + writeTarget(entry);
  }
  const before = { text: columns + "  ".repeat(entry.depth - 1) };
  return renderSpans([before, ...entrySpans(entry, renderName(entry), view)], view);
}

const KIND_LETTERS = { file: "-", directory: "d", symlink: "l", other: "?" } as const;

/** Permissions as every `ls -l` writes them. */
function renderPermissions({ kind }: ListDirEntry, mode: number | undefined): string {
  if (mode === undefined) {
    return UNKNOWN;
  }
  const letters = [..."rwxrwxrwx"].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : "-"));
  // Set-user, set-group and sticky stand in the place of an x, in capitals if there is none.
  for (const [bit, place, letter] of [
    [0o4000, 2, "s"],
    [0o2000, 5, "s"],
    [0o1000, 8, "t"],
  ] as const) {
    if ((mode & bit) !== 0) {
      letters[place] = letters[place] === "x" ? letter : letter.toUpperCase();
    }
  }
  return KIND_LETTERS[kind] + letters.join("");
}

/** A time to the minute, on the clock of the user. */
function renderLocalTime(modifiedMs: number | undefined): string {
  const date = new Date(modifiedMs ?? Number.NaN);
  if (Number.isNaN(date.getTime())) {
    return UNKNOWN;
  }
  const day = [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join("-");
  return `${day} ${digits(date.getHours())}:${digits(date.getMinutes())}`;
}

function digits(value: number, count = 2): string {
  return String(value).padStart(count, "0");
}
