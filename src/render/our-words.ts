// Our own words in the text of a listing or a map: its first line, marks, and the lines after the entries. Who writes them and who reads
// them back takes them from here, and a name that begins like one of our lines is shown in quotes.

const HEADER = "Absolute path: ";

/** Stands for entries of a directory that are on other pages. At the end of a path it means all that is in that directory. */
export const ELLIPSIS = "…";

/** The marks of problems, as a pattern. */
export const PROBLEM: string = String.raw`permission denied|no longer exists|timed out|unreadable: [A-Z0-9]+`;

/** How our lines begin. */
export const OUR_LINE: RegExp =
  /^(?:Absolute path:|More than \d+ entries found|\[(?:nothing after |no entry matches|timed out after|ignored directories|only )|…$)/;

/** What a listing says after its entries. */
export interface PageEnd {
  /** Set if the time was up: how many directories had been read by then. */
  readonly timedOutAfter?: number;
  /** Set if nothing comes after this path, which is shown as it was given. */
  readonly nothingAfter?: string;
  /** Set if there are entries, but none that the filters let through; `entries` then contains what could not be read. */
  readonly filtered?: true;
  /** Set if a search (`include`) passed ignored directories by, in which something might match. */
  readonly passedBy?: true;
  /** How many entries are shown, not counting context. Only set if there are more, or may be because the time was up. */
  readonly moreThan?: number;
  /** The `offset` of the next page. Only set in order `breadth`, and only if there are more entries. */
  readonly nextOffset?: number;
  /** The `after` of the next page. Only set in order `tree`, and only if there are more entries. */
  readonly next?: string;
}

export const NOTHING_MATCHES = "[no entry matches the filters]";
const NOT_SEARCHED = "[ignored directories were not searched]";
const TIMED_OUT = /^\[timed out after (0|[1-9]\d*) directories; narrow the search\]$/;
const NOTHING_AFTER = /^\[nothing after (.*) in order tree\]$/su;
const MORE = /^More than (0|[1-9]\d*) entries found(?:; continue with (?:offset ([1-9]\d*)|after: (.+)))?$/su;
const ONLY = /^\[only (.*)\]$/su;

/** The first line. */
export function renderHeader(root: string): string {
  return HEADER + root;
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
  const lines: string[] = [];
  if (end.timedOutAfter !== undefined) {
    lines.push(`[timed out after ${end.timedOutAfter} directories; narrow the search]`);
  } else if (end.nothingAfter !== undefined) {
    lines.push(`[nothing after ${end.nothingAfter} in order tree]`);
  } else if (end.filtered === true) {
    lines.push(NOTHING_MATCHES);
  }
  if (end.passedBy === true) {
    lines.push(NOT_SEARCHED);
  }
  if (end.moreThan !== undefined) {
    lines.push(renderMore(end.moreThan) + renderNext(end));
  }
  return lines;
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
  const [, moreThan, nextOffset, next] = takeLine(lines, MORE) ?? [];
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
  const [, directories] = takeLine(lines, TIMED_OUT) ?? [];
  const [, path] = directories === undefined ? (takeLine(lines, NOTHING_AFTER) ?? []) : [];
  if (directories !== undefined) {
    return { timedOutAfter: Number(directories), ...end };
  }
  if (path !== undefined) {
    return { nothingAfter: path, ...end };
  }
  if (lines.at(-1) === NOTHING_MATCHES) {
    lines.pop();
    return { filtered: true, ...end };
  }
  return end;
}

function takeLine(lines: string[], pattern: RegExp): RegExpExecArray | undefined {
  const match = pattern.exec(lines.at(-1) ?? "");
  if (match === null) {
    return undefined;
  }
  lines.pop();
  return match;
}
