// Reads our own lines in the text of a listing or a map: the first line, and those after the entries.
import { toText } from "../../src/core/byte-string.ts";
import { unquoteName } from "../../src/text/entry-label.ts";
import type { PageEnd } from "../../src/text/closing-lines.ts";

const HEADER = "Absolute path: ";

/** The root in the first line of a text. */
export function readHeader(line: string): string {
  if (!line.startsWith(HEADER)) {
    throw new SyntaxError(`the first line does not start with ${JSON.stringify(HEADER)}`);
  }
  return line.slice(HEADER.length);
}

/** What each of our lines after the entries says. A group that is absent is undefined. */
const LINES: readonly (readonly [RegExp, (...groups: string[]) => PageEnd])[] = [
  [/^\[empty\]$/, () => ({ empty: true })],
  [/^\[ignored directories were not searched\]$/, () => ({ passedBy: true })],
  [/^\[timed out after (\d+) directories; narrow the search\]$/, (count) => ({ timedOutAfter: Number(count) })],
  [
    /^\[stopped after (\d+) directories; narrow the search\]$/,
    (count) => ({ stoppedAfter: { directories: Number(count) } }),
  ],
  [
    /^\[stopped after (\d+) requests, at (.*); narrow the search\]$/su,
    (count, at = "") => ({ stoppedAfter: { requests: Number(count), at } }),
  ],
  [
    /^\[(\d+)(\+)? more (?:match less well|(are older))\]$/,
    (count, atLeast, older) => ({
      left: { count: Number(count), ...(atLeast && { atLeast: true }), ...(older && { older: true }) },
    }),
  ],
  [/^\[nothing after (.*) in order tree\]$/su, (nothingAfter = "") => ({ nothingAfter })],
  [
    /^\[no entry matches the filters(?:; a glob matches whole names: try (.+))?\]$/su,
    (glob) => ({ filtered: true, ...(glob && { tryGlob: readGlob(glob) }) }),
  ],
  [/^\[nothing matches (.+)\]$/su, (items = "") => ({ nothingMatches: readItems(items) })],
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
export function takeEnd(lines: string[]): PageEnd {
  const end: PageEnd = {};
  for (let said = readLine(lines.at(-1)); said !== undefined; said = readLine(lines.at(-1))) {
    lines.pop();
    Object.assign(end, said);
  }
  return end;
}

function readLine(line: string = ""): PageEnd | undefined {
  for (const [pattern, read] of LINES) {
    const [found, ...groups] = pattern.exec(line) ?? [];
    if (found !== undefined) {
      return read(...groups);
    }
  }
  return undefined;
}

function readItems(text: string): NonNullable<PageEnd["nothingMatches"]> {
  const [, more] = /, and (\d+) more$/.exec(text) ?? [];
  const items = more === undefined ? text : text.slice(0, text.lastIndexOf(", and "));
  const globs = [...items.matchAll(/"(?:[^"\\]|\\.)*"|[^",\s][^,\s]*/gsu)].map(([item]) => readGlob(item));
  return more === undefined ? { globs } : { globs, more: Number(more) };
}

function readGlob(glob: string): string {
  const name = unquoteName(glob);
  return name === undefined ? glob : toText(name);
}
