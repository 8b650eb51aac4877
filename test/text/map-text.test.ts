// A map as text, whoever made it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Problem } from "../../src/core/problem.ts";
import type { MapFold } from "../../src/text/fold.ts";
import {
  renderMap,
  type MapClosedDirectory,
  type MapContents,
  type MapFile,
  type MapOpenDirectory,
} from "../../src/text/map-text.ts";
import { inDepth } from "../support/deep.ts";
import { readMap } from "../support/read-map.ts";

const NOTHING: MapContents = { files: [], folds: [], closed: [], open: [] };

/** Names that would read as another part of a map. */
const LIES = ["(3)", "(1,204+)", "(3,", "(1,204+,", "(3,5", "5", "below)", "(", "[ignored]", "[ignored", "[permission"]
  .concat("denied]", "[no", "[timed", "[only", "[only x]", "[unreadable:", "ENOENT]", "…", "*", "a*", "\\*", "[a-f]*")
  .concat('"', '""', 'a"b', "a b", ".", "..", "@", "?", "a@", "a?", "", "\\", "a\\", "Absolute path: x", "[empty]")
  .concat(
    "[nothing",
    "matches",
    "[311",
    "more]",
    "[18",
    "\u3000",
    "a\u00a0b",
    "#",
    "two\nlines",
    "\u202e",
    "[id]",
    "é",
  );

const anyName = fc.constantFrom("a", "b", "README.md", ...LIES);
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const anyCount = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(999, 1000, 1_234_567));
const anyPartial = fc.constantFrom<{ partial?: true }>({}, {}, { partial: true });
const PROBLEMS: Problem[] = ["permission denied", "no longer exists", "timed out", "unreadable: ELOOP"];

const anyFile: fc.Arbitrary<MapFile> = fc.record({
  name: anyName,
  kind: fc.constantFrom("file" as const, "symlink" as const, "other" as const),
});
const anyFold: fc.Arbitrary<MapFold> = fc
  .tuple(
    fc.constantFrom("a*", "*.svg", "*", "[a-f]*/", "\\[x\\]?*.d.ts", "[一-丁]*", "é*/"),
    anyCount,
    anyPartial,
    fc.oneof(
      fc.constant({}),
      anyCount.map((below) => ({ below })),
      anyCount.map((below) => ({ below, belowPartial: true as const })),
    ),
  )
  .map(([glob, count, partial, below]) => ({ glob, count, ...partial, ...below }));
const anyClosed: fc.Arbitrary<MapClosedDirectory> = fc
  .tuple(
    anyPath,
    fc.oneof(
      fc.tuple(anyCount, anyPartial).map(([count, partial]) => ({ count, ...partial })),
      fc.constantFrom(...PROBLEMS.map((problem) => ({ problem })), { ignored: true as const }),
    ),
  )
  .map(([name, state]) => ({ name, ...state }));

/** Each once, in byte order. */
function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const keyed = new Map(items.map((item) => [keyOf(item), item]));
  return [...keyed].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map(([, item]) => item);
}

const { contents: anyContents } = fc.letrec<{ contents: MapContents; open: MapOpenDirectory }>((tie) => ({
  open: fc.tuple(anyPath, tie("contents")).map(([name, inside]) => ({ name, ...inside })),
  contents: fc
    .record({
      files: fc.array(anyFile, { maxLength: 4 }),
      folds: fc.array(anyFold, { maxLength: 3 }),
      closed: fc.array(anyClosed, { maxLength: 3 }),
      open: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.constant([]), fc.array(tie("open"), { maxLength: 2 })),
    })
    .map(({ files, folds, closed, open }) => ({
      files: inOrder(files, ({ name }) => name),
      folds: inOrder(folds, ({ glob }) => glob),
      closed: inOrder(closed, ({ name }) => `${name}/`),
      open: inOrder(open, ({ name }) => `${name}/`),
    })),
}));

describe("renderMap", () => {
  test("round-trips, whatever the names are", () => {
    fc.assert(
      fc.property(anyContents, (contents) => {
        const { root: _root, only: _only, end: _end, ...read } = readMap(renderMap({ root: "/r", ...contents }));
        expect(read).toEqual(contents);
      }),
      { numRuns: inDepth(200, 20_000) },
    );
  });

  test("quotes a name in brackets only where it could begin a line of ours", () => {
    const files = ["[311", "[noteId].tsx", "[onlyOne].ts", "[stopped"].map((name) => ({ name, kind: "file" as const }));
    const closed = ["[no", "[nodeId]"].map((name) => ({ name, count: 1 }));
    expect(renderMap({ ...NOTHING, root: "/r", files, closed })).toBe(
      'Absolute path: /r\n"[311" [noteId].tsx [onlyOne].ts "[stopped"\n"[no"/ (1) [nodeId]/ (1)',
    );
  });

  test("sorts names and directories", () => {
    const files = ["b", "\u{1f600}", "\uffff", "a"].map((name) => ({ name, kind: "file" as const }));
    const closed = ["a/b", "a-b", "a.b"].map((name) => ({ name, count: 1 }));
    expect(renderMap({ ...NOTHING, root: "/r", files, closed, folds: [{ glob: "aa*", count: 4 }] })).toBe(
      "Absolute path: /r\na aa* (4) b \uffff \u{1f600}\na-b/ (1) a.b/ (1) a/b/ (1)",
    );
  });
});
