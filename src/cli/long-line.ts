// Lines for people: size, time and link target next to the name. Programs should use `--json` instead.
import type { ListDirEntry } from "../render/listing.ts";
import { renderSize, renderTime } from "../render/entry-label.ts";
import { renderEntry, renderTarget } from "../render/render-listing.ts";

/** The widths of the widest size (`1023K`) and of a time. They come before the name, whose width only the terminal knows. */
const SIZE_WIDTH = 5;
const TIME_WIDTH = 20;

const UNKNOWN = "-";

/** The line of an entry. `paint` colours the part that a listing without details also has. */
export function renderLongLine(entry: ListDirEntry, paint: (line: string) => string): string {
  const target = renderTarget(entry);
  const [size, time] = [renderSize(entry.size) ?? UNKNOWN, renderTime(entry.modifiedMs) ?? UNKNOWN];
  const columns = `${size.padStart(SIZE_WIDTH)}  ${time.padEnd(TIME_WIDTH)}`;
  return `${columns}  ${paint(renderEntry(entry))}${target === undefined ? "" : ` -> ${target}`}`;
}
