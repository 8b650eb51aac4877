// Lines for people: size, time and link target next to the name. Programs should use `--json` instead.
import type { ListDirEntry } from "../render/list-dir-page.ts";
import { renderEntry, renderTarget } from "../render/render-entry.ts";

const UNITS = ["", "K", "M", "G", "T", "P"] as const;

/** The widths of the widest size (`1023K`) and of a time. They come before the name, whose width only the terminal knows. */
const SIZE_WIDTH = 5;
const TIME_WIDTH = 20;

/** The largest timestamp that `Date` supports. */
const LAST_DATE_MS = 8.64e15;

/** The line of an entry. `paint` colours the part that a listing without details also has. */
export function renderLongLine(entry: ListDirEntry, paint: (line: string) => string): string {
  const target = renderTarget(entry);
  const columns = `${renderSize(entry.size).padStart(SIZE_WIDTH)}  ${renderTime(entry.modifiedMs).padEnd(TIME_WIDTH)}`;
  return `${columns}  ${paint(renderEntry(entry))}${target === undefined ? "" : ` -> ${target}`}`;
}

/** A size in at most five characters, in steps of 1024. */
export function renderSize(size: number | undefined): string {
  if (size === undefined) {
    return "-";
  }
  let amount = size;
  let unit = 0;
  while (Math.round(amount) >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)}${UNITS[unit]}`;
}

/** A time in UTC, to the second: the same text for the same file on every machine. */
export function renderTime(modifiedMs: number | undefined): string {
  if (modifiedMs === undefined || !(Math.abs(modifiedMs) <= LAST_DATE_MS)) {
    return "-";
  }
  return new Date(modifiedMs).toISOString().replace(/\.\d+Z$/, "Z");
}
