// Reads our own lines in the text of a listing: the first line, and those after the entries.
import type { PageEnd } from "../../src/text/closing-lines.ts";
import { unquoteName } from "../../src/text/entry-label.ts";

const HEADER = "Absolute path: ";

/** The root in the first line of a text. */
export function readHeader(line: string): string {
  if (!line.startsWith(HEADER)) {
    throw new SyntaxError(`the first line does not start with ${JSON.stringify(HEADER)}`);
  }
  return line.slice(HEADER.length);
}

/** A guess as a line of ours shows it: one with a comma or a bracket is in quotes. */
const GUESS = String.raw`(?:"(?:[^"\\]|\\.)*"|[^",\]\s][^,\]]*)`;

/** What each of our lines after the entries says. A group that is absent is undefined. */
const LINES: readonly (readonly [RegExp, (...groups: string[]) => PageEnd])[] = [
  [/^\[empty\]$/, () => ({ empty: true })],
  [/^\[ignored directories were not searched\]$/, () => ({ ignoredNotSearched: true })],
  [
    /^\[timed out after ([\d,]+) directories; narrow the search\]$/,
    (count) => ({ timedOutAfter: { directories: readCount(count) } }),
  ],
  [/^\[nothing after (.*) in order tree\]$/su, (nothingAfter = "") => ({ nothingAfter })],
  [
    /^\[no entry matches the filters(?:; (?:a glob matches whole names: )?try ("(?:[^"\\]|\\.)*"|[^"\]][^\]]*))?\]$/su,
    (glob) => ({ filtered: true, ...(glob && { tryGlob: readGlob(glob) }) }),
  ],
  [
    new RegExp(String.raw`^\[nothing matches (${GUESS}(?:, ${GUESS})*)\]$`, "su"),
    (guesses = "") => ({
      nothingMatches: Array.from(guesses.matchAll(new RegExp(GUESS, "gsu")), ([guess]) => readGlob(guess)),
    }),
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
