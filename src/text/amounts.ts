// Counts, sizes, times and ages as every answer writes them.
import type { EntryDetails } from "../core/entry.ts";

/** Size and time of a file, as far as known: `1.8K, 2026-11-15 06:14`. The time is UTC, so that the text is the same on every machine. */
export function renderDetails({ size, modifiedMs }: EntryDetails): string | undefined {
  const known = size === undefined ? [] : [renderSize(size)];
  const date = new Date(modifiedMs ?? Number.NaN);
  // Invalid if unknown, or outside the range of `Date`.
  if (!Number.isNaN(date.getTime())) {
    known.push(date.toISOString().replace("T", " ").slice(0, -":00.000Z".length));
  }
  return known.length === 0 ? undefined : known.join(", ");
}

const SIZE_UNITS = ["", "K", "M", "G", "T", "P"] as const;

/** A size in at most five characters, in steps of 1024. */
function renderSize(size: number): string {
  let amount = size;
  let unit = 0;
  while (Math.round(amount) >= 1024 && unit < SIZE_UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)}${SIZE_UNITS[unit]}`;
}

const AGE_UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
] as const;

/** How long ago a time is, in its largest unit: `40s`, `3m`, `2h`, `5d`. At least a second, since clocks differ. */
export function renderAge(milliseconds: number): string {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const [length, unit] = AGE_UNITS.find(([unitSeconds]) => seconds >= unitSeconds) as (typeof AGE_UNITS)[number];
  return `${Math.floor(seconds / length)}${unit}`;
}

/** A whole number with commas between thousands, in every locale. `isPartial` adds a `+`: there may be more. */
export function renderCount(count: number, isPartial: boolean = false): string {
  const digits = count < 1000 ? String(count) : String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return isPartial ? `${digits}+` : digits;
}
