// Size and time of a file as a listing shows them: the same text for the same file on every machine.
import type { EntryDetails } from "../core/entry.ts";

const UNITS = ["", "K", "M", "G", "T", "P"] as const;

/** The largest timestamp that `Date` supports. */
const LAST_DATE_MS = 8.64e15;

/** What `renderDetails` writes. */
export const DETAILS: string = String.raw`(?:\d+(?:\.\d)?[KMGTP]?(?:, )?)?(?:[+-]?\d{4,6}-\d\d-\d\d \d\d:\d\d)?`;

/** Size and time, as far as they are known: `1.8K, 2026-11-15 06:14`. */
export function renderDetails({ size, modifiedMs }: Pick<EntryDetails, "size" | "modifiedMs">): string | undefined {
  const time = renderTime(modifiedMs)
    ?.replace("T", " ")
    .replace(/:\d\dZ$/, "");
  const parts = [renderSize(size), time].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** A size in at most five characters, in steps of 1024. */
export function renderSize(size: number | undefined): string | undefined {
  if (size === undefined) {
    return undefined;
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

/** A time in UTC, to the second. */
export function renderTime(modifiedMs: number | undefined): string | undefined {
  if (modifiedMs === undefined || !(Math.abs(modifiedMs) <= LAST_DATE_MS)) {
    return undefined;
  }
  return new Date(modifiedMs).toISOString().replace(/\.\d+Z$/, "Z");
}
