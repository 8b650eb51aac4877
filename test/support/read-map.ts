// Reads the text of a map back, so that tests can compare what it says with what is there. Throws if a line is not one of a map.
import { unquoteName } from "../../src/text/entry-label.ts";

export interface ReadDirectory {
  /** Names of files and others with their suffix, and what they are. */
  readonly files: { readonly name: string; readonly kind: "file" | "symlink" | "other" }[];
  readonly folds: { readonly glob: string; readonly count: string }[];
  readonly closed: { readonly name: string; readonly state: string }[];
  readonly open: (ReadDirectory & { readonly name: string; readonly mark: string | undefined })[];
}

export interface ReadMap extends ReadDirectory {
  readonly root: string;
  readonly only: string | undefined;
  /** The lines after the entries. */
  readonly end: readonly string[];
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})*\+?`;
const STATE = String.raw`\((?:${NUMBER})(?:, ${NUMBER} below)?\)|\[(?:ignored|permission denied|no longer exists|timed out|unreadable: \w+)\]`;
const COMPONENT = String.raw`"(?:[^"\\]|\\.)*"|[^" /][^ /]*?`;
const DIRECTORY = new RegExp(String.raw`^((?:(?:${COMPONENT})/)+)(?: (\[${NUMBER} more\]))?$`, "u");
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
  const firstOfEnd = body.findIndex((line) => /^\[(?:timed out|empty\]|no entry|ignored directories)/.test(line));
  const end = firstOfEnd === -1 ? [] : body.splice(firstOfEnd);
  const map: ReadMap = { root: header.slice("Absolute path: ".length), only, ...nothing(), end };
  const above: ReadDirectory[] = [map];
  for (const line of body) {
    const [indent = ""] = /^(?: {2})*/.exec(line) ?? [];
    const directory = above[indent.length / 2];
    if (directory === undefined) {
      throw new SyntaxError(`belongs to no directory: ${line}`);
    }
    above.length = indent.length / 2 + 1;
    const [, path, mark] = DIRECTORY.exec(line.slice(indent.length)) ?? [];
    if (path === undefined) {
      readWords(line.slice(indent.length), directory);
    } else {
      const inside = { name: readPath(path), mark, ...nothing() };
      directory.open.push(inside);
      above.push(inside);
    }
  }
  return map;
}

function readWords(line: string, directory: ReadDirectory): void {
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const at = WORD.lastIndex;
    const [, glob, count, path, state, name, suffix] = WORD.exec(line) ?? [];
    if (glob !== undefined && count !== undefined) {
      directory.folds.push({ glob, count: count.slice(1, -1) });
    } else if (path !== undefined && state !== undefined) {
      directory.closed.push({ name: readPath(path), state });
    } else if (name !== undefined) {
      directory.files.push({ name: readName(name), kind: KINDS[suffix as keyof typeof KINDS] });
    } else {
      throw new SyntaxError(`not a line of a map: ${line.slice(at)}`);
    }
  }
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

function nothing(): ReadDirectory {
  return { files: [], folds: [], closed: [], open: [] };
}
