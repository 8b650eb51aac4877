// Reads the text of a map back, so that tests can compare what it says with what is there. Throws if a line is not one of a map.
import { unquoteName } from "../../src/text/entry-label.ts";
import type { MapFold } from "../../src/text/fold.ts";
import type { MapClosedDirectory, MapContents } from "../../src/text/map-text.ts";

type Writable<Contents> = { -readonly [Name in keyof Contents]: Contents[Name] };
type Lists = { readonly [Name in keyof MapContents]: Writable<MapContents[Name][number]>[] };

export interface ReadMap extends MapContents {
  readonly root: string;
  readonly only: string | undefined;
  /** The lines after the entries. */
  readonly end: readonly string[];
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})*\+?`;
const STATE = String.raw`\((?:${NUMBER})(?:, ${NUMBER} below)?\)|\[(?:empty|filtered|ignored|permission denied|no longer exists|timed out|unreadable: \w+)\]`;
const COMPONENT = String.raw`"(?:[^"\\]|\\.)*"|[^" /][^ /]*?`;
const DIRECTORY = new RegExp(String.raw`^((?:(?:${COMPONENT})/)+)$`, "u");
const WORD = new RegExp(
  String.raw`((?:\\[^ "/]|[^\\ *"/])*\*(?:\\[^ "/]|[^\\ *"/])*/?) (${STATE})(?: |$)` +
    String.raw`|((?:(?:${COMPONENT})/)+) (${STATE})(?: |$)` +
    String.raw`|(${COMPONENT})([@?]?)(?: |$)`,
  "suy",
);
const KINDS = { "": "file", "@": "symlink", "?": "other" } as const;

export function readMap(text: string): ReadMap {
  const [header = "", ...lines] = text.split("\n");
  if (!header.startsWith("Absolute path: ")) {
    throw new SyntaxError("no header");
  }
  const only = /^\[only (.*)\]$/s.exec(lines[0] ?? "")?.[1];
  const body = only === undefined ? lines : lines.slice(1);
  const firstOfEnd = body.findIndex((line) =>
    /^\[(?:timed out .*|empty|no entry .*|ignored directories .*)\]$/.test(line),
  );
  const end = firstOfEnd === -1 ? [] : body.splice(firstOfEnd);
  const map: ReadMap & Lists = { root: header.slice("Absolute path: ".length), only, ...nothing(), end };
  const above: Lists[] = [map];
  for (const line of body) {
    const [indent = ""] = /^(?: {2})*/.exec(line) ?? [];
    const directory = above[indent.length / 2];
    if (directory === undefined) {
      throw new SyntaxError(`belongs to no directory: ${line}`);
    }
    above.length = indent.length / 2 + 1;
    const [, path] = DIRECTORY.exec(line.slice(indent.length)) ?? [];
    if (path === undefined) {
      readWords(line.slice(indent.length), directory);
    } else {
      const inside = nothing();
      directory.open.push({ name: readPath(path), ...inside });
      above.push(inside);
    }
  }
  return map;
}

function readWords(line: string, directory: Lists): void {
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const at = WORD.lastIndex;
    const [, glob, count, path, state, name, suffix] = WORD.exec(line) ?? [];
    if (glob !== undefined && count !== undefined) {
      directory.folds.push({ glob, ...readCounts(count) });
    } else if (path !== undefined && state !== undefined) {
      directory.closed.push({ name: readPath(path), ...readState(state) });
    } else if (name !== undefined) {
      directory.files.push({ name: readName(name), kind: KINDS[suffix as keyof typeof KINDS] });
    } else {
      throw new SyntaxError(`not a line of a map: ${line.slice(at)}`);
    }
  }
}

function readState(state: string): Omit<MapClosedDirectory, "name"> {
  if (state.startsWith("(")) {
    return readCounts(state);
  }
  const mark = state.slice(1, -1);
  if (mark === "empty" || mark === "filtered") {
    return { count: 0, mark };
  }
  return mark === "ignored" ? { ignored: true } : { problem: mark as NonNullable<MapClosedDirectory["problem"]> };
}

function readCounts(text: string): Omit<MapFold, "glob"> {
  const [own = "", below] = text.split(", ");
  const inside = below === undefined ? undefined : readNumber(below);
  const counts =
    inside === undefined ? {} : { below: inside.count, ...(inside.partial && { belowPartial: true as const }) };
  return { ...readNumber(own), ...counts };
}

function readNumber(text: string): { readonly count: number; readonly partial?: true } {
  return { count: Number(text.replaceAll(/\D/g, "")), ...(text.includes("+") && { partial: true }) };
}

function readPath(path: string): string {
  return Array.from(path.matchAll(new RegExp(`(${COMPONENT})/`, "gu")), ([, name]) => readName(name as string)).join(
    "/",
  );
}

function readName(name: string): string {
  const read = name.startsWith('"') ? unquoteName(name) : name;
  if (read === undefined) {
    throw new SyntaxError(`not a name: ${name}`);
  }
  return read;
}

function nothing(): Lists {
  return { files: [], folds: [], closed: [], open: [] };
}
