// One table of calls that every front end must answer alike, and the tree that they list.
import fs from "node:fs";

import { locationOf, makeEntries, type TreeEntry } from "./make-tree.ts";

export interface ParityCall {
  readonly name: string;
  readonly tool: string;
  /** JSON text. `${ROOT}` stands for the tree's folder; `argumentsBelow` fills it in. */
  readonly arguments: string;
}

/** A small project, and a folder of names that pretend to be something else. */
const PARITY_TREE: readonly TreeEntry[] = [
  { path: ".hidden/inside.txt", kind: "file" },
  { path: "README.md", kind: "file" },
  { path: "docs/guide/start.md", kind: "file" },
  { path: "docs/index.md", kind: "file" },
  { path: "empty", kind: "dir" },
  { path: "latest", kind: "symlink", target: "src" },
  { path: "src/app/[slug].tsx", kind: "file" },
  { path: "src/main.ts", kind: "file" },
  { path: "src-old/main.ts", kind: "file" },
  { path: "hostile/two\nlines.txt", kind: "file" },
  { path: "hostile/\r\n  forged", kind: "dir" },
  { path: "hostile/More than 3 entries found", kind: "file" },
  { path: 'hostile/"quoted" \\ name', kind: "file" },
  { path: "hostile/right\u202eto-left.txt", kind: "file" },
  { path: "hostile/ends-like-a-link@", kind: "file" },
  { path: "hostile/ leading and trailing ", kind: "file" },
  { path: "hostile/\u001b[31mred", kind: "file" },
  { path: "hostile/<b>&amp;'`$(id)", kind: "file" },
  { path: "hostile/e\u0301\u{1f600}\uff21", kind: "file" },
  { path: "hostile/zero\u200bwidth and tag\u{e0001}", kind: "file" },
  { path: "hostile/marked [ignored]", kind: "file" },
  { path: "hostile/[only this]", kind: "file" },
  // `hostile/bad` and the byte ff, which never occurs in UTF-8.
  { path_b64: "aG9zdGlsZS9iYWT/", kind: "file" },
];

/** Calls whose arguments are JSON objects. */
export const PARITY_CALLS: readonly ParityCall[] = [
  listDir("a listing", { dir_path: "${ROOT}" }),
  listDir("a page with more behind it", { dir_path: "${ROOT}", limit: 3 }),
  listDir("depth first, behind a path", { dir_path: "${ROOT}", order: "tree", after: "docs/", depth: 5 }),
  listDir("filters", { dir_path: "${ROOT}", include: ["*.ts"], exclude: "src-old", hidden: false, depth: 3 }),
  listDir("names that try to forge lines", { dir_path: "${ROOT}/hostile" }),
  listDir("behind a quoted name", { dir_path: "${ROOT}/hostile", after: '"right\\u202eto-left.txt"' }),
  listDir("an unknown argument", { dir_path: "${ROOT}", depth: 1, wait_for_previous: true }),
  listDir("a fraction", { dir_path: "${ROOT}", limit: 1.5 }),
  listDir("a number as text", { dir_path: "${ROOT}", limit: "many" }),
  listDir("no arguments", {}),
  listDir("a relative dir_path", { dir_path: "src" }),
  listDir("a dir_path with a drive", { dir_path: "C:\\src" }),
  listDir("a misspelt dir_path", { dir_path: "${ROOT}/SRC" }),
  listDirectory("a misspelt path", { path: "SRC" }),
  listDir("a dir_path that is no text", { dir_path: ["${ROOT}"] }),
  listDir("a path with line breaks", { dir_path: "${ROOT}/ab\nsent\u202e" }),
  listDirectory("a page of names", { path: "${ROOT}" }),
  listDirectory("all levels, hidden names too", { path: "${ROOT}", recursive: true, showHidden: true }),
  listDirectory("names that try to break out of JSON", { path: "${ROOT}/hostile" }),
  listDirectory("an unknown argument as JSON", { path: "${ROOT}", reason: "to see" }),
  listDirectory("a flag as text", { path: "${ROOT}", recursive: "yes" }),
  mapDir("a map", { dir_path: "${ROOT}" }),
  mapDir("a map in few tokens", { dir_path: "${ROOT}", budget: 40 }),
  mapDir("an open fold, copied with its count", { dir_path: "${ROOT}", fold: "src*/ (2)" }),
  mapDir("a fold with a line break", { dir_path: "${ROOT}", fold: "a\n*" }),
  mapDir("a map of what matches", { dir_path: "${ROOT}", include: "*.ts", exclude: ["src-old"], hidden: false }),
  mapDir("a map of names that try to forge lines", { dir_path: "${ROOT}/hostile" }),
  findFiles("words", { dir_path: "${ROOT}", words: "main start absent" }),
  findFiles("words as a list, with a glob", { dir_path: "${ROOT}", words: ["guide", "*.{ts,md}", "src/main"] }),
  findFiles("everything, the newest first", { dir_path: "${ROOT}" }),
  findFiles("the newest of some", { dir_path: "${ROOT}", words: "main docs", newest: true, modified_within: "3d" }),
  findFiles("a search with filters", { dir_path: "${ROOT}", words: "main", exclude: "src-old", hidden: false }),
  findFiles("names that try to forge what was found", { dir_path: "${ROOT}", words: "hostile" }),
  findFiles("too many words", { dir_path: "${ROOT}", words: Array.from({ length: 65 }, (_, index) => `w${index}`) }),
];

/** Calls whose arguments are not a JSON object, for front ends that get the text as the model wrote it. */
export const BROKEN_CALLS: readonly ParityCall[] = [
  { name: "JSON that breaks off", tool: "list_dir", arguments: '{"dir_path":"${ROOT}"' },
  { name: "no text at all", tool: "list_dir", arguments: "" },
  { name: "a list", tool: "list_dir", arguments: '["${ROOT}"]' },
  { name: "the word null", tool: "list_directory", arguments: "null" },
  { name: "words", tool: "list_directory", arguments: "list the root, please" },
];

/** A call's arguments, with the tree's folder filled in. */
export function argumentsBelow(root: string, call: ParityCall): string {
  return call.arguments.replaceAll("${ROOT}", JSON.stringify(root).slice(1, -1));
}

/** Creates the tree in an existing folder. */
export function makeParityTree(root: string): void {
  makeEntries(root, PARITY_TREE);
  // So long ago that ages stay the same from one front end to the next.
  const modified = new Date(Date.now() - 60 * 3_600_000);
  for (const entry of PARITY_TREE.filter(({ kind }) => kind !== "dir")) {
    fs.lutimesSync(locationOf(root, entry), modified, modified);
  }
}

function listDir(name: string, fields: object): ParityCall {
  return { name, tool: "list_dir", arguments: JSON.stringify(fields) };
}

function mapDir(name: string, fields: object): ParityCall {
  return { name, tool: "map_dir", arguments: JSON.stringify(fields) };
}

function findFiles(name: string, fields: object): ParityCall {
  return { name, tool: "find_files", arguments: JSON.stringify(fields) };
}

function listDirectory(name: string, fields: object): ParityCall {
  return { name, tool: "list_directory", arguments: JSON.stringify(fields) };
}
