// One entry as a line of a listing shows it, without its indentation: the name, the suffix for its kind, details, a mark.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { EntryDetails, EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { EmptyMark } from "../core/visit.ts";
import { PROBLEM } from "./our-words.ts";
import { quoteName, unquoteName } from "./quote-name.ts";

export interface LabelledEntry {
  readonly name: ByteString;
  readonly kind: EntryKind;
  readonly problem?: Problem;
  readonly ignored?: true;
  readonly mark?: EmptyMark;
  /** Size and time of a file, as they are shown. */
  readonly shownDetails?: string;
}

/** What stands in brackets after a name. */
export type Marker = Problem | EmptyMark | "ignored";

/** The marker of an entry, if it has one. */
export function markerOf({
  problem,
  ignored,
  mark,
}: Pick<LabelledEntry, "problem" | "ignored" | "mark">): Marker | undefined {
  return problem ?? (ignored === true ? "ignored" : mark);
}

/** The character after a name that shows its kind. */
export const KIND_SUFFIX: Readonly<Record<EntryKind, string>> = { file: "", directory: "/", symlink: "@", other: "?" };

/** A name that ends like this would read as a name with a mark. */
const READS_AS_MARK = / \[[^[\]]*\]$/;

/** How names of each kind must not end. A file's could read as another kind, too; a directory's `/` leaves no doubt. */
const RESERVED: Readonly<Record<EntryKind, RegExp | undefined>> = {
  file: /(?:[@?]| \[[^[\]]*\])$/,
  directory: undefined,
  symlink: READS_AS_MARK,
  other: READS_AS_MARK,
};

/** What `renderAge` writes. */
const AGE = String.raw`\d+[smhd]`;

/** What `renderDetails` writes. */
const DETAILS = String.raw`(?:\d+(?:\.\d)?[KMGTP]?(?:, )?)?(?:[+-]?\d{4,6}-\d\d-\d\d \d\d:\d\d)?`;

const LABEL = new RegExp(
  String.raw`^(?<name>"(?:[^"\\]|\\.)*"|[^"].*?)(?<suffix>[/@?]?)` +
    String.raw`(?: \[(?<details>(?!\])(?:${DETAILS}|${AGE}))\])?(?: \[(?<marker>${PROBLEM}|ignored|empty|no match)\])?$`,
  "su",
);

const IS_AGE = new RegExp(`^${AGE}$`);

/** The label of an entry, with its details and its marker if it has any. */
export function renderLabel(name: ByteString, kind: EntryKind, marker?: Marker, details?: string): string {
  // Only object stores have these two. Written plainly, they would lead elsewhere when read as a path.
  const shown = name === "." || name === ".." ? `"${name}"` : quoteName(name, RESERVED[kind]);
  const label = shown + KIND_SUFFIX[kind] + (details === undefined ? "" : ` [${details}]`);
  return marker === undefined ? label : `${label} [${marker}]`;
}

/** The entry that a label shows, or undefined if the text is not a label. */
export function parseLabel(label: string): LabelledEntry | undefined {
  const groups = LABEL.exec(label)?.groups;
  if (groups === undefined) {
    return undefined;
  }
  const { marker, details } = groups;
  const kind = kindOfSuffix(groups["suffix"]);
  const isWrong =
    (marker !== undefined && marker !== "ignored" && kind !== "directory") ||
    (details !== undefined && kind !== "file" && !(kind === "symlink" && IS_AGE.test(details)));
  if (isWrong) {
    // Such a mark is part of the name, which a listing would show in quotes.
    return label.startsWith('"') ? undefined : { name: toByteString(label), kind: "file" };
  }
  const shown = groups["name"] as string;
  const name = shown.startsWith('"') ? unquoteName(shown) : toByteString(shown);
  if (name === undefined || name.includes("/")) {
    return undefined;
  }
  return { name, kind, ...toMark(marker), ...(details !== undefined && { shownDetails: details }) };
}

function toMark(marker: string | undefined): Pick<LabelledEntry, "ignored" | "mark" | "problem"> {
  switch (marker) {
    case undefined:
      return {};
    case "ignored":
      return { ignored: true };
    case "empty":
    case "no match":
      return { mark: marker };
    default:
      return { problem: marker as Problem };
  }
}

/** The kind that a suffix shows. */
export function kindOfSuffix(suffix: string | undefined): EntryKind {
  const kinds = Object.keys(KIND_SUFFIX) as EntryKind[];
  return kinds.find((kind) => KIND_SUFFIX[kind] === suffix) ?? "file";
}

const UNITS = ["", "K", "M", "G", "T", "P"] as const;

/** The largest timestamp that `Date` supports. */
const LAST_DATE_MS = 8.64e15;

/** Size and time of a file, as far as they are known: `1.8K, 2026-11-15 06:14`. The same text for the same file on every machine. */
export function renderDetails({ size, modifiedMs }: Pick<EntryDetails, "size" | "modifiedMs">): string | undefined {
  const time = renderTime(modifiedMs)
    ?.replace("T", " ")
    .replace(/:\d\dZ$/, "");
  const parts = [renderSize(size), time].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** How long ago a time is, in its largest unit: `40s`, `3m`, `2h`, `5d`. At least a second: clocks differ. */
export function renderAge(milliseconds: number): string {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const [size, unit] = AGE_UNITS.find(([least]) => seconds >= least) as (typeof AGE_UNITS)[number];
  return `${Math.floor(seconds / size)}${unit}`;
}

const AGE_UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
] as const;

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
