// Reads the text of a listing back, so that tests can compare what it says. Who else wants data calls `listDir`.
import { joinPath, type ByteString } from "../../src/core/byte-string.ts";
import { parseLabel, type LabelledEntry } from "../../src/text/entry-label.ts";
import { toListingEntry, type Listing, type ListingEntry } from "../../src/text/listing.ts";
import { renderListing } from "../../src/text/listing.ts";
import { splitShownPath } from "../../src/text/shown-path.ts";
import { readHeader, takeEnd } from "./read-end.ts";

const LINE = /^((?: {2})*)(\S.*)$/su;

/** Reads a text of `list_dir` in profile `leaf`. Throws a `SyntaxError` if `renderListing` would not write it like this. */
export function readListing(text: string): Listing {
  const [header = "", ...lines] = text.split("\n");
  const end = takeEnd(lines);
  const listing = { root: readHeader(header), entries: readEntries(lines), ...end };
  if (renderListing(listing) !== text) {
    throw new SyntaxError(`not a listing: ${text}`);
  }
  return listing;
}

function readEntries(lines: readonly string[]): ListingEntry[] {
  // The directories that the current line can belong to, and the last entry in each, one per step of indentation.
  const above: { readonly path: ByteString; readonly depth: number; last?: number }[] = [
    { path: "" as ByteString, depth: 0 },
  ];
  const entries: ListingEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const directory = above[indent.length / 2];
    if (directory === undefined || text === "") {
      throw new SyntaxError(`not a listing: line ${index + 2} is no entry of a directory above it`);
    }
    above.length = indent.length / 2 + 1;
    if (text === "…") {
      // Entries are left out after the last one, or before the next one if that is on the next line.
      const hasNext = lines[index + 1]?.startsWith(indent) === true && lines[index + 1]?.[indent.length] !== " ";
      if (!hasNext && directory.last !== undefined) {
        entries[directory.last] = { ...(entries[directory.last] as ListingEntry), moreAfter: true };
      }
      continue;
    }
    let { path, depth } = directory;
    const labels = readLabels(text);
    for (const [place, { name, shownDetails, ...marks }] of labels.entries()) {
      path = joinPath(path, name);
      depth += 1;
      entries.push({
        ...toListingEntry({ ...marks, path, depth }),
        ...(shownDetails !== undefined && { shownDetails }),
        ...(place < labels.length - 1 && { joined: true }),
        ...(place === labels.length - 1 && lines[index - 1] === `${indent}…` && { moreBefore: true }),
      });
    }
    directory.last = entries.length - 1;
    if (labels.at(-1)?.kind === "directory") {
      above.push({ path, depth });
    }
  }
  return entries;
}

/** The entries on a line: one, or the directories of a joined line, of which the last may hold a file. */
function readLabels(text: string): LabelledEntry[] {
  const end = text.lastIndexOf("/") + 1;
  const rest = text.slice(end);
  const directories = splitShownPath(text.slice(0, end)).slice(0, -1);
  const isFile = end > 0 && rest !== "" && !rest.startsWith(" [");
  const shown = directories.map((name, place) => `${name}/${!isFile && place === directories.length - 1 ? rest : ""}`);
  return (directories.length > 1 || isFile ? [...shown, ...(isFile ? [rest] : [])] : [text]).map((label) => {
    const entry = parseLabel(label);
    if (entry === undefined) {
      throw new SyntaxError(`not a listing: ${label} is no entry`);
    }
    return entry;
  });
}
