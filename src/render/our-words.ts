// Our own words in the text of a listing or a map: its first line, marks, and the lines after the entries. Who writes them and who reads
// them back takes them from here.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import { quoteAlways, quoteName, unquoteName, UNSAFE_CHARACTER } from "./entry-label.ts";

const HEADER = "Absolute path: ";

/** Stands for entries of a directory that are on other pages. At the end of a path it means all that is in that directory. */
export const ELLIPSIS = "…";

/** What a listing or a map says about itself after its entries. */
export interface ListingEnd {
  /** Set if the time was up: how many directories had been read by then. */
  readonly timedOutAfter?: number;
  /** Set if a search read as much as it may: so many directories, or in a store so many requests, up to this path. */
  readonly stoppedAfter?: { readonly directories: number } | { readonly requests: number; readonly at: string };
  /** Set if a search found more than is shown. */
  readonly left?: Left;
  /** Set if the root is empty: it has nothing that may be seen. */
  readonly empty?: true;
  /** Set if there are entries, but none that the filters let through; `entries` then contains what could not be read. */
  readonly filtered?: true;
  /** Set beside `filtered` if a glob of `include` was a whole name: the glob for names that contain it. */
  readonly tryGlob?: string;
  /** Set if there were several globs in `include`, everything was read, and some of them matched nothing that may be shown. */
  readonly nothingMatches?: NothingMatches;
  /** Set if a search (`include`) passed ignored directories by, in which something might match. */
  readonly passedBy?: true;
}

/** What a search found and does not show. */
export interface Left {
  readonly count: number;
  /** Set if there may be more, because not everything was read. */
  readonly atLeast?: true;
  /** Set if the newest are shown, and not the best. */
  readonly older?: true;
}

/** What a listing says after its entries. */
export interface PageEnd extends ListingEnd {
  /** Set if nothing comes after this path, which is shown as it was given. */
  readonly nothingAfter?: string;
  /** How many entries are shown, not counting context. Only set if there are more, or may be because the time was up. */
  readonly moreThan?: number;
  /** The `offset` of the next page. Only set in order `breadth`, and only if there are more entries. */
  readonly nextOffset?: number;
  /** The `after` of the next page. Only set in order `tree`, and only if there are more entries. */
  readonly next?: string;
}

const EMPTY = "[empty]";
const FILTERED = /^\[no entry matches the filters(?:; a glob matches whole names: try (.+))?\]$/su;
const NOT_SEARCHED = "[ignored directories were not searched]";
const TIMED_OUT = /^\[timed out after (0|[1-9]\d*) directories; narrow the search\]$/;
const STOPPED = /^\[stopped after (?:([1-9]\d*) directories|([1-9]\d*) requests, at (.*)); narrow the search\]$/su;
const LEFT = /^\[([1-9]\d*)(\+?) more (?:match less well|(are older))\]$/;
const NOTHING_AFTER = /^\[nothing after (.*) in order tree\]$/su;
const MORE = /^More than (0|[1-9]\d*) entries found(?:; continue with (?:offset ([1-9]\d*)|after: (.+)))?$/su;
const ONLY = /^\[only (.*)\]$/su;

/** The first line. */
export function renderHeader(root: string): string {
  return HEADER + root;
}

/** A listing root as the header shows it: as it was given, except that components with unsafe characters are quoted. */
export function renderRoot(path: string): string {
  if (!UNSAFE_CHARACTER.test(path)) {
    return path;
  }
  return path
    .split("/")
    .map((component) => (UNSAFE_CHARACTER.test(component) ? quoteName(toByteString(component), undefined) : component))
    .join("/");
}

/** The root in the first line of a text. Throws a `SyntaxError` if it is another line. `what` is what the text should be. */
export function parseHeader(line: string, what: string): string {
  if (!line.startsWith(HEADER)) {
    throw new SyntaxError(`not a ${what}: line 1 does not start with ${JSON.stringify(HEADER)}`);
  }
  return line.slice(HEADER.length);
}

/** The line that says which fold a map is about. */
export function renderOnly(fold: string): string {
  return `[only ${fold}]`;
}

/** The fold in such a line; undefined if it is another line. */
export function parseOnly(line: string): string | undefined {
  return ONLY.exec(line)?.[1];
}

/** The lines after the entries, in their order. */
export function renderEnd(end: PageEnd): string[] {
  const stop = renderStop(end);
  const why = stop === undefined ? renderWhy(end) : undefined;
  const left = end.left && renderLeft(end.left);
  const lines = [stop, left, why].filter((line) => line !== undefined);
  if (end.passedBy === true) {
    lines.push(NOT_SEARCHED);
  }
  if (end.moreThan !== undefined) {
    lines.push(renderMore(end.moreThan) + renderNext(end));
  }
  return lines;
}

/** The line that says that not everything was read. */
function renderStop({ timedOutAfter, stoppedAfter }: ListingEnd): string | undefined {
  if (timedOutAfter !== undefined) {
    return `[timed out after ${timedOutAfter} directories; narrow the search]`;
  }
  if (stoppedAfter === undefined) {
    return undefined;
  }
  const where =
    "requests" in stoppedAfter
      ? `${stoppedAfter.requests} requests, at ${stoppedAfter.at}`
      : `${stoppedAfter.directories} directories`;
  return `[stopped after ${where}; narrow the search]`;
}

function renderLeft({ count, atLeast, older }: Left): string {
  return `[${count}${atLeast === true ? "+" : ""} more ${older === true ? "are older" : "match less well"}]`;
}

/** The line that says why there is nothing, or not all that was asked for. */
function renderWhy({ nothingAfter, empty, filtered, tryGlob, nothingMatches }: PageEnd): string | undefined {
  if (nothingAfter !== undefined) {
    return `[nothing after ${nothingAfter} in order tree]`;
  }
  if (empty === true) {
    return EMPTY;
  }
  if (filtered === true) {
    const hint = tryGlob === undefined ? "" : `; a glob matches whole names: try ${writeGlob(tryGlob)}`;
    return `[no entry matches the filters${hint}]`;
  }
  return nothingMatches && `[${writeNothingMatches(nothingMatches)}]`;
}

/** The same as values of JSON, in a fixed order. JSON itself leaves out those without a value. */
export function toPlainEnd(end: ListingEnd): object {
  const { timedOutAfter, stoppedAfter, left, empty, filtered, tryGlob, nothingMatches, passedBy } = end;
  return { timedOutAfter, stoppedAfter, left, empty, filtered, tryGlob, nothingMatches, passedBy };
}

/** That there are more entries than these, in the words of every profile. */
export function renderMore(shown: number): string {
  return `More than ${shown} entries found`;
}

function renderNext({ nextOffset, next }: PageEnd): string {
  if (nextOffset !== undefined) {
    return `; continue with offset ${nextOffset}`;
  }
  return next === undefined ? "" : `; continue with after: ${next}`;
}

/** Takes our own lines off the end of the lines of a listing. Returns what they say. */
export function takeEnd(lines: string[]): PageEnd {
  let end: PageEnd = {};
  const [, moreThan, nextOffset, next] = takeParsed(lines, (line) => MORE.exec(line) ?? undefined) ?? [];
  if (moreThan !== undefined) {
    end = {
      moreThan: Number(moreThan),
      ...(nextOffset !== undefined && { nextOffset: Number(nextOffset) }),
      ...(next !== undefined && { next }),
    };
  }
  if (lines.at(-1) === NOT_SEARCHED) {
    lines.pop();
    end = { passedBy: true, ...end };
  }
  const why = takeParsed(lines, parseWhy);
  const left = takeParsed(lines, parseLeft);
  const stop = why === undefined ? takeParsed(lines, parseStop) : undefined;
  return { ...stop, ...left, ...why, ...end };
}

function takeParsed<Parsed>(lines: string[], parse: (line: string) => Parsed | undefined): Parsed | undefined {
  const parsed = parse(lines.at(-1) ?? "");
  if (parsed !== undefined) {
    lines.pop();
  }
  return parsed;
}

function parseStop(line: string): ListingEnd | undefined {
  const [, late] = TIMED_OUT.exec(line) ?? [];
  if (late !== undefined) {
    return { timedOutAfter: Number(late) };
  }
  const [stopped, directories, requests, at = ""] = STOPPED.exec(line) ?? [];
  if (stopped === undefined) {
    return undefined;
  }
  return {
    stoppedAfter: directories === undefined ? { requests: Number(requests), at } : { directories: Number(directories) },
  };
}

function parseLeft(line: string): ListingEnd | undefined {
  const [found, count, more, older] = LEFT.exec(line) ?? [];
  return found === undefined
    ? undefined
    : {
        left: {
          count: Number(count),
          ...(more === "+" && { atLeast: true as const }),
          ...(older !== undefined && { older: true as const }),
        },
      };
}

function parseWhy(line: string): PageEnd | undefined {
  const [, path] = NOTHING_AFTER.exec(line) ?? [];
  if (path !== undefined) {
    return { nothingAfter: path };
  }
  if (line === EMPTY) {
    return { empty: true };
  }
  const [filtered, written] = FILTERED.exec(line) ?? [];
  if (filtered !== undefined) {
    const tryGlob = written?.startsWith('"') === true ? toText(unquoteName(written) ?? ("" as ByteString)) : written;
    const why: PageEnd = tryGlob === undefined ? { filtered: true } : { filtered: true, tryGlob };
    // There is only one way to write it.
    return renderWhy(why) === line ? why : undefined;
  }
  const nothingMatches = parseNothingMatches(line);
  return nothingMatches && { nothingMatches };
}

/** What matched nothing. */
export interface NothingMatches {
  /** The first of them, as they were given. */
  readonly globs: readonly string[];
  /** How many more there are. */
  readonly more?: number;
}

/** So many are named at most. */
const MOST_NAMED = 10;

/** What would read as the end of a glob or of the line, or as another kind or a mark, as in a listing. */
const RESERVED = /[,\s\]]|[@?]$/;

const NOTHING_MATCHES = /^\[nothing matches (.+)\]$/su;
const ITEM = /(?:^|, )(?:and ([1-9]\d*) more$|("(?:[^"\\]|\\.)*"|[^",\s\]][^,\s\]]*))/suy;

/** What is told of those that matched nothing: as many as `maxBytes` has room for. Undefined if there are none, or no room for one. */
export function toNothingMatches(
  unmatched: readonly string[],
  maxBytes: number = Infinity,
): NothingMatches | undefined {
  for (let count = Math.min(unmatched.length, MOST_NAMED); count > 0; count -= 1) {
    const more = unmatched.length - count;
    // Half of a surrogate pair can't be written.
    const globs = unmatched.slice(0, count).map((glob) => toText(toByteString(glob)));
    const told = more === 0 ? { globs } : { globs, more };
    if (toByteString(writeNothingMatches(told)).length <= maxBytes) {
      return told;
    }
  }
  return undefined;
}

/** In words, for a line in brackets or for the end of a summary: `nothing matches feedback.py, "a b", and 3 more`. */
export function writeNothingMatches({ globs, more }: NothingMatches): string {
  return `nothing matches ${globs.map(writeGlob).join(", ")}${more === undefined ? "" : `, and ${more} more`}`;
}

/** A glob as it stands in a line of ours. */
function writeGlob(glob: string): string {
  const bytes = toByteString(glob);
  return RESERVED.test(glob) ? quoteAlways(bytes) : quoteName(bytes, undefined);
}

/** What a line `[nothing matches …]` says; undefined if it is another line. */
function parseNothingMatches(line: string): NothingMatches | undefined {
  const [, text = ""] = NOTHING_MATCHES.exec(line) ?? [];
  const globs: string[] = [];
  let more: number | undefined;
  let at = 0;
  while (at < text.length && more === undefined) {
    ITEM.lastIndex = at;
    const [whole, count, glob = ""] = ITEM.exec(text) ?? [];
    if (whole === undefined) {
      return undefined;
    }
    at += whole.length;
    if (count === undefined) {
      const name = glob.startsWith('"') ? unquoteName(glob) : toByteString(glob);
      globs.push(toText(name ?? toByteString("")));
    } else {
      more = Number(count);
    }
  }
  const told = more === undefined ? { globs } : { globs, more };
  // There is only one way to write it.
  return globs.length > 0 && `[${writeNothingMatches(told)}]` === line ? told : undefined;
}
