// Parses the text of a listing: the exact inverse of `renderListing`.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { markerOf, parseLabel, renderLabel, type LabelledEntry } from "./entry-label.ts";
import { toListingEntry, type Listing, type ListingEntry } from "./listing.ts";
import { ELLIPSIS, parseHeader, takeEnd } from "./our-words.ts";
import { splitShownPath } from "./shown-path.ts";

const LINE = /^((?: {2})*)(\S.*)$/su;

/** A directory that lines can be nested under. */
interface Directory {
  readonly path: ByteString;
  readonly depth: number;
}

/** Parses a text of `list_dir` in profile `leaf`. Throws if the text is not such a listing. */
export function parseListing(text: string): Listing {
  const [header = "", ...lines] = text.split("\n");
  const root = parseHeader(header, "listing");
  const end = takeEnd(lines);
  return { root, entries: parseLines(lines), ...end };
}

function parseLines(lines: readonly string[]): ListingEntry[] {
  // The directories that the current line can belong to, one per step of indentation.
  const above: Directory[] = [{ path: "" as ByteString, depth: 0 }];
  /** The numbers of the last entries, by the indentation of their lines. */
  const last: number[] = [];
  const entries: ListingEntry[] = [];
  let gap: number | undefined;
  for (const [index, line] of lines.entries()) {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const steps = indent.length / 2;
    const isGap = text === ELLIPSIS;
    const labels = isGap ? [] : parseLabels(text);
    const directory = above[steps];
    if (labels === undefined || directory === undefined || (isGap && gap === steps)) {
      throw new SyntaxError(`not a listing: line ${index + 2} is no entry of a directory above it`);
    }
    if (gap !== undefined && gap !== steps) {
      endGap(entries, last[gap], index);
      gap = undefined;
    }
    if (isGap) {
      gap = steps;
      continue;
    }
    let { path, depth } = directory;
    for (const [place, label] of labels.entries()) {
      path = joinPath(path, label.name);
      depth += 1;
      const { shownDetails, ...visit } = label;
      const plain = toListingEntry({ ...visit, path, depth });
      const entry = shownDetails === undefined ? plain : { ...plain, shownDetails };
      entries.push(place < labels.length - 1 ? { ...entry, joined: true } : entry);
    }
    if (gap === steps) {
      entries[entries.length - 1] = { ...(entries.at(-1) as ListingEntry), moreBefore: true };
      gap = undefined;
    }
    last.length = steps;
    last.push(entries.length - 1);
    above.length = steps + 1;
    if (labels.at(-1)?.kind === "directory") {
      above.push({ path, depth });
    }
  }
  if (gap !== undefined) {
    endGap(entries, last[gap], lines.length);
  }
  return entries;
}

/** A gap that no entry of the directory follows comes after the last one. */
function endGap(entries: ListingEntry[], place: number | undefined, index: number): void {
  const entry = place === undefined ? undefined : entries[place];
  if (place === undefined || entry === undefined) {
    throw new SyntaxError(`not a listing: line ${index + 1} is no entry of a directory above it`);
  }
  entries[place] = { ...entry, moreAfter: true };
}

/** The entries on a line: one, or the directories of a joined line, of which the last may hold a file. */
function parseLabels(text: string): LabelledEntry[] | undefined {
  const end = text.lastIndexOf("/") + 1;
  const rest = text.slice(end);
  const directories = splitShownPath(text.slice(0, end)).slice(0, -1);
  const isFile = end > 0 && rest !== "" && !rest.startsWith(" [");
  const mark = isFile ? "" : rest;
  const labels =
    directories.length > 1 || isFile
      ? directories.map((name, place) => parseLabel(`${name}/${place < directories.length - 1 ? "" : mark}`))
      : [parseLabel(text)];
  if (isFile) {
    labels.push(parseLabel(rest));
  }
  // There is only one way to write a label: if we would write it differently, it is not ours.
  const isOurs = (all: typeof labels): all is LabelledEntry[] =>
    all.every((label) => label !== undefined) && all.map(renderParsed).join("") === text;
  return isOurs(labels) ? labels : undefined;
}

function renderParsed({ name, kind, shownDetails, ...marks }: LabelledEntry): string {
  return renderLabel(name, kind, markerOf(marks), shownDetails);
}
