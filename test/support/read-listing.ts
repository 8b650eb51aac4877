// Reads the text of a listing back, so that tests can compare what it says. Programs call `listDir` instead.
import type { EntryKind } from "../../src/core/entry.ts";
import type { Problem } from "../../src/core/problem.ts";
import { splitShownPath, unquoteName } from "../../src/text/entry-label.ts";
import { renderListing, type ListDirEntry, type ListDirPage } from "../../src/text/listing.ts";
import type { PageEnd } from "../../src/text/closing-lines.ts";

const HEADER = "Absolute path: ";

/** The root in the first line of a text. */
function readHeader(line: string): string {
  if (!line.startsWith(HEADER)) {
    throw new SyntaxError(`the first line does not start with ${JSON.stringify(HEADER)}`);
  }
  return line.slice(HEADER.length);
}

/** What each of our lines after the entries says. A group that is absent is undefined. */
const LINES: readonly (readonly [RegExp, (...groups: string[]) => PageEnd])[] = [
  [/^\[empty\]$/, () => ({ empty: true })],
  [/^\[ignored directories were not searched; gitignore: off searches them\]$/, () => ({ ignoredNotSearched: true })],
  [
    /^\[timed out after ([\d,]+) directories; narrow the search\]$/,
    (count) => ({ timedOutAfter: { directories: readCount(count) } }),
  ],
  [
    /^\[nothing matches ((?:"(?:[^"\\]|\\.)*"|[^",\]][^,\]]*)(?:, (?!and )(?:"(?:[^"\\]|\\.)*"|[^",\]][^,\]]*))*)(?:, and ([\d,]+) more)?\]$/su,
    (named = "", more = "") => {
      const globs = named.match(/"(?:[^"\\]|\\.)*"|[^," ][^,]*/gsu) ?? [];
      // Of the others only the number is told.
      return { unmatchedGlobs: [...globs.map(readGlob), ...Array<string>(readCount(more)).fill("")] };
    },
  ],
  [/^\[nothing after (.*) in order tree\]$/su, (nothingAfter = "") => ({ nothingAfter })],
  [
    /^\[no entry matches the filters(?:; (?:a glob matches whole names: )?try ("(?:[^"\\]|\\.)*"|[^"\]][^\]]*))?\]$/su,
    (glob) => ({ filtered: true, ...(glob && { tryGlob: readGlob(glob) }) }),
  ],
  [
    /^More than (\d+) entries found(?:; continue with (?:offset (\d+)|after: (.+)))?$/su,
    (moreThan, nextOffset, next) => ({
      moreThan: Number(moreThan),
      ...(nextOffset && { nextOffset: Number(nextOffset) }),
      ...(next && { next }),
    }),
  ],
];

/** Takes our own lines off the end of the lines of a text. Returns what they say. */
function takeEnd(lines: string[]): PageEnd {
  const end: PageEnd = {};
  for (let said = readLine(lines.at(-1)); said !== undefined; said = readLine(lines.at(-1))) {
    lines.pop();
    Object.assign(end, said);
  }
  return end;
}

function readLine(line: string = ""): PageEnd | undefined {
  for (const [pattern, read] of LINES) {
    const [match, ...groups] = pattern.exec(line) ?? [];
    if (match !== undefined) {
      return read(...groups);
    }
  }
  return undefined;
}

function readCount(text: string = ""): number {
  return Number(text.replaceAll(",", ""));
}

function readGlob(glob: string): string {
  return unquoteName(glob) ?? glob;
}

const LINE = /^((?: {2})*)(\S.*)$/su;

/** Reads a text of `list_dir` in profile `leaf`. Throws a `SyntaxError` if `renderListing` would not write it like this. */
export function readListing(text: string): ListDirPage {
  const [header = "", ...lines] = text.split("\n");
  const end = takeEnd(lines);
  const listing = { root: readHeader(header), entries: readEntries(lines), ...end };
  if (renderListing(listing) !== text) {
    throw new SyntaxError(`not a listing: ${text}`);
  }
  return listing;
}

function readEntries(lines: readonly string[]): ListDirEntry[] {
  // The directories that the current line can belong to, and the last entry in each, one per step of indentation.
  const above: { readonly prefix: string; readonly depth: number; last?: number }[] = [{ prefix: "", depth: 0 }];
  const entries: ListDirEntry[] = [];
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
        entries[directory.last] = { ...(entries[directory.last] as ListDirEntry), moreAfter: true };
      }
      continue;
    }
    let { prefix, depth } = directory;
    const labels = readLabels(text);
    for (const [place, { name, ...marks }] of labels.entries()) {
      depth += 1;
      entries.push({
        ...marks,
        path: prefix + name,
        depth,
        ...(place < labels.length - 1 && { joined: true }),
        ...(place === labels.length - 1 && lines[index - 1] === `${indent}…` && { moreBefore: true }),
      });
      prefix += `${name}/`;
    }
    directory.last = entries.length - 1;
    if (labels.at(-1)?.kind === "directory") {
      above.push({ prefix, depth });
    }
  }
  return entries;
}

/** What the label of an entry says. */
type LabelledEntry = Omit<ListDirEntry, "path" | "depth"> & { readonly name: string };

/** The entries on a line: one, or the directories of a joined line. */
function readLabels(text: string): LabelledEntry[] {
  const end = text.lastIndexOf("/") + 1;
  const directories = splitShownPath(text.slice(0, end)).slice(0, -1);
  const isJoined = directories.length > 1 && /^$|^ \[/.test(text.slice(end));
  const labels = directories.map((name, place) => `${name}/${place === directories.length - 1 ? text.slice(end) : ""}`);
  return (isJoined ? labels : [text]).map(readLabel);
}

const LABEL = new RegExp(
  String.raw`^(?<shown>"(?:[^"\\]|\\.)*"|[^"].*?)(?<suffix>[/@?]?)` +
    String.raw`(?: \[(?!\])(?:(?<size>\d+(?:\.\d)?)(?<unit>[KMGTP]?)(?:, )?)?(?:(?<day>[+-]?\d{4,6}-\d\d-\d\d) (?<time>\d\d:\d\d))?\])?` +
    String.raw`(?: \[(?<mark>permission denied|no longer exists|path too long|timed out|unreadable: \w+|ignored|empty)\])?$`,
  "su",
);

const KINDS: Readonly<Record<string, EntryKind>> = { "": "file", "/": "directory", "@": "symlink", "?": "other" };

export function readLabel(label: string): LabelledEntry {
  const { shown = "", suffix = "", size, unit = "", day, time, mark } = LABEL.exec(label)?.groups ?? {};
  const name = shown.startsWith('"') ? unquoteName(shown) : shown;
  if (name === undefined || shown === "" || name.includes("/")) {
    throw new SyntaxError(`not a listing: ${label} is no entry`);
  }
  return {
    name,
    kind: KINDS[suffix] as EntryKind,
    ...(size !== undefined && { size: Math.round(Number(size) * 1024 ** " KMGTP".indexOf(unit || " ")) }),
    ...(day !== undefined && { modifiedMs: Date.parse(`${day}T${time}Z`) }),
    ...(mark === "ignored" ? { ignored: true } : mark === "empty" ? { mark } : mark && { problem: mark as Problem }),
  };
}
