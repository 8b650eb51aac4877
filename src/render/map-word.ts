// The words of a map: names, folds, counts and marks, each as a line shows it and as it is read back, and what it costs in tokens.
import { toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { MapCosts } from "../maps/directory-map.ts";
import {
  bytesOfName,
  toMapFold,
  type MapClosedDirectory,
  type MapFile,
  type MapFold,
  type MapName,
} from "./directory-map.ts";
import { PROBLEM, KIND_SUFFIX, quoteAlways, quoteName, unquoteName, UNSAFE_CHARACTER } from "./entry-label.ts";

/**
 * Names that are quoted on a map besides those that are quoted everywhere: with white space or a `*` in them, like a count
 * or a mark or its beginning, or with a suffix that shows another kind.
 */
const RESERVED = /[\s*]|^\(\d[\d,]*\+?[,)]$|^\[(?:only|permission|no|timed|unreadable:|ignored\])|^\.{1,2}$/;
const RESERVED_OF_FILE = new RegExp(`${RESERVED.source}|[@?]$`);

/** What can't be among the letters of a fold. Bytes that are not valid UTF-8 match U+FFFD in a glob, too. */
const NOT_IN_FOLD = /[\s*"\ufffd]/;

/** Whether a fold may begin or end with these letters: none of them would be quoted. */
export function canSpell(letters: ByteString): boolean {
  const text = toExactText(letters);
  return text !== undefined && !NOT_IN_FOLD.test(text) && !UNSAFE_CHARACTER.test(text);
}

/** A single name with the suffix of its kind. */
export function writeName(name: ByteString, kind: EntryKind): string {
  const isReserved = (kind === "file" ? RESERVED_OF_FILE : RESERVED).test(toText(name));
  return (isReserved ? quoteAlways(name) : quoteName(name, undefined)) + KIND_SUFFIX[kind];
}

export function writeFile(file: MapFile): string {
  return writeName(bytesOfName(file), file.kind);
}

/** A directory, with those that hold nothing but the next one. */
export function writeDirectory(directory: MapName): string {
  return writeDirectories(bytesOfName(directory).split("/") as ByteString[]);
}

/** The same by the names of the directories. */
export function writeDirectories(names: readonly ByteString[]): string {
  let path = "";
  for (const name of names) {
    path += writeName(name, "directory");
  }
  return path;
}

export function writeFoldWord({ glob, count, partial, below, belowPartial }: MapFold): string {
  const own = writeNumber(count, partial);
  return `${glob} (${below === undefined ? own : `${own}, ${writeNumber(below, belowPartial)} below`})`;
}

export function writeClosed(directory: MapClosedDirectory): string {
  return `${writeDirectory(directory)} ${writeState(directory)}`;
}

/** What stands behind a closed directory: its mark, or its count. */
export function writeState({ count = 0, partial, problem, ignored }: Omit<MapClosedDirectory, keyof MapName>): string {
  const mark = problem ?? (ignored === true ? "ignored" : undefined);
  return mark === undefined ? `(${writeNumber(count, partial)})` : `[${mark}]`;
}

/** A whole number with a comma after the thousands, in every locale. */
export function writeNumber(count: number, partial?: true | undefined): string {
  const digits = count < 1000 ? String(count) : String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return partial === true ? `${digits}+` : digits;
}

/** A word of a map as it is read. */
export type MapWord =
  | { readonly kind: "name"; readonly names: readonly ByteString[]; readonly suffix: string }
  | { readonly kind: "fold"; readonly glob: string }
  | { readonly kind: "count"; readonly counted: Counted; readonly below: Counted | undefined }
  | { readonly kind: "mark"; readonly problem: Problem | undefined };

/** A number that was read. */
interface Counted {
  readonly count: number;
  readonly partial?: true;
}

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})*)(\+?)`;
const COUNT = new RegExp(String.raw`\(${NUMBER}(?:, ${NUMBER} below)?\)(?= |$)`, "y");
const MARK = new RegExp(String.raw`\[(?:(ignored)|(${PROBLEM}))\](?= |$)`, "y");
const COMPONENT = /(?:("(?:[^"\\]|\\.)*")|([^" /][^ /]*?))(?:(\/)|([@?]?)(?= |$))/suy;
const FOLD = /(?:\\[^ "/]|[^\\ *"/])*\*(?:\\[^ "/]|[^\\ *"/])*\/?(?= |$)/suy;

/** The words of a line without its indentation; undefined if it is no line of a map. */
export function readWords(line: string): MapWord[] | undefined {
  const words: MapWord[] = [];
  let at = 0;
  while (at < line.length) {
    const found = readCount(line, at) ?? readMark(line, at) ?? readFold(line, at) ?? readNames(line, at);
    if (found === undefined || (found.end < line.length && line[found.end] !== " ")) {
      return undefined;
    }
    words.push(found.word);
    at = found.end + 1;
    if (at === line.length) {
      return undefined;
    }
  }
  return words;
}

interface Found {
  readonly word: MapWord;
  readonly end: number;
}

function readCount(line: string, at: number): Found | undefined {
  const match = matchAt(COUNT, line, at);
  if (match === null) {
    return undefined;
  }
  const [whole, digits = "", sign, digitsBelow, signBelow] = match;
  const below = digitsBelow === undefined ? undefined : toCounted(digitsBelow, signBelow);
  return { word: { kind: "count", counted: toCounted(digits, sign), below }, end: at + whole.length };
}

function toCounted(digits: string, sign: string | undefined): Counted {
  return { count: Number(digits.replaceAll(",", "")), ...(sign === "+" && { partial: true }) };
}

function readMark(line: string, at: number): Found | undefined {
  const match = matchAt(MARK, line, at);
  return match === null
    ? undefined
    : { word: { kind: "mark", problem: match[2] as Problem | undefined }, end: at + match[0].length };
}

function readFold(line: string, at: number): Found | undefined {
  const match = line[at] === '"' ? null : matchAt(FOLD, line, at);
  return match === null ? undefined : { word: { kind: "fold", glob: match[0] }, end: at + match[0].length };
}

function readNames(line: string, start: number): Found | undefined {
  const names: ByteString[] = [];
  let at = start;
  let suffix = "";
  do {
    const match = matchAt(COMPONENT, line, at);
    if (match === null) {
      return undefined;
    }
    const [whole, quoted, plain = "", slash, sign = ""] = match;
    const name = quoted === undefined ? toByteString(plain) : unquoteName(quoted);
    if (name === undefined) {
      return undefined;
    }
    names.push(name);
    suffix = slash ?? sign;
    at += whole.length;
  } while (suffix === "/" && at < line.length && line[at] !== " ");
  return { word: { kind: "name", names, suffix }, end: at };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** The costs by a way to count tokens. Each word is counted with the space before it. */
export function mapCosts(countTokens: CountTokens): MapCosts {
  return {
    name: (name, kind) => countTokens(` ${writeName(name, kind)}`),
    fold: (fold) => countTokens(` ${writeFoldWord(toMapFold(fold))}`),
    closed: ({ names, count, isPartial, problem, isIgnored }) => {
      const state = {
        count,
        ...(isPartial && { partial: isPartial }),
        ...(problem && { problem }),
        ...(isIgnored && { ignored: isIgnored }),
      };
      return countTokens(` ${writeDirectories(names)} ${writeState(state)}`);
    },
    open: ({ names }) => countTokens(`\n   ${writeDirectories(names)}`),
    line: countTokens("\n  "),
    canSpell,
  };
}
