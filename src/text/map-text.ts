// A map as data and as text. Search results look the same.
import { sortedByBytes, type EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import { renderEnd, renderHeader, renderOnly, type ListingEnd } from "./closing-lines.ts";
import {
  KIND_SUFFIX,
  type Line,
  markOf,
  plain,
  quoteAlways,
  renderLabel,
  renderRoot,
  type Span,
} from "./entry-label.ts";
import { renderCount } from "./amounts.ts";
import { writeFold, type MapFold } from "./fold.ts";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** How a map or a search begins, and how long it may be. */
export interface AnswerBounds {
  /** The root as the first line shows it. */
  readonly shownRoot: string;
  /** How many tokens the whole answer may take. */
  readonly budget: number;
  readonly countTokens: CountTokens;
  readonly maxBytes: number;
}

/** A name on a map. */
export interface MapName {
  /**
   * The path below the directory that it is shown in: one name, or several for directories that only contain the next one. Bytes
   * that are not valid UTF-8 read as U+FFFD.
   */
  readonly name: string;
}

/** A file, a link, or anything else that is not a directory. */
export interface MapFile extends MapName {
  readonly kind: Exclude<EntryKind, "directory">;
}

/** A directory without its contents. */
export interface MapClosedDirectory extends MapName {
  /** How many entries are below it, all levels together. Absent if it was not read because it is ignored or unreadable. */
  readonly count?: number;
  /** Set if the count is 0: the directory is empty, or the filters leave nothing. */
  readonly mark?: "empty" | "filtered";
  /** Set if not everything below it was counted. */
  readonly partial?: true;
  /** Why it could not be read. */
  readonly problem?: Problem;
  /** Set if git ignores it. */
  readonly ignored?: true;
}

/** What was read of a directory that is shown closed. */
interface ReadBelow {
  readonly problem: Problem | undefined;
  readonly below: number;
  readonly isBelowPartial: boolean;
  /** Whether it has no entries at all, regardless of filters. */
  readonly isEmpty: boolean;
}

export function toClosed(name: string, isIgnored: boolean, inside: ReadBelow | undefined): MapClosedDirectory {
  if (isIgnored) {
    return { name, ignored: true };
  }
  const { problem, below = 0, isBelowPartial = true, isEmpty = false } = inside ?? {};
  if (problem !== undefined) {
    return { name, problem };
  }
  if (isBelowPartial) {
    return { name, count: below, partial: true };
  }
  return below > 0 ? { name, count: below } : { name, count: 0, mark: isEmpty ? "empty" : "filtered" };
}

/** A directory with its contents. */
export interface MapOpenDirectory extends MapName, MapContents {}

/** What a map shows of a directory. Each list is in byte order. */
export interface MapContents {
  readonly files: readonly MapFile[];
  readonly folds: readonly MapFold[];
  readonly closed: readonly MapClosedDirectory[];
  readonly open: readonly MapOpenDirectory[];
}

/** What a map says besides the contents of the directory. */
export interface MapFrame extends ListingEnd {
  /** The mapped directory as the first line shows it. */
  readonly root: string;
  /** The fold that the caller opened. */
  readonly fold?: string;
  /** Set if this is a search result: only some entries are shown, and the others are not counted. */
  readonly partial?: true;
}

/** A map: what `renderMap` writes. */
export interface DirectoryMap extends MapFrame, MapContents {}

/** The text of a map, without a newline at the end. */
export function renderMap({ root, fold, partial, files, folds, closed, open, ...end }: DirectoryMap): string {
  const lines = mapLines({ files, folds, closed, open }, partial).map(plain);
  return [renderHeader(renderRoot(root)), ...renderOnly(fold), ...lines, ...renderEnd(end)].join("\n");
}

/** The lines of a map. `isPartial`: it is a search result. Not recursive, since a caller's map may be very deep. */
export function mapLines(root: MapContents, isPartial: boolean = false): Line[] {
  const lines: Line[] = [];
  const pending: { readonly label: Line; readonly contents: MapContents; readonly indent: string }[] = [
    { label: [], contents: root, indent: "" },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { label, contents, indent } = next;
    const closed = sortedByBytes(contents.closed, directoryKey);
    const open = sortedByBytes(contents.open, directoryKey);
    const names = namesOf(contents);
    const isOneFile = names.length === 1 && contents.files.length === 1 && closed.length + open.length === 0;
    // In a search, a file shares its directory's line if nothing else in it is shown.
    const sharesLine = isPartial && isOneFile && label.length > 0;
    if (label.length > 0) {
      lines.push([{ text: indent.slice(2) }, ...label, ...(sharesLine ? names : [])]);
    }
    lines.push(
      ...lineOf(indent, sharesLine ? [] : names.map((name) => [name])),
      ...lineOf(indent, closed.map(closedSpans)),
    );
    for (const inside of open.toReversed()) {
      const path: Span = { text: writePath(inside.name), role: "directory" };
      pending.push({ label: [path], contents: inside, indent: `${indent}  ` });
    }
  }
  return lines;
}

/** A line of names with gaps between them; none if there are no names. */
function lineOf(indent: string, names: readonly Line[]): Line[] {
  const spans = names.flatMap((name, index): Line => [index === 0 ? { text: indent } : GAP, ...name]);
  return spans.length === 0 ? [] : [spans];
}

const GAP: Span = { text: " ", role: "gap" };

function namesOf({ files, folds }: MapContents): Span[] {
  const names = [
    ...files.map(({ name, kind }) => ({ key: name, text: writeName(name, kind), role: kind })),
    ...folds.map((fold) => ({ key: fold.glob, text: writeFold(fold), role: "note" as const })),
  ];
  return sortedByBytes(names, ({ key }) => key);
}

function directoryKey({ name }: MapName): string {
  return `${name}/`;
}

/**
 * Names that only maps quote: those with white space or a `*`, and those that look like a count, or like the first word of a mark or of one of
 * dirleaf's own lines, `[permission`.
 */
const RESERVED = /[\s*]|^\(\d[\d,]*\+?[,)]$|^\[[^\]]*$/;

/** A single name with the suffix of its kind. */
export function writeName(name: string, kind: EntryKind): string {
  return RESERVED.test(name) ? quoteAlways(name) + KIND_SUFFIX[kind] : renderLabel(name, kind);
}

/** A directory, or several joined by `/` because each only contains the next one. */
export function writePath(path: string): string {
  return path
    .split("/")
    .map((name) => writeName(name, "directory"))
    .join("");
}

export function writeClosed(directory: MapClosedDirectory): string {
  return plain(closedSpans(directory));
}

/** A closed directory with its mark or its count. */
function closedSpans(directory: MapClosedDirectory): Line {
  const mark = markOf(directory);
  const state = mark === undefined ? `(${renderCount(directory.count ?? 0, directory.partial)})` : `[${mark}]`;
  return [
    { text: writePath(directory.name), role: "directory" },
    { text: ` ${state}`, role: directory.problem === undefined ? "note" : "problem" },
  ];
}
