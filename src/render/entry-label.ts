// One entry as a line of a listing shows it, without its indentation: the name, the suffix for its kind, the problem marker.
import type { ByteString } from "../core/byte-string.ts";
import { toByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { EmptyMark } from "../core/visit.ts";
import { quoteName, unquoteName } from "./quote-name.ts";

export interface LabelledEntry {
  readonly name: ByteString;
  readonly kind: EntryKind;
  readonly problem?: Problem;
  readonly ignored?: true;
  readonly mark?: EmptyMark;
}

/** What stands in brackets after a name. */
export type Marker = Problem | EmptyMark | "ignored";

/** The marker of an entry, if it has one. */
export function markerOf({ problem, ignored, mark }: Omit<LabelledEntry, "name" | "kind">): Marker | undefined {
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

/** Names that only object stores have. Written plainly, they would lead elsewhere when read as a path. */
const LEADS_ELSEWHERE = /^\.\.?$/;

const LABEL =
  /^(?<name>"(?:[^"\\]|\\.)*"|[^"].*?)(?<suffix>[/@?]?)(?: \[(?<marker>permission denied|no longer exists|timed out|unreadable: [A-Z0-9]+|ignored|empty|no match)\])?$/su;

/** The label of an entry, followed by the marker if there is one. */
export function renderLabel(name: ByteString, kind: EntryKind, marker?: Marker): string {
  const shown = LEADS_ELSEWHERE.test(name) ? `"${name}"` : quoteName(name, RESERVED[kind]);
  return `${shown}${KIND_SUFFIX[kind]}${marker === undefined ? "" : ` [${marker}]`}`;
}

/** The entry that a label shows, or undefined if the text is not a label. */
export function parseLabel(label: string): LabelledEntry | undefined {
  const groups = LABEL.exec(label)?.groups;
  if (groups === undefined) {
    return undefined;
  }
  // Only a directory has a marker: after anything else it is part of the name.
  const { marker } = groups;
  if (marker !== undefined && groups["suffix"] !== "/") {
    return label.startsWith('"') ? undefined : { name: toByteString(label), kind: "file" };
  }
  const shown = groups["name"] as string;
  const name = shown.startsWith('"') ? unquoteName(shown) : toByteString(shown);
  const kind = kindOfSuffix(groups["suffix"]);
  if (name === undefined || name.includes("/")) {
    return undefined;
  }
  if (marker === undefined) {
    return { name, kind };
  }
  if (marker === "empty" || marker === "no match") {
    return { name, kind, mark: marker };
  }
  return marker === "ignored" ? { name, kind, ignored: true } : { name, kind, problem: marker as Problem };
}

function kindOfSuffix(suffix: string | undefined): EntryKind {
  switch (suffix) {
    case "/":
      return "directory";
    case "@":
      return "symlink";
    case "?":
      return "other";
    default:
      return "file";
  }
}
