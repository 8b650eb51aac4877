// A page as a tree, and its text, which says one thing: it reads back as what was written, even for the worst names there are.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memory } from "../../src/disk/memory.ts";
import type { ListingEntry } from "../../src/list/page.ts";
import { renderEnd, type ListingEnd } from "../../src/text/closing-lines.ts";
import { arrangeAsTree, renderListing, type ListDirEntry, type ListDirPage } from "../../src/text/listing.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { anyDeepTree, anyTree, anyName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { modelEntries, type ModelEntry } from "../support/model-tree.ts";
import { readListing } from "../support/read-listing.ts";

/** Globs that would read as something else in a line of ours. */
const LIES = [
  "a, b",
  "and 3 more",
  ", and 3 more",
  "a]",
  "]",
  '"',
  '"a", "b"',
  "a ",
  "z?",
  "z@",
  "*]\n[empty]",
  "try *x*",
  "…",
  "{a,b}",
];

const anyGlob = fc.oneof(fc.constantFrom(...LIES, "*.ts", "a*", "**/src/a*"), anyName);

const anyWhy: fc.Arbitrary<ListingEnd> = fc.oneof(
  fc.constantFrom<ListingEnd>({}, { empty: true }, { filtered: true }),
  fc.nat().map((directories) => ({ timedOutAfter: { directories } })),
  anyGlob.map((tryGlob) => ({ filtered: true as const, tryGlob })),
);

/** The end of a map, or of a listing that has no more pages. */
const anyEnd: fc.Arbitrary<ListingEnd> = fc
  .tuple(anyWhy, fc.boolean())
  .map(([why, ignoredNotSearched]) => (ignoredNotSearched ? { ...why, ignoredNotSearched } : why));

function entry(path: string, problem?: ListingEntry["problem"]): ListingEntry {
  const names = path.replace(/\/$/, "");
  const kind = path.endsWith("/") ? "directory" : "file";
  return { path: names, kind, depth: names.split("/").length, ...(problem !== undefined && { problem }) };
}

const WHOLE = {
  sources: [],
  startsMidDirectory: false,
  more: false,
  isTimedOut: false,
  isRootEmpty: false,
  skipped: 0,
};

function arrange(entries: readonly ListingEntry[], problems: readonly ListingEntry[] = []): ListDirEntry[] {
  const met = problems.map((problem) => ({ entry: problem, position: 0 }));
  return arrangeAsTree({ ...WHOLE, entries, problems: met }, false);
}

/** The lines of a page, without the first one. */
function shown(entries: readonly ListingEntry[], problems: readonly ListingEntry[] = []): string[] {
  return renderListing({ root: "/", entries: arrange(entries, problems) })
    .split("\n")
    .slice(1);
}

/** The slow, obvious way: puts every directory above an entry on a line of its own, then joins those that may be joined. */
function modelLines(entries: readonly ListingEntry[], problems: readonly ListingEntry[]): string[] {
  const keyOf = ({ path, kind }: ListingEntry) => (kind === "directory" ? `${path}/` : path);
  const counted = new Map(entries.map((each) => [keyOf(each), each.problem ?? ""]));
  const marked = new Map(problems.map((problem) => [keyOf(problem), problem.problem as string]));
  const keys = new Set([...counted.keys(), ...marked.keys()]);
  for (const key of keys) {
    for (let end = key.indexOf("/", 1); end !== -1; end = key.indexOf("/", end + 1)) {
      keys.add(key.slice(0, end + 1));
    }
  }
  const isChild = (other: string, key: string) =>
    other !== key && other.startsWith(key) && !/\/[^]/.test(other.slice(key.length));
  const children = (key: string) => (/^$|\/$/.test(key) ? [...keys].filter((other) => isChild(other, key)) : []);
  const isJoined = (key: string) => {
    const [only, another] = children(key);
    const isPlain = !counted.has(key) && !marked.has(key);
    return isPlain && only !== undefined && another === undefined && !counted.has(only);
  };
  const draw = (above: string, indent: number): string[] =>
    children(above)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .flatMap((child) => {
        let last = child;
        while (isJoined(last)) {
          last = children(last)[0] as string;
        }
        const mark = counted.get(last) ?? marked.get(last) ?? "";
        const line = `${"  ".repeat(indent)}${last.slice(above.length)}`;
        return [mark === "" ? line : `${line} [${mark}]`, ...draw(last, indent + 1)];
      });
  return draw("", 0);
}

/** Names that no line quotes, and no links. */
function withPlainNames(tree: readonly ModelEntry[]): ModelEntry[] {
  return tree.map(({ path, kind }) => ({
    path: path.replaceAll(/[^/]+/g, (name) => `n${Buffer.from(name).toString("hex")}`),
    kind: kind === "directory" ? kind : "file",
  }));
}

const anyPart = { skip: fc.nat(20), limit: fc.integer({ min: 1, max: 25 }), dice: fc.nat(5) };

describe("a page as a tree", () => {
  test("joins exactly the context lines that lead only to the next", () => {
    fc.assert(
      fc.property(fc.oneof(anyTree, anyDeepTree), fc.record(anyPart), (tree, { skip, limit, dice }) => {
        const entries: readonly ListingEntry[] = modelEntries(withPlainNames(tree), "breadth", 9);
        const page = entries.slice(skip, skip + limit);
        const problems = entries
          .slice(skip + limit)
          .filter(({ kind }, index) => kind === "directory" && index % (dice + 2) === 0)
          .map((directory): ListingEntry => ({ ...directory, problem: "timed out" }));
        expect(shown(page, problems)).toEqual(modelLines(page, problems));
      }),
      { numRuns: inDepth(25, 2000) },
    );
  });

  test("has no more lines than it needs, however deep the paths are", () => {
    const deep = `${"d/".repeat(2000)}`;
    const entries = Array.from({ length: 50 }, (_, index) => entry(`${deep}${index}/x`));
    // One line for the chain, and one for each entry and its own directory.
    expect(shown(entries)).toHaveLength(1 + 2 * 50);
  });
});

/** A page of a tree: some of its directories could not be read, and some only lead to others. */
function listingOf(
  all: readonly ListingEntry[],
  dice: number,
  rest: Omit<ListDirPage, "root" | "entries">,
): ListDirPage {
  const isMarked = ({ kind }: ListingEntry, index: number) => kind === "directory" && index % 3 === 0;
  const entries = arrangeAsTree(
    {
      ...WHOLE,
      entries: all.filter((each, index) => each.depth > dice % 8 && !isMarked(each, index)),
      problems: all
        .filter(isMarked)
        .map((each) => ({ entry: { ...each, problem: "permission denied" as const }, position: 0 })),
    },
    false,
  );
  // The text does not say which directories are entries.
  return { root: "/some root/x", entries: entries.map(({ context: _context, ...each }) => each), ...rest };
}

const anyRest = fc
  .tuple(anyEnd, fc.option(fc.nat()))
  .map(([end, moreThan]) => (moreThan === null ? end : { ...end, moreThan }));

describe("the text of a listing", () => {
  test("reads back as written, and is longer than a bound if it is cut at it", () => {
    let joined = 0;
    fc.assert(
      fc.property(fc.oneof(anyTree, anyDeepTree), fc.nat(20), fc.nat(), anyRest, (tree, skip, dice, rest) => {
        const all = modelEntries(tree, "breadth", 9);
        const start = skip % Math.max(all.length, 1);
        const listing = listingOf(all.slice(start, start + 25), dice, rest);
        const text = renderListing(listing);
        expect(readListing(text)).toEqual(listing);
        const lines = listing.entries.filter((each) => each.joined !== true).length;
        joined += listing.entries.length - lines;
        expect(text.split("\n")).toHaveLength(1 + lines + renderEnd(rest).length);
        const [bytes, most] = [Buffer.byteLength(text), dice % 500];
        expect(Buffer.byteLength(renderListing(listing, most)) > most).toBe(bytes > most);
      }),
      { numRuns: inDepth(300, 5000) },
    );
    expect(joined).toBeGreaterThan(100);
  });
});

describe("a page as JSON", () => {
  test("is one line with its keys in a fixed order", async () => {
    const fileSystem = memory([
      { path: "/r/a/file", content: "12", modifiedMs: 3 },
      { path: "/r/a/link", kind: "symlink", modifiedMs: 4 },
      { path: "/r/b" },
    ]);
    const page = await listDir({ dirPath: "/r", fileSystem, order: "tree", after: "a/", limit: 2, details: true });
    expect(JSON.stringify(page)).toBe(
      '{"root":"/r","entries":[{"path":"a","kind":"directory","depth":1,"context":true},' +
        '{"path":"a/file","kind":"file","depth":2,"size":2,"modifiedMs":3},' +
        '{"path":"a/link","kind":"symlink","depth":2,"modifiedMs":4}],"moreThan":2,"next":"a/link@"}',
    );
  });
});
