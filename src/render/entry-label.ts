// One entry as a line of a listing shows it, without its indentation: the name, the suffix for its kind, the problem marker.
import type { ByteString } from "../core/byte-string.ts";
import { toByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import { quoteName, unquoteName } from "./quote-name.ts";

export interface LabelledEntry {
  readonly name: ByteString;
  readonly kind: EntryKind;
  readonly problem?: Problem;
  readonly ignored?: true;
}

/** The character after a name that shows its kind. */
export const KIND_SUFFIX: Readonly<Record<EntryKind, string>> = { file: "", directory: "/", symlink: "@", other: "?" };

/** A file name that ends like this would read as another kind, or as marked. A directory's `/` leaves no doubt. */
const READS_AS_SUFFIX = /[@?]$| \[ignored\]$/;

/** Names that only object stores have. Written plainly, they would lead elsewhere when read as a path. */
const LEADS_ELSEWHERE = /^\.\.?$/;

const LABEL =
  /^(?<name>"(?:[^"\\]|\\.)*"|[^"].*?)(?<suffix>[/@?]?)(?: \[(?<marker>permission denied|no longer exists|timed out|unreadable: [A-Z0-9]+|ignored)\])?$/su;

/** The label of an entry, followed by the marker if there is one. */
export function renderLabel(name: ByteString, kind: EntryKind, marker?: Problem | "ignored"): string {
  const shown = LEADS_ELSEWHERE.test(name)
    ? `"${name}"`
    : quoteName(name, kind === "file" ? READS_AS_SUFFIX : undefined);
  return `${shown}${KIND_SUFFIX[kind]}${marker === undefined ? "" : ` [${marker}]`}`;
}

/** The entry that a label shows, or undefined if the text is not a label. */
export function parseLabel(label: string): LabelledEntry | undefined {
  const groups = LABEL.exec(label)?.groups;
  if (groups === undefined) {
    return undefined;
  }
  // Only a directory has a problem: after anything else it is part of the name.
  const { marker } = groups;
  if (marker !== undefined && marker !== "ignored" && groups["suffix"] !== "/") {
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
