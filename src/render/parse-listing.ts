// Text to a listing: the exact inverse of `renderListing`.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { parseLabel } from "./entry-label.ts";
import { toListingEntry, type Listing, type ListingEntry } from "./listing.ts";
import { NOTHING_MATCHES, renderVisit } from "./render-listing.ts";

const HEADER = "Absolute path: ";
const MORE = /^More than (0|[1-9]\d*) entries found$/;
const LINE = /^((?: {2})*)(\S.*)$/su;

/** The listing behind a text of `list_dir` in profile `leaf`. Throws where the text is no such listing. */
export function parseListing(text: string): Listing {
  const [header = "", ...lines] = text.split("\n");
  if (!header.startsWith(HEADER)) {
    throw new SyntaxError(`not a listing: line 1 does not start with ${JSON.stringify(HEADER)}`);
  }
  const more = MORE.exec(lines.at(-1) ?? "")?.[1];
  if (more !== undefined) {
    lines.pop();
  }
  const root = header.slice(HEADER.length);
  if (lines.length === 1 && lines[0] === NOTHING_MATCHES) {
    return { root, entries: [], filtered: true };
  }
  const entries = parseLines(lines);
  return more === undefined ? { root, entries } : { root, entries, moreThan: Number(more) };
}

function parseLines(lines: readonly string[]): ListingEntry[] {
  // The directories that the current line stands in, from the root down.
  const directories = ["" as ByteString];
  return lines.map((line, index) => {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const label = parseLabel(text);
    const depth = indent.length / 2 + 1;
    const directory = directories[depth - 1];
    // A label has one way to be written: what would not be written so was not written by us.
    if (
      label === undefined ||
      directory === undefined ||
      renderVisit({ ...label, path: label.name, depth: 1 }) !== text
    ) {
      throw new SyntaxError(`not a listing: line ${index + 2} is no entry of a directory above it`);
    }
    const { name, kind } = label;
    const path = joinPath(directory, name);
    directories.length = depth;
    if (kind === "directory") {
      directories.push(path);
    }
    return toListingEntry({ ...label, path, depth });
  });
}
