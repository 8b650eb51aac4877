// An entry as a line for people, in a pipe and on a terminal: what `--long` shows before it, then name, details, mark and target, each
// in its colour.
import type { ListDirEntry } from "../render/list-dir-page.ts";
import { renderSize, renderTime } from "../render/render-details.ts";
import { renderTarget } from "../render/render-entry.ts";
import { toShownLine, type ShownLine } from "../render/shown-lines.ts";
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
}

/** What `--long` shows of an entry. */
interface LongEntry extends Pick<ListDirEntry, "kind" | "size" | "modifiedMs"> {
  readonly mode?: number | undefined;
}

interface LongColumn {
  readonly width: number;
  write(entry: LongEntry): string;
}

const UNKNOWN = "-";
const GAP = "  ";

/** The room that a name should have. */
const NAME_WIDTH = 20;

const PERMISSIONS: LongColumn = { width: 10, write: ({ kind, mode }) => renderPermissions(kind, mode) };
/** As wide as the widest size, `1023K`. */
const SIZE: LongColumn = { width: 5, write: ({ size }) => (renderSize(size) ?? UNKNOWN).padStart(5) };
const LOCAL_TIME: LongColumn = { width: 16, write: ({ modifiedMs }) => renderLocalTime(modifiedMs) };
const UTC_TIME: LongColumn = { width: 20, write: ({ modifiedMs }) => renderTime(modifiedMs) ?? UNKNOWN };

/** How the entries of a listing are shown. */
export function entryView(command: ListCommand, host: TerminalProcess, modes: Modes): EntryView {
  const look = lookOf(command, host);
  const hasDetails = command.arguments.details === true && !command.long;
  if (!isTerminal(host.stdout)) {
    return { ...look, modes, long: command.long ? [SIZE, UTC_TIME] : [], hasDetails };
  }
  // With `--all`, lines are printed before it is known whether any permissions are.
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
  const shown = entry && { ...entry, mode: modes.get(entry) };
  return long.map(({ width, write }) => (shown === undefined ? "" : write(shown)).padEnd(width) + GAP).join("");
}

/** The parts of a line after its indentation. */
export function entrySpans({ entry, label, marker, details }: ShownLine, view: EntryView): Span[] {
  const { path, kind } = entry;
  const spans: Span[] = [{ text: label, colour: view.colourOf({ path, kind, mode: view.modes.get(entry) }) }];
  if (view.hasDetails && details !== undefined) {
    spans.push({ text: ` [${details}]`, colour: view.detailsColour });
  }
  if (marker !== undefined) {
    spans.push({ text: " " }, { text: `[${marker}]`, colour: markColour(`[${marker}]`) });
  }
  const target = renderTarget(entry);
  if (target !== undefined) {
    spans.push({ text: ` -> ${target}` });
  }
  return spans;
}

/** The line of an entry that shares it with no other, indented by its depth. */
export function renderEntryLine(entry: ListDirEntry, view: EntryView): string {
  const before = { text: writeColumns(entry, view) + "  ".repeat(entry.depth - 1) };
  return renderSpans([before, ...entrySpans(toShownLine(entry), view)], view);
}

const KIND_LETTERS = { file: "-", directory: "d", symlink: "l", other: "?" } as const;

/** Permissions as every `ls -l` writes them. */
function renderPermissions(kind: LongEntry["kind"], mode: number | undefined): string {
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
