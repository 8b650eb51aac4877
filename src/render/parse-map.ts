// Parses the text of a map: the exact inverse of `renderMap`.
import type { ByteString } from "../core/byte-string.ts";
import { joinNames, toMapName, type DirectoryMap, type MapContents, type MapFile } from "./directory-map.ts";
import { kindOfSuffix } from "./entry-label.ts";
import { readWords, type MapWord } from "./map-word.ts";
import { parseHeader, parseOnly, takeEnd } from "./our-words.ts";
import { renderMap } from "./render-map.ts";

const LINE = /^((?: {2})*)(\S.*)$/su;

/** Contents while they are read. */
type Contents = { readonly [Name in keyof MapContents]: MapContents[Name][number][] };

/** Parses a text of `map_dir` or `find_files`. Throws a `SyntaxError` if the text is not such a map. */
export function parseMap(text: string): DirectoryMap {
  const [header = "", ...lines] = text.split("\n");
  const root = parseHeader(header, "map");
  const only = parseOnly(lines[0] ?? "");
  const first = only === undefined ? 0 : 1;
  const inside = lines.slice(first);
  // What only a listing says is not taken over, so that the text is no map then.
  const { nothingAfter: _after, moreThan: _more, nextOffset: _offset, next: _next, ...end } = takeEnd(inside);
  const { contents, hasJoined } = readContents(inside, first + 2);
  const isPartial = hasJoined || end.left !== undefined || end.stoppedAfter !== undefined;
  const map = {
    root,
    ...(only !== undefined && { only }),
    ...(isPartial && { partial: true as const }),
    ...contents,
    ...end,
  };
  // What is read is a map if it would be written like this: a wrong order or a wrong quote is found here.
  if (renderMap(map) !== text) {
    throw new SyntaxError("not a map: it reads as one that is written in another way");
  }
  return map;
}

/** `hasJoined`: whether a file shares a line with its directories, as only searches have it. */
function readContents(lines: readonly string[], number: number): { contents: Contents; hasJoined: boolean } {
  const top = noContents();
  let hasJoined = false;
  const above: Contents[] = [top];
  for (const [index, line] of lines.entries()) {
    const [, indent = "", text = ""] = LINE.exec(line) ?? [];
    const contents = above[indent.length / 2];
    const words = readWords(text);
    if (contents === undefined || words === undefined || words.length === 0) {
      throw new SyntaxError(`not a map: line ${number + index} belongs to no directory above it`);
    }
    above.length = indent.length / 2 + 1;
    const [first] = words;
    if (words.length === 1 && first?.kind === "name" && first.suffix === "/") {
      const inside = noContents();
      contents.open.push({ ...toMapName(joinNames(first.names)), ...inside });
      above.push(inside);
    } else if (words.length === 1 && first?.kind === "name" && first.names.length > 1) {
      const [name, names] = [first.names.at(-1) as ByteString, first.names.slice(0, -1)];
      const inside = {
        ...noContents(),
        files: [{ ...toMapName(name), kind: kindOfSuffix(first.suffix) as MapFile["kind"] }],
      };
      contents.open.push({ ...toMapName(joinNames(names)), ...inside });
      hasJoined = true;
    } else if (!addWords(contents, words)) {
      throw new SyntaxError(`not a map: line ${number + index} has a directory or a fold without a count`);
    }
  }
  return { contents: top, hasJoined };
}

/** Adds the names of a line. Returns whether they are complete. */
function addWords(contents: Contents, words: readonly MapWord[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as MapWord;
    const next = words[at + 1];
    if (word.kind === "name" && word.suffix !== "/") {
      contents.files.push({
        ...toMapName(word.names[0] as ByteString),
        kind: kindOfSuffix(word.suffix) as MapFile["kind"],
      });
      continue;
    }
    at += 1;
    if (word.kind === "fold" && next?.kind === "count") {
      const { counted, below } = next;
      const belowPartial = below?.partial && { belowPartial: below.partial };
      contents.folds.push({ glob: word.glob, ...counted, ...(below && { below: below.count }), ...belowPartial });
    } else if (word.kind === "name" && next?.kind === "count" && next.below === undefined) {
      contents.closed.push({ ...toMapName(joinNames(word.names)), ...next.counted });
    } else if (word.kind === "name" && next?.kind === "mark") {
      const { problem } = next;
      const mark = problem === undefined ? { ignored: true as const } : { problem };
      contents.closed.push({ ...toMapName(joinNames(word.names)), ...mark });
    } else {
      return false;
    }
  }
  return true;
}

function noContents(): Contents {
  return { files: [], folds: [], closed: [], open: [] };
}
