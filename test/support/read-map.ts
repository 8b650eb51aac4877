// Reads the text of a map back, so that tests can compare what it says. Who else wants data calls `mapDir` or `findFiles`.
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Problem } from "../../src/core/problem.ts";
import {
  joinNames,
  toMapName,
  type DirectoryMap,
  type MapContents,
  type MapFile,
} from "../../src/render/directory-map.ts";
import { kindOfSuffix, PROBLEM, unquoteName } from "../../src/render/entry-label.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { splitShownPath } from "../../src/render/shown-path.ts";
import { readHeader, takeEnd } from "./read-end.ts";

const LINE = /^((?: {2})*)(\S.*)$/su;

/** Contents while they are read. */
type Contents = { readonly [Name in keyof MapContents]: MapContents[Name][number][] };

/** Reads a text of `map_dir` or `find_files`. Throws a `SyntaxError` if `renderMap` would not write it like this. */
export function readMap(text: string): DirectoryMap {
  const [header = "", ...lines] = text.split("\n");
  const [, only] = /^\[only (.*)\]$/su.exec(lines[0] ?? "") ?? [];
  const inside = only === undefined ? lines : lines.slice(1);
  const end = takeEnd(inside);
  const { contents, hasJoined } = readContents(inside);
  const isPartial = hasJoined || end.left !== undefined || end.stoppedAfter !== undefined;
  const map = {
    root: readHeader(header),
    ...(only !== undefined && { only }),
    ...(isPartial && { partial: true as const }),
    ...contents,
    ...end,
  };
  if (end.moreThan !== undefined || renderMap(map) !== text) {
    throw new SyntaxError(`not a map: ${text}`);
  }
  return map;
}

/** `hasJoined`: whether a file shares a line with its directories, as only searches have it. */
function readContents(lines: readonly string[]): { contents: Contents; hasJoined: boolean } {
  const top = noContents();
  let hasJoined = false;
  const above: Contents[] = [top];
  for (const line of lines) {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const contents = above[indent.length / 2];
    if (contents === undefined) {
      throw new SyntaxError(`not a map: ${line} belongs to no directory above it`);
    }
    above.length = indent.length / 2 + 1;
    const words = readWords(text);
    const { names, suffix, state, glob } = words[0] as MapWord;
    const isAlone = words.length === 1 && state === undefined && glob === undefined;
    if (isAlone && suffix === "/") {
      const inside = noContents();
      contents.open.push({ ...toMapName(joinNames(names)), ...inside });
      above.push(inside);
    } else if (isAlone && names.length > 1) {
      const inside = { ...noContents(), files: [toFile(names.at(-1) as ByteString, suffix)] };
      contents.open.push({ ...toMapName(joinNames(names.slice(0, -1))), ...inside });
      hasJoined = true;
    } else {
      words.forEach((word) => addWord(contents, word));
    }
  }
  return { contents: top, hasJoined };
}

function addWord(contents: Contents, { names, suffix, glob, state }: MapWord): void {
  if (glob !== undefined) {
    const [, count = "", more, below, moreBelow] = COUNT.exec(state ?? "") ?? [];
    contents.folds.push({
      glob,
      ...toCounted(count, more),
      ...(below && { below: toCounted(below, "").count }),
      ...(moreBelow && { belowPartial: true }),
    });
  } else if (suffix === "/") {
    const [, count, more] = COUNT.exec(state ?? "") ?? [];
    const mark = state === "[ignored]" ? { ignored: true as const } : { problem: state?.slice(1, -1) as Problem };
    contents.closed.push({
      ...toMapName(joinNames(names)),
      ...(count === undefined ? mark : toCounted(count, more)),
    });
  } else {
    contents.files.push(toFile(names[0] as ByteString, suffix));
  }
}

function toFile(name: ByteString, suffix: string): MapFile {
  return { ...toMapName(name), kind: kindOfSuffix(suffix) as MapFile["kind"] };
}

function toCounted(digits: string, more: string | undefined): { readonly count: number; readonly partial?: true } {
  return { count: Number(digits.replaceAll(",", "")), ...(more && { partial: true }) };
}

function noContents(): Contents {
  return { files: [], folds: [], closed: [], open: [] };
}

/** A name, with its directories, or a fold; and its count or its mark. */
interface MapWord {
  readonly names: readonly ByteString[];
  readonly suffix: string;
  readonly glob?: string | undefined;
  readonly state?: string | undefined;
}

const NUMBER = String.raw`([\d,]*\d)(\+)?`;
const COUNT = new RegExp(String.raw`^\(${NUMBER}(?:, ${NUMBER} below)?\)$`);
const STATE = String.raw`(?: (\([\d,]*\d\+?(?:, [\d,]*\d\+? below)?\)|\[(?:ignored|${PROBLEM})\]))?(?= |$)`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const FOLD = new RegExp(String.raw`((?:\\[^ "/]|[^\\ *"/])*\*(?:\\[^ "/]|[^\\ *"/])*\/?)${STATE}`, "suy");
const PATH = new RegExp(String.raw`((?:(?:${QUOTED}|[^" /][^ /]*)\/)*(?:${QUOTED}[@?]?|[^" /][^ /]*)?)${STATE}`, "suy");

/** The words of a line without its indentation. */
function readWords(line: string): MapWord[] {
  const words: MapWord[] = [];
  for (let at = 0; at <= line.length; at += 1) {
    FOLD.lastIndex = PATH.lastIndex = at;
    const [fold, glob, stateOfFold] = FOLD.exec(line) ?? [];
    const [path, shown = "", state] = PATH.exec(line) ?? [];
    const word = fold ?? path ?? "";
    if (word === "") {
      throw new SyntaxError(`not a map: ${line.slice(at)} is no name`);
    }
    words.push(
      fold === undefined ? { ...readPath(shown), state } : { names: [], suffix: "", glob, state: stateOfFold },
    );
    at += word.length;
  }
  return words;
}

function readPath(shown: string): MapWord {
  const suffix = /[/@?]$/.exec(shown)?.[0] ?? "";
  const names = splitShownPath(shown.slice(0, shown.length - suffix.length));
  return { names: names.map((name) => unquoteName(name) ?? toByteString(name)), suffix };
}
