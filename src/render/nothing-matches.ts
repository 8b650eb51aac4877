// Writes which of several globs, or words of a search, matched nothing: `nothing matches feedback.py, "a b", and 3 more`.
import { toByteString, toText } from "../core/byte-string.ts";
import { quoteAlways, quoteName, unquoteName } from "./quote-name.ts";

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

const LINE = /^\[nothing matches (.+)\]$/su;
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

/** In words, for a line in brackets or for the end of a summary. */
export function writeNothingMatches({ globs, more }: NothingMatches): string {
  return `nothing matches ${globs.map(writeGlob).join(", ")}${more === undefined ? "" : `, and ${more} more`}`;
}

/** A glob as it stands in a line of ours. */
export function writeGlob(glob: string): string {
  const bytes = toByteString(glob);
  return RESERVED.test(glob) ? quoteAlways(bytes) : quoteName(bytes, undefined);
}

/** What a line `[nothing matches …]` says; undefined if it is another line. */
export function parseNothingMatches(line: string): NothingMatches | undefined {
  const [, text = ""] = LINE.exec(line) ?? [];
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
