// The profiles of the originals against a model that was written from the documents about them, on random trees.
import { expect, test } from "vitest";
import { memory, type MemoryEntry } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/dice.ts";
import { unordered } from "../support/model-tree.ts";

interface SeedEntry {
  /** The bytes of one path component. */
  readonly name: Buffer;
  readonly kind: "file" | "directory" | "symlink" | "other";
  readonly children: readonly SeedEntry[];
}

/** What a model would be shown. Where the wording is ours, an error ends with an ellipsis. */
type SeedAnswer = { readonly content: string } | { readonly error: string };

interface ListDirCall {
  readonly dir_path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly depth?: number;
}

interface ListDirectoryCall {
  readonly path: string;
  readonly offset?: number;
  readonly maxResults?: number;
  readonly recursive?: boolean;
  readonly showHidden?: boolean;
}

/** `MAX_ENTRY_LENGTH` and `INDENTATION_SPACES` of the original. */
const MAX_ENTRY_LENGTH = 500;
const INDENTATION_SPACES = 2;

const SUFFIX = { file: "", directory: "/", symlink: "@", other: "?" } as const;

interface Collected {
  readonly sortKey: Buffer;
  readonly displayName: string;
  readonly depth: number;
  readonly kind: SeedEntry["kind"];
}

/**
 * `list_dir` of a tree whose root is at `/`. `breadth`: the page is cut from the breadth-first order, then sorted. `path`: everything is
 * sorted, then the page is cut.
 */
function modelListDir(top: SeedEntry, call: ListDirCall, order: "breadth" | "path"): SeedAnswer {
  const { dir_path: dirPath, offset = 1, limit = 25, depth = 2 } = call;
  if (offset === 0) {
    return { error: "offset must be a 1-indexed entry number" };
  }
  if (limit === 0) {
    return { error: "limit must be greater than zero" };
  }
  if (depth === 0) {
    return { error: "depth must be greater than zero" };
  }
  if (!dirPath.startsWith("/")) {
    return { error: "dir_path must be an absolute path" };
  }
  const root = find(top, dirPath);
  if (root?.kind !== "directory") {
    return { error: "failed to read directory: …" };
  }
  const entries = collectEntries(root, depth);
  if (order === "path") {
    entries.sort(bySortKey);
  }
  const header = `Absolute path: ${dirPath}`;
  if (entries.length === 0) {
    return { content: header };
  }
  const start = offset - 1;
  if (start >= entries.length) {
    return { error: "offset exceeds directory entry count" };
  }
  const cappedLimit = Math.min(limit, entries.length - start);
  const page = entries.slice(start, start + cappedLimit);
  if (order === "breadth") {
    page.sort(bySortKey);
  }
  const lines = page.map(
    (entry) => `${" ".repeat(entry.depth * INDENTATION_SPACES)}${entry.displayName}${SUFFIX[entry.kind]}`,
  );
  const isMore = start + cappedLimit < entries.length;
  return { content: [header, ...lines, ...(isMore ? [`More than ${cappedLimit} entries found`] : [])].join("\n") };
}

/** Breadth first, each directory sorted before it is processed. */
function collectEntries(root: SeedEntry, depth: number): Collected[] {
  const entries: Collected[] = [];
  const queue: { directory: SeedEntry; prefix: readonly Buffer[]; remaining: number }[] = [
    { directory: root, prefix: [], remaining: depth },
  ];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { directory, prefix, remaining } = next;
    const read = directory.children.map((child) => {
      const relativePath = [...prefix, child.name];
      const joined = Buffer.from(relativePath.map((name) => name.toString("latin1")).join("/"), "latin1");
      return {
        child,
        relativePath,
        sortKey: Buffer.from(cut(lossy(joined).replaceAll("\\", "/"))),
        displayName: cut(lossy(child.name)),
        depth: prefix.length,
        kind: child.kind,
      };
    });
    // The documents don't say how equal keys are ordered: here by the bytes of the names.
    read.sort((a, b) => bySortKey(a, b) || Buffer.compare(a.child.name, b.child.name));
    for (const entry of read) {
      entries.push(entry);
      if (entry.kind === "directory" && remaining > 1) {
        queue.push({ directory: entry.child, prefix: entry.relativePath, remaining: remaining - 1 });
      }
    }
  }
  return entries;
}

function bySortKey(a: Pick<Collected, "sortKey">, b: Pick<Collected, "sortKey">): number {
  return Buffer.compare(a.sortKey, b.sortKey);
}

/** `list_directory` of a tree whose root is at `/`. */
function modelListDirectory(top: SeedEntry, call: ListDirectoryCall, maxDirEntries: number): SeedAnswer {
  const { path, recursive = false, showHidden = false } = call;
  const root = find(top, path);
  if (root?.kind !== "directory") {
    return { error: "failed to read directory: …" };
  }
  const offset = Math.max(call.offset ?? 0, 0);
  const asked = call.maxResults ?? 0;
  const maxResults = asked <= 0 ? 100 : Math.min(asked, 1000);
  const allNames = namesBelow(root, recursive, showHidden).toSorted(Buffer.compare).slice(0, maxDirEntries);
  const files = allNames.slice(offset, offset + maxResults).map(lossy);
  const directory = `/${path
    .split("/")
    .filter((name) => name !== "")
    .join("/")}`;
  const count = allNames.length;
  const summary =
    count === 0
      ? "Directory is empty"
      : files.length === 0
        ? `Offset ${offset} exceeds total count ${count}`
        : `Showing ${offset + 1}-${offset + files.length} of ${count} files`;
  return { content: JSON.stringify({ directory, count, summary, files }) };
}

function namesBelow(directory: SeedEntry, recursive: boolean, showHidden: boolean): Buffer[] {
  return directory.children
    .filter(({ name }) => showHidden || name[0] !== ".".charCodeAt(0))
    .flatMap((child) => [
      child.name,
      ...(recursive ? namesBelow(child, recursive, showHidden) : []).map((below) =>
        Buffer.concat([child.name, Buffer.from("/"), below]),
      ),
    ]);
}

function find(top: SeedEntry, path: string): SeedEntry | undefined {
  let found: SeedEntry | undefined = top;
  for (const name of path.split("/").filter((component) => component !== "")) {
    found = found?.children.find((child) => child.name.equals(Buffer.from(name)));
  }
  return found;
}

/** As `to_string_lossy`: bytes that are no UTF-8 become U+FFFD. */
function lossy(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The text, cut at the last character boundary within 500 bytes. */
function cut(text: string): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > MAX_ENTRY_LENGTH) {
      break;
    }
    end += character.length;
  }
  return text.slice(0, end);
}

const CALLS = inDepth(100, 2000);
const CALLS_A_TREE = 10;

/** Pieces of names: what sorts oddly, astral characters, bytes that are no UTF-8. */
const PIECES = [
  ..."abcz.-_@?0 ",
  "\\",
  '"',
  "\n",
  "é",
  "\uff21",
  "\u{1f600}",
  "\u{10ffff}",
  "\ufeff",
  "\u202e",
  "[ignored]",
].map((piece) => Buffer.from(piece));

function makeName(dice: Dice): Buffer {
  const count = dice.once(12) ? 180 + dice.roll(200) : 1 + dice.roll(3);
  const pieces = Array.from({ length: count }, () => dice.pick(PIECES));
  // Long names that begin alike: their keys are the same once they are cut.
  const start = dice.once(8) ? Buffer.from("é".repeat(248 + dice.roll(4))) : Buffer.alloc(0);
  const name = Buffer.concat([start, ...pieces]);
  return [".", ".."].includes(name.toString("latin1")) ? Buffer.from("dots") : name;
}

function makeChildren(dice: Dice, levels: number, most: number): SeedEntry[] {
  const names = new Map<string, Buffer>();
  for (let count = dice.roll(most + 1); count > 0; count -= 1) {
    const name = makeName(dice);
    names.set(name.toString("latin1"), name);
  }
  return [...names.values()].map((name) => {
    const kind = dice.pick(["file", "file", "directory", "directory", "symlink", "other"] as const);
    const isEntered = kind === "directory" && levels > 1;
    return { name, kind, children: isEntered ? makeChildren(dice, levels - 1, most) : [] };
  });
}

function toMemory(entry: SeedEntry, above: string): MemoryEntry[] {
  const path = `${above}/${entry.name.toString()}`;
  const own = { path, kind: entry.kind };
  return [own, ...entry.children.flatMap((child) => toMemory(child, path))];
}

function makeTree(dice: Dice): SeedEntry {
  const children = dice.once(25)
    ? Array.from({ length: 1010 }, (_, index): SeedEntry => ({
        name: Buffer.from(`f${index}`),
        kind: "file",
        children: [],
      }))
    : makeChildren(dice, 4, 5);
  return {
    name: Buffer.alloc(0),
    kind: "directory",
    children: [{ name: Buffer.from("r"), kind: "directory", children }],
  };
}

/** Paths of the tree that can be written as text, and some that lead nowhere. */
function pathsOf(tree: SeedEntry): string[] {
  const root = tree.children[0] as SeedEntry;
  const names = root.children.map(({ name }) => name.toString()).filter((name) => !name.includes("\ufffd"));
  return ["/r", "/r", "/r", "/r/", "//r", "r", "", "/missing", '/"r"', '"/r"', ...names.map((name) => `/r/${name}`)];
}

function toOutcome(answer: SeedAnswer): string {
  return "error" in answer ? `error: ${answer.error}` : answer.content;
}

const NUMBERS = [1, 1, 2, 3, 5, 25, 400, 0, 2 ** 63];

/** The calls that were not answered as the model answers them, and what share of the calls was refused. */
async function compare(
  ask: (dice: Dice, tree: SeedEntry, fileSystem: FileSystem) => Promise<[call: string, ours: string, original: string]>,
): Promise<{ differences: object[]; refused: number }> {
  const dice = new Dice(24);
  const differences: object[] = [];
  let errors = 0;
  for (let calls = 0; calls < CALLS; calls += CALLS_A_TREE) {
    const tree = makeTree(dice);
    const inOrder = memory(tree.children.flatMap((child) => toMemory(child, "")));
    const fileSystem = dice.once(2) ? inOrder : unordered(inOrder);
    for (let count = 0; count < CALLS_A_TREE; count += 1) {
      const [call, ours, original] = await ask(dice, tree, fileSystem);
      errors += Number(ours.startsWith("error: "));
      // The words after these are ours.
      const isSame = original.endsWith("…") ? ours.startsWith(original.slice(0, -1)) : ours === original;
      if (!isSame) {
        differences.push({ call, ours, original });
      }
    }
  }
  return { differences, refused: errors / CALLS };
}

test.each([
  ["codex-breadth", "breadth"],
  ["codex-sorted", "path"],
] as const)("profile %s gives the bytes of the model", { timeout: 600_000 }, async (profile, order) => {
  const { differences, refused } = await compare(async (dice, tree, fileSystem) => {
    const call = {
      dir_path: dice.pick(pathsOf(tree)),
      ...(!dice.once(3) && { offset: dice.pick(NUMBERS) }),
      ...(!dice.once(3) && { limit: dice.pick(NUMBERS) }),
      ...(!dice.once(3) && { depth: dice.pick(NUMBERS) }),
    };
    const ours = await callTool("list_dir", call, { profile, fileSystem });
    return [JSON.stringify(call), ours, toOutcome(modelListDir(tree, call, order))];
  });
  expect(differences).toEqual([]);
  expect(Math.min(refused, 1 - refused)).toBeGreaterThan(0.1);
});

test("profile hyper gives the JSON of the model", { timeout: 600_000 }, async () => {
  const { differences, refused } = await compare(async (dice, tree, fileSystem) => {
    const call = {
      path: dice.pick(pathsOf(tree).filter((path) => path !== "" && path !== '"/r"')),
      ...(!dice.once(3) && { offset: dice.pick([0, 0, 1, 2, 7, 999, 1000, -3]) }),
      ...(!dice.once(3) && { maxResults: dice.pick([1, 3, 100, 1000, 5000, 0, -1]) }),
      ...(!dice.once(3) && { recursive: dice.once(2) }),
      ...(!dice.once(3) && { showHidden: dice.once(2) }),
    };
    const maxIndexed = dice.once(4) ? 6 : 1000;
    const options = { profile: "hyper", fileSystem, maxIndexed, workingDirectory: "/" } as const;
    const ours = await callTool("list_directory", call, options);
    // Characters that could mislead are escaped in the text; the JSON means the same.
    const plain = ours.startsWith("{") ? JSON.stringify(JSON.parse(ours)) : ours;
    return [JSON.stringify(call), plain, toOutcome(modelListDirectory(tree, call, maxIndexed))];
  });
  expect(differences).toEqual([]);
  expect(Math.min(refused, 1 - refused)).toBeGreaterThan(0.1);
});
