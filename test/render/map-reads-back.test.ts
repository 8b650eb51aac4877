// The text of a map says one thing: it reads back as what was written, whatever the names are.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Problem } from "../../src/core/problem.ts";
import { writeFold, writeRange } from "../../src/maps/write-fold.ts";
import {
  toMapName,
  type DirectoryMap,
  type MapClosedDirectory,
  type MapContents,
  type MapFile,
  type MapFold,
  type MapOpenDirectory,
} from "../../src/render/directory-map.ts";
import { canSpell } from "../../src/render/map-word.ts";
import { readMap } from "../support/read-map.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { anyEnd } from "../support/any-end.ts";
import { anyName as anyHostileName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";

/** Names that would read as another part of a map. */
const LIES = [
  "(3)",
  "(1,204+)",
  "(3,",
  "(1,204+,",
  "(3,5",
  "5",
  "below)",
  "(",
  "[ignored]",
  "[ignored",
  "[permission",
  "denied]",
  "[no",
  "[timed",
  "[only",
  "[only x]",
]
  .concat(
    "[unreadable:",
    "ENOENT]",
    "…",
    "*",
    "a*",
    "\\*",
    "[a-f]*",
    '"',
    '""',
    'a"b',
    "a b",
    ".",
    "..",
    "@",
    "?",
    "a@",
    "a?",
  )
  .concat(
    "a/b (3)".split("/"),
    "\\",
    "a\\",
    "Absolute path: x",
    "[no entry matches the filters]",
    "[empty]",
    "[nothing",
    "matches",
    "[stopped",
    "[311",
    "[ignored",
    "directories",
    "\u3000",
    "a\u00a0b",
    "#",
  )
  .map(toByteString);

const anyName = fc.oneof(fc.constantFrom(...LIES), anyHostileName);

const anyPath = fc.array(anyName, { minLength: 1, maxLength: 3 }).map((names) => names.join("/") as ByteString);

const anyFile: fc.Arbitrary<MapFile> = fc
  .tuple(anyName, fc.constantFrom("file" as const, "symlink" as const, "other" as const))
  .map(([name, kind]) => ({ ...toMapName(name), kind }));

const anyCount = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(999, 1000, 1_234_567, 100_000), fc.nat());
const anyPartial = fc.constantFrom<{ partial?: true }>({}, {}, { partial: true });

const anyBelow = fc.oneof(
  fc.constant<Partial<MapFold>>({}),
  anyCount.map((below) => ({ below })),
  anyCount.map((below) => ({ below, belowPartial: true as const })),
);

const anyLetters = anyName.filter(canSpell);
const anyGlob = fc.oneof(
  fc
    .tuple(anyLetters, fc.constantFrom("", ".ts", ".[b]"), fc.boolean())
    .map(([start, end, isDirectory]) => writeFold(start, end as ByteString, isDirectory)),
  fc
    .tuple(anyLetters, fc.constantFrom("af", "[]", "!-", "-^", "\\]"), fc.boolean())
    .map(([start, ends, isDirectory]) =>
      writeRange(start, [ends[0] as ByteString, ends[1] as ByteString], "" as ByteString, isDirectory),
    ),
);
const anyFold: fc.Arbitrary<MapFold> = fc
  .tuple(anyGlob, anyCount, anyPartial, anyBelow)
  .map(([glob, count, partial, below]) => ({
    glob: Buffer.from(glob, "latin1").toString(),
    count,
    ...partial,
    ...below,
  }));

const PROBLEMS: Problem[] = ["permission denied", "no longer exists", "timed out", "unreadable: ELOOP"];

const anyClosed: fc.Arbitrary<MapClosedDirectory> = fc
  .tuple(
    anyPath,
    fc.oneof(
      fc.tuple(anyCount, anyPartial).map(([count, partial]) => ({ count, ...partial })),
      fc.constantFrom(...PROBLEMS.map((problem) => ({ problem })), { ignored: true as const }),
    ),
  )
  .map(([path, mark]) => ({ ...toMapName(path), ...mark }));

const bytesOf = ({ name, nameBytes }: { name: string; nameBytes?: Uint8Array }) => toByteString(nameBytes ?? name);

/** In byte order, as a map has them, each once. */
function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const keyed = new Map(items.map((item) => [keyOf(item), item]));
  return [...keyed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

const { contents: anyContents } = fc.letrec<{ contents: MapContents; open: MapOpenDirectory }>((tie) => ({
  open: fc.tuple(anyPath, tie("contents")).map(([path, inside]) => ({ ...toMapName(path), ...inside })),
  contents: fc
    .record({
      files: fc.array(anyFile, { maxLength: 4 }),
      folds: fc.array(anyFold, { maxLength: 3 }),
      closed: fc.array(anyClosed, { maxLength: 3 }),
      open: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.constant([]), fc.array(tie("open"), { maxLength: 2 })),
    })
    .map(({ files, folds, closed, open }) => ({
      files: inOrder(files, bytesOf),
      folds: inOrder(folds, ({ glob }) => toByteString(glob)),
      closed: inOrder(closed, (each) => `${bytesOf(each)}/`),
      open: inOrder(open, (each) => `${bytesOf(each)}/`),
    })),
}));

const anyMap: fc.Arbitrary<DirectoryMap> = fc
  .record({
    root: fc.constantFrom("/", "/repo", "/a b/[only x]", "s3://bucket/x"),
    only: fc.option(anyFold, { nil: undefined }),
    contents: anyContents,
    end: anyEnd,
  })
  .map(({ root, only, contents, end }) => ({
    root,
    ...(only !== undefined && { only: only.glob }),
    ...contents,
    ...end,
  }));

describe("a map", () => {
  test("reads back as what was written", () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const text = renderMap(map);
        expect(readMap(text)).toEqual(map);
      }),
      { numRuns: inDepth(24, 5000) },
    );
  });

  test("is that of the documents", () => {
    const text = [
      "Absolute path: /repo",
      "[only *]",
      ".gitignore LICENSE link@ tsconfig* (3)",
      "docs/ (25) node_modules/ [ignored] private/ [permission denied] test/ (1,148+)",
      "packages/core/src/",
      "  index.ts m* (4, 31+ below) walk-* (4+) x*/ (2+, 5,043+ below) y*/ (2, 0 below)",
      "  filters/",
      "    glob.ts",
    ].join("\n");
    expect(readMap(text)).toEqual({
      root: "/repo",
      only: "*",
      files: [
        { name: ".gitignore", kind: "file" },
        { name: "LICENSE", kind: "file" },
        { name: "link", kind: "symlink" },
      ],
      folds: [{ glob: "tsconfig*", count: 3 }],
      closed: [
        { name: "docs", count: 25 },
        { name: "node_modules", ignored: true },
        { name: "private", problem: "permission denied" },
        { name: "test", count: 1148, partial: true },
      ],
      open: [
        {
          name: "packages/core/src",
          files: [{ name: "index.ts", kind: "file" }],
          folds: [
            { glob: "m*", count: 4, below: 31, belowPartial: true },
            { glob: "walk-*", count: 4, partial: true },
            { glob: "x*/", count: 2, partial: true, below: 5043, belowPartial: true },
            { glob: "y*/", count: 2, below: 0 },
          ],
          closed: [],
          open: [{ name: "filters", files: [{ name: "glob.ts", kind: "file" }], folds: [], closed: [], open: [] }],
        },
      ],
    });
  });

  test.each(["b a", "  a", "a*", "a (3)", "a/ (1000)", "a/ [tired]", '"a"', "a/ (1)\nb", "More than 3 entries found"])(
    "is not %j",
    (lines) => {
      expect(() => readMap(`Absolute path: /r\n${lines}`)).toThrow(SyntaxError);
    },
  );
});
