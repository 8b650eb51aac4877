// Globs of `include` match either case unless they have an upper-case letter. Compared with a slow model: what is outside of brackets is
// folded character by character, and matched by globs that match as they are written.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { toByteString, toText, type ByteString } from "../../src/core/byte-string.ts";
import { foldCase, inEveryCase, isUpperCase } from "../../src/core/names/fold-case.ts";
import { includeFilter } from "../../src/filters/glob-filter.ts";
import { compileGlobs } from "../../src/filters/glob-patterns.ts";
import { listDir, type ListDirOptions } from "../../src/listing/list-dir.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeTree } from "../support/make-tree.ts";
import { unordered } from "../support/memory-tree.ts";

const LETTERS = [
  "a",
  "A",
  "k",
  "K",
  "\u212a",
  "s",
  "ſ",
  "é",
  "É",
  "ß",
  "ẞ",
  "σ",
  "ς",
  "\u{10428}",
  "\u{10400}",
  "1",
  "-",
  ".",
];
const PIECES = ["*", "?", "[a]", "[aK]", "[!a]", "[a-k]", "[[:upper:]]", "\\a", "\\K", "{a,k}", "{É,s}"];

const anyName = fc
  .string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 3 })
  .filter((name) => !/^\.\.?$/.test(name));
const anyGlob = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LETTERS) }, fc.constantFrom(...PIECES)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pieces) => pieces.join(""))
  // That is no name, but the directory itself.
  .filter((glob) => glob !== ".");
const invalid = fc.constantFrom("\xffa", "A\xff", "\xc3", "k\xe9K") as fc.Arbitrary<ByteString>;

/** Whether globs show these names of a root. */
async function shown(globs: readonly string[], names: readonly ByteString[], smartCase: boolean): Promise<boolean[]> {
  const filter = includeFilter(await compileGlobs(globs, "relative", { smartCase }));
  return names.map((name) => filter.judge({ name, kind: "file" }) === "show");
}

/** The parts of a glob: braces, classes, escaped characters, and single ones. */
const PART = /\{[^}]*\}|\[(?:\[:\w+:\]|[^\]])+\]|\\.|./gsu;

/** The same glob with every letter outside of classes as the class of its cases. */
function inEveryCaseOf(glob: string): string {
  return glob.replaceAll(PART, (part) => {
    if (part.startsWith("[") || part === "*" || part === "?") {
      return part;
    }
    if (part.startsWith("{")) {
      return `{${part.slice(1, -1).split(",").map(inEveryCaseOf).join(",")}}`;
    }
    const points = inEveryCase(part.replace(/^\\/, ""));
    // The `\` makes it a class and nothing else: it does not match itself.
    return `[\\${points.map((point) => String.fromCodePoint(point)).join("")}]`;
  });
}

const outsideOfClasses = (glob: string) => glob.replaceAll(/\[(?:\[:\w+:\]|[^\]])+\]/g, "");

describe("smart case", () => {
  test("is what the model says", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyGlob,
        fc.array(fc.oneof(anyName.map(toByteString), invalid), { minLength: 1, maxLength: 12 }),
        async (glob, names) => {
          const isExact = [...outsideOfClasses(glob)].some(isUpperCase);
          const expected = await shown([isExact ? glob : inEveryCaseOf(glob)], names, false);
          // One without wildcards also matches the name that it spells; that is tested below.
          const isSpelled = await Promise.all(
            names.map(
              async (name) =>
                glob.includes("[") &&
                !glob.includes("{") &&
                foldCase(toText(name)) === foldCase(glob.replaceAll("\\", "")),
            ),
          );
          const found = await shown([glob], names, true);
          expect(found.map((is, index) => is && isSpelled[index] !== true)).toEqual(
            expected.map((is, index) => is && isSpelled[index] !== true),
          );
        },
      ),
      { numRuns: inDepth(120, 50_000) },
    );
  });

  test.each<[string, string[], string[]]>([
    ["*unfinished*", ["sendUnfinishedCronWarnings", "UNFINISHED"], ["finished"]],
    ["*Unfinished*", ["sendUnfinishedCron"], ["unfinished", "UNFINISHED"]],
    ["readme*", ["README.md", "readme", "Readme.TXT"], ["read"]],
    ["\\Readme", ["Readme"], ["readme"]],
    ["[R]eadme*", ["Readme", "README"], ["readme"]],
    ["[rR]eadme", ["readme", "README", "[rR]eadMe"], ["[rr]eadme"]],
    ["[slug].tsx", ["[slug].tsx", "[slug].TSX", "s.TSX"], ["[Slug].tsx", "S.tsx"]],
    ["[!a]b", ["Ab", "AB", "cB"], ["ab", "aB"]],
    ["[[:lower:]]b", ["aB"], ["Ab"]],
    ["*.{ts,tsx}", ["a.TS", "b.Tsx"], ["c.t"]],
    ["*.{ts,TSX}", ["a.ts", "b.TSX"], ["a.TS", "b.tsx"]],
    ["straße", ["STRAẞE", "Straße"], ["STRASSE"]],
    ["kilo*", ["\u212aILO", "Kilogramm"], ["ilo"]],
    ["ſet", ["set", "SET", "ſet"], ["et"]],
    ["ǆ", ["ǅ", "Ǆ"], ["dž"]],
    ["ǅ", ["ǅ"], ["ǆ", "Ǆ"]],
    ["v{1..200}x", ["V7X", "v199x"], ["V201X"]],
  ])("%s shows %j and not %j", async (glob, matched, others) => {
    const names = [...matched, ...others].map(toByteString);
    expect(names.filter((_, index) => index < matched.length)).toEqual(
      (await shown([glob], names, true)).flatMap((is, index) => (is ? [names[index]] : [])),
    );
  });

  test("each glob decides by itself", async () => {
    const names = ["a.TS", "b.MD", "b.md"].map(toByteString);
    expect(await shown(["*.ts", "*.MD"], names, true)).toEqual([true, true, false]);
    expect(await shown(["*.MD", "*.md"], names, true)).toEqual([false, true, true]);
  });

  test("a name that is not valid UTF-8 does not match the text it decodes to", async () => {
    const names = ["A\xff", "[a]\xff"] as ByteString[];
    expect(await shown(["a\ufffd", "[a]\ufffd"], names, true)).toEqual([false, false]);
  });
});

const FILES = ["Src/Deep/UNFINISHED.ts", "src/deep/unfinished.ts", "SRC/other.md", "lib/Unfinished.TS", "Zoo/a.ts"];

describe("a search without regard to case", () => {
  const places: [string, (files: readonly string[]) => Pick<ListDirOptions, "dirPath" | "fileSystem">][] = [
    ["a disk", (files) => ({ dirPath: makeTree(...files) })],
    ["memory", (files) => ({ dirPath: "/Root", fileSystem: memory(files.map((file) => `/Root/${file}`)) })],
    [
      "no order",
      (files) => ({ dirPath: "/Root", fileSystem: unordered(memory(files.map((file) => `/Root/${file}`))) }),
    ],
    [
      "a store",
      (files) => ({ dirPath: "s3://Bucket", fileSystem: s3({ client: fakeStore(files, { pageSize: 2 }).client }) }),
    ],
  ];

  describe.each(places)("in %s", (_, toPlace) => {
    const listed = async (options: Partial<ListDirOptions>) => {
      const { entries } = await listDir({ ...toPlace(FILES), gitignore: "off", ...options });
      return entries.filter(({ context }) => context !== true).map(({ path }) => path);
    };

    test.each<[string | string[], string[]]>([
      ["unfinished*", ["Src/Deep/UNFINISHED.ts", "lib/Unfinished.TS", "src/deep/unfinished.ts"]],
      ["/src/**/*.ts", ["Src/Deep/UNFINISHED.ts", "src/deep/unfinished.ts"]],
      ["src/deep/*", ["Src/Deep/UNFINISHED.ts", "src/deep/unfinished.ts"]],
      ["Src/**", ["Src/Deep", "Src/Deep/UNFINISHED.ts"]],
      [["zoo/", "*.MD"], ["Zoo"]],
    ])("%j finds all, in both orders", async (include, expected) => {
      expect((await listed({ include })).toSorted()).toEqual(expected);
      expect((await listed({ include, order: "tree" })).toSorted()).toEqual(expected);
      const second = await listed({ include, order: "tree", offset: 2 }).catch(() => []);
      expect(second).toHaveLength(expected.length - 1);
    });

    test("an absolute glob is asked about its part below the listing root", async () => {
      const place = toPlace(FILES);
      const include = `${place.dirPath}/lib/unfinished*`;
      expect(await listed({ ...place, include })).toEqual(["lib/Unfinished.TS"]);
      expect(await listed({ ...place, include: include.replace("unf", "UNf") })).toEqual([]);
    });

    test("what is excluded is excluded as written", async () => {
      expect(await listed({ include: "unfinished*", exclude: ["src", "*.TS"] })).toEqual(["Src/Deep/UNFINISHED.ts"]);
    });

    test("a map has the same, and a fold is read like a glob", async () => {
      const { files, open } = await mapDir({
        ...toPlace(["walk-1", "Walk-2", "x"]),
        gitignore: "off",
        include: "walk*",
      });
      expect([files.map(({ name }) => name), open]).toEqual([["Walk-2", "walk-1"], []]);
      const map = await mapDir({ ...toPlace(["walk-1", "Walk-2", "x"]), gitignore: "off", fold: "walk*" });
      expect(map.files.map(({ name }) => name)).toEqual(["Walk-2", "walk-1"]);
      const one = await mapDir({ ...toPlace(["walk-1", "Walk-2", "x"]), gitignore: "off", fold: "[w]alk*" });
      expect(one.files.map(({ name }) => name)).toEqual(["walk-1"]);
    });
  });

  test("deny rules hide more, whatever the globs", async () => {
    const fileSystem = memory(["/r/Secret.txt", "/r/secret.md", "/r/a"]);
    const options = { fileSystem, deny: ["secret.*"] };
    const content = await callTool("list_dir", { dir_path: "/r", include: "s*" }, options);
    expect(content).not.toContain("ecret");
  });
});
