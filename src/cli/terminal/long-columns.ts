// The columns of `--long` on a terminal: permissions, size and local time. Those that leave no room for the names are left out.
import type { ListDirEntry } from "../../render/listing.ts";
import { renderSize } from "../../render/entry-label.ts";

const UNKNOWN = "-";

/** The room that a name should have. */
const NAME_WIDTH = 20;
const GAP = "  ";

/** What a line of `--long` is about. */
export interface LongEntry extends Pick<ListDirEntry, "kind" | "size" | "modifiedMs"> {
  readonly mode?: number | undefined;
}

interface Column {
  readonly width: number;
  write(entry: LongEntry): string;
}

const PERMISSIONS: Column = { width: 10, write: ({ kind, mode }) => renderPermissions(kind, mode) };
const SIZE: Column = { width: 5, write: ({ size }) => (renderSize(size) ?? UNKNOWN).padStart(5) };
const TIME: Column = { width: 16, write: ({ modifiedMs }) => renderLocalTime(modifiedMs).padEnd(16) };

/** Writes the columns of an entry that fit beside a name. `hasModes`: whether permissions are known at all. */
export function longColumns(columns: number | undefined, hasModes: boolean): (entry: LongEntry) => string {
  // The last of them is the first to go.
  const wanted = [SIZE, TIME, ...(hasModes ? [PERMISSIONS] : [])];
  let left = (columns ?? Infinity) - NAME_WIDTH;
  const fitting = new Set(wanted.filter(({ width }) => (left -= width + GAP.length) >= 0));
  const shown = [PERMISSIONS, SIZE, TIME].filter((column) => fitting.has(column));
  return (entry) => shown.map((column) => column.write(entry) + GAP).join("");
}

const KIND_LETTERS = { file: "-", directory: "d", symlink: "l", other: "?" } as const;

/** Permissions as every `ls -l` writes them. */
export function renderPermissions(kind: LongEntry["kind"], mode: number | undefined): string {
  if (mode === undefined) {
    return UNKNOWN.padEnd(PERMISSIONS.width);
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
export function renderLocalTime(modifiedMs: number | undefined): string {
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
