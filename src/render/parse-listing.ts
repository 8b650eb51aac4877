// Parses the text of a listing: the exact inverse of `renderListing`.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { parseLabel, renderLabel, type LabelledEntry } from "./entry-label.ts";
import { toListingEntry, type Listing, type ListingEntry } from "./listing.ts";
import { NOT_SEARCHED, NOTHING_MATCHES } from "./render-listing.ts";
import { splitShownPath } from "./shown-path.ts";

const HEADER = "Absolute path: ";
const MORE = /^More than (0|[1-9]\d*) entries found$/;
const LINE = /^((?: {2})*)(\S.*)$/su;

/** A directory that lines can be nested under. */
interface Directory {
  readonly path: ByteString;
  readonly depth: number;
}

/** Parses a text of `list_dir` in profile `leaf`. Throws if the text is not such a listing. */
export function parseListing(text: string): Listing {
  const [header = "", ...lines] = text.split("\n");
  if (!header.startsWith(HEADER)) {
    throw new SyntaxError(`not a listing: line 1 does not start with ${JSON.stringify(HEADER)}`);
  }
  const more = MORE.exec(lines.at(-1) ?? "")?.[1];
  if (more !== undefined) {
    lines.pop();
  }
  const isPassedBy = lines.at(-1) === NOT_SEARCHED;
  if (isPassedBy) {
    lines.pop();
  }
  const isFiltered = lines.at(-1) === NOTHING_MATCHES;
  if (isFiltered) {
    lines.pop();
  }
  return {
    root: header.slice(HEADER.length),
    entries: parseLines(lines),
    ...(more !== undefined && { moreThan: Number(more) }),
    ...(isFiltered && { filtered: true }),
    ...(isPassedBy && { passedBy: true }),
  };
}

function parseLines(lines: readonly string[]): ListingEntry[] {
  // What the current line can be nested under, one for each step of its indentation.
  const above: Directory[] = [{ path: "" as ByteString, depth: 0 }];
  return lines.flatMap((line, index) => {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const labels = parseLabels(text);
    const directory = above[indent.length / 2];
    if (labels === undefined || directory === undefined) {
      throw new SyntaxError(`not a listing: line ${index + 2} is no entry of a directory above it`);
    }
    let { path, depth } = directory;
    const entries = labels.map((label, place) => {
      path = joinPath(path, label.name);
      depth += 1;
      const entry = toListingEntry({ ...label, path, depth });
      return place < labels.length - 1 ? { ...entry, joined: true as const } : entry;
    });
    above.length = indent.length / 2 + 1;
    if (labels.at(-1)?.kind === "directory") {
      above.push({ path, depth });
    }
    return entries;
  });
}

/** The entries on a line: one, or the directories of a joined line. */
function parseLabels(text: string): LabelledEntry[] | undefined {
  const end = text.lastIndexOf("/") + 1;
  const directories = splitShownPath(text.slice(0, end)).slice(0, -1);
  const labels =
    directories.length > 1
      ? directories.map((name, place) => parseLabel(`${name}/${place < directories.length - 1 ? "" : text.slice(end)}`))
      : [parseLabel(text)];
  // There is only one way to write a label: if we would write it differently, it is not ours.
  const isOurs = (all: typeof labels): all is LabelledEntry[] =>
    all.every((label) => label !== undefined) && all.map(renderParsed).join("") === text;
  return isOurs(labels) ? labels : undefined;
}

function renderParsed({ name, kind, problem, ignored }: LabelledEntry): string {
  return renderLabel(name, kind, problem ?? (ignored === true ? "ignored" : undefined));
}
