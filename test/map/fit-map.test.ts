// What a map shows: blocks, folds, counts, marks, and what filters, bounds and time leave of a tree.
import { describe, expect, test, vi } from "vitest";

import { CallClock } from "../../src/core/call-clock.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import {
  ENTERED_ONLY,
  HIDDEN,
  IGNORED,
  PASSED_BY,
  SHOWN,
  type DirectoryFilter,
  type Verdict,
} from "../../src/core/filter.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { inDepth } from "../support/deep.ts";
import { onlyInDepth } from "../support/needs.ts";
import { numbered } from "../support/many-files.ts";
import { expectTrueMap, mapLines, mapTree, pathEntries, ROOT, unorderedTree } from "../support/map-trees.ts";
import { stopClock } from "../support/virtual-time.ts";

const lettered = (count: number, toName: (letter: string, index: number) => string) =>
  Array.from({ length: count }, (_, index) => toName("abcdefghijklmnopqrst".charAt(index % 20), index));

/** A filter by the paths of entries below the root. */
function filterBy(judge: (path: string, isDirectory: boolean) => Verdict | undefined, above = ""): DirectoryFilter {
  return {
    judge: ({ name, kind }) => judge(above + name, kind === "directory"),
    enter: (name) => filterBy(judge, `${above}${name}/`),
  };
}

/** The tree, in which some directories can't be read. */
function failing(fileSystem: FileSystem, path: string, code: string): FileSystem {
  return {
    ...fileSystem,
    readDirectory(location, options) {
      if (location === `${ROOT}/${path}`) {
        throw Object.assign(new Error(code), { code });
      }
      return fileSystem.readDirectory(location, options);
    },
  };
}

test("each directory has a line of names, one of closed directories, and its open directories", async () => {
  const tree = pathEntries("b", "a-b", "z/c/d/e", "z/c/d/f", "x/", "y/k", "y/l/", "y/m/n");
  expect(await mapLines([...tree, { path: "l", kind: "symlink" }, { path: "s", kind: "other" }])).toBe(
    "a-b b l@ s?\nx/ [empty]\ny/\n  k\n  l/ [empty]\n  m/\n    n\nz/c/d/\n  e f",
  );
});

describe("names that share", () => {
  test.each([
    ["an extension", 30, [...lettered(20, (a, i) => `${a}${i}q.ts`), "README"], "README [a-j]* (10) [k-t]* (10)"],
    ["words", 26, [...lettered(9, (a) => `walk-${a}`), ...lettered(9, (a) => `read-${a}`)], "read-* (9) walk-* (9)"],
    ["what a glob must escape", 36, numbered(40, "[slug]("), "\\[slug\\]\\([0-2]* (23) \\[slug\\]\\([3-9]* (17)"],
    ["spaces", 30, numbered(40, "page "), "page?[0-2]* (23) page?[3-9]* (17)"],
    ["capitals", 24, lettered(8, (a) => `MapNode${a.toUpperCase()}`), "MapNodeG MapNodeH MapNode[A-F]* (6)"],
  ])("%s", async (_, budget, names, lines) => {
    expect(await mapLines(pathEntries(...names), { budget })).toBe(lines);
  });

  test("letters that are written as ? in two places are never in a fold that matches others, too", async () => {
    const tree = pathEntries(...lettered(12, (letter) => `p a y${letter}`), "p\ta q", "p a\tyz");
    for (const budget of [1, 20, 30, 40]) {
      expectTrueMap((await mapTree(tree, { budget })).map, tree);
    }
  });

  test.each([100, 200, 500])("two or three are folded only if that saves a dozen tokens, with %d", async (budget) => {
    const pairs = ["search/", "search-api/", "flake.lock", "flake.nix", "com.ts", "common.ts", "tsconfig.json"];
    const tree = pathEntries(...lettered(9, (letter) => `${letter}${letter}/`), ...pairs);
    const { folds } = (await mapTree(tree, { budget })).map;
    expect(folds.filter(({ count }) => count <= 3)).toEqual([]);
  });

  test("a fold that says nothing hides no directory of more than a twentieth of all entries whose name fits", async () => {
    const files = "AGENTS.md CLAUDE.md Dockerfile LICENSE Makefile README.md SECURITY.md docker-compose-production.yml";
    const others =
      "docker-compose.yml eslint.config.mjs lefthook.yml package.json pyproject.toml turbo.json uv.lock yarn.lock";
    const sizes = { apps: 300, contrib: 3, database: 15, docs: 32, exampleCourse: 119, graders: 7, images: 4 };
    const more = { infra: 2, packages: 63, patches: 1, scripts: 2, sync: 3, testCourse: 24, tools: 7, workspaces: 8 };
    const below = Object.entries({ ...sizes, ...more }).flatMap(([name, count]) => numbered(count, `${name}/file`));
    const shown = await mapLines(pathEntries(...files.split(" "), ...others.split(" "), ...below), { budget: 95 });
    expect(shown).toMatch(/apps\/.*exampleCourse\/.*packages\//);
  });

  test("two or three names are folded if that names such a directory", async () => {
    const files =
      "pnpm-lock.yaml pnpm-workspace.yaml tailwind.config.ts tsconfig.json types.d.ts uv.lock vite.config.ts";
    const sizes = {
      models: 49,
      modules: 166,
      options: 15,
      public: 48,
      routers: 61,
      services: 72,
      templates: 66,
      tests: 147,
    };
    const below = Object.entries(sizes).flatMap(([name, count]) => numbered(count, `${name}/file`));
    expect(await mapLines(pathEntries(...files.split(" "), ...below), { budget: 72 })).toBe(
      `pnpm-* (2) ${files.split(" ").slice(2).join(" ")}\n` +
        "models/ (49) modules/ (166) options/ (15) public/ (48) routers/ (61) services/ (72) templates/ (66) tests/ (147)",
    );
  });

  test("names that begin with a dot are folded first", async () => {
    const dotNames = [".editorconfig", ".gitattributes", ".gitignore", ".npmrc", ".prettierrc", ".yarnrc"];
    const names = lettered(20, (letter) => `${letter}ord-of-${letter}.ts`);
    const { folds } = (await mapTree(pathEntries(...dotNames, ...names), { budget: 100 })).map;
    expect(folds.map(({ glob }) => glob.charAt(0))).toEqual(["."]);
  });

  test("a fold of directories says how much is below them", async () => {
    const tree = pathEntries("README", ...numbered(40, "part-").map((name) => `${name}/x`));
    expect(await mapLines(tree, { budget: 25 })).toBe("README part-*/ (40, 40 below)");
    const mixed = [...tree, ...pathEntries(...numbered(9, "part-x"))];
    expect(await mapLines(mixed, { budget: 25 })).toBe("README part-* (49, 40 below)");
  });
});

describe("the bound on bytes", () => {
  test("may be too small for any map", async () => {
    expect(await mapTree(pathEntries("\u0001".repeat(250)), { maxBytes: 300 })).toBeUndefined();
  });
});

describe("an opened fold", () => {
  const tree = pathEntries(...numbered(40, "walk-"), ...numbered(9, "Walk-"), "walk-dir/x", "other/y");

  test.each([
    ["walk-d*", "[only walk-d*]\nwalk-dir/\n  x"],
    ["*d*/ (2, 3+ below)", undefined],
    ["*/ (2, 1,003+ below)", "[only */]\nother/\n  y\nwalk-dir/\n  x"],
    ["walk-1* (1,011)", `[only walk-1*]\nwalk-1 ${numbered(10, "walk-1").join(" ")}`],
    ["nothing*", "[only nothing*]\n[no entry matches the filters]"],
  ])("%s", async (fold, lines) => {
    const shown = mapLines(tree, { fold });
    await (lines === undefined ? expect(shown).resolves.toContain("[only *d*/]") : expect(shown).resolves.toBe(lines));
  });

  test.each([
    [
      "*.ts",
      "names that are too short for what folds in it end with",
      ["x.ts", "y.ts", ...lettered(20, (a) => `x.q${a}.ts`)],
    ],
    ["???*", "shorter names", ["ab", "cd1", ...lettered(9, (a) => `abx${a}`), ...lettered(9, (a) => `aby${a}`)]],
  ])("%s has no folds that would match %s", async (fold, _, names) => {
    for (const budget of [1, 20, 30, 40]) {
      const entries = pathEntries(...names, "other");
      expectTrueMap((await mapTree(entries, { fold, budget })).map, entries, true);
    }
  });

  test("is refused if it is invalid", async () => {
    await expect(mapTree(tree, { fold: "a/b" })).rejects.toThrow("it is one word as a map of this directory shows it");
    await expect(mapTree(tree, { fold: `*[${"b".repeat(1000)}]` })).rejects.toThrow("it is one word as a map");
  });
});

describe("what filters leave", () => {
  const tree = pathEntries(
    "a.ts",
    "b.md",
    "empty/",
    "src/c.ts",
    "src/d.md",
    "docs/e.md",
    "docs/deep/f.md",
    "tests/g.md",
  );
  const noMarkdown = filterBy((path) => (path.endsWith(".md") ? HIDDEN : SHOWN));
  const onlyTypeScript = filterBy((path, isDirectory) => {
    return isDirectory ? ENTERED_ONLY : path.endsWith(".ts") ? SHOWN : HIDDEN;
  });

  test("is all that is shown and counted; directories without a match are left out, empty ones are not", async () => {
    expect(await mapLines(tree, { filter: noMarkdown })).toBe("a.ts\nempty/ [empty]\nsrc/\n  c.ts");
    expect(await mapLines(tree, { filter: onlyTypeScript })).toBe("a.ts\nsrc/\n  c.ts");
    expect(await mapLines(tree, { filter: onlyTypeScript, budget: 1 })).toBe("a.ts\nsrc/ (1)");
  });

  test("may be nothing", async () => {
    const none = filterBy((_, isDirectory) => (isDirectory ? ENTERED_ONLY : HIDDEN));
    expect(await mapLines(tree, { filter: none })).toBe("[no entry matches the filters]");
    expect(await mapLines(tree, { filter: none, tryGlob: "*x*" })).toBe(
      "[no entry matches the filters; a glob matches whole names: try *x*]",
    );
    const passing = filterBy((path, isDirectory) =>
      isDirectory ? (path === "src" ? PASSED_BY : ENTERED_ONLY) : HIDDEN,
    );
    expect(await mapLines(tree, { filter: passing })).toBe(
      "[no entry matches the filters]\n[ignored directories were not searched; gitignore: off searches them]",
    );
    expect(await mapLines([])).toBe("[empty]");
    expect(await mapLines(tree, { filter: filterBy(() => undefined) })).toBe("[empty]");
  });
});

describe("what could not be read", () => {
  const tree = unorderedTree(pathEntries("a/b/c", "a/d", "e/f"));

  test.each([
    ["EACCES", "permission denied"],
    ["ENOENT", "no longer exists"],
    ["ETIMEDOUT", "timed out"],
    ["EIO", "unreadable: EIO"],
    // What Node reports for an error that it has no name for, such as a stale NFS file handle.
    ["Unknown system error -116", "unreadable: UNKNOWN116"],
  ])("is marked after %s, and those above it have a +", async (code, mark) => {
    const broken = failing(tree, "a/b", code);
    expect(await mapLines(broken)).toBe(`a/\n  d\n  b/ [${mark}]\ne/\n  f`);
    expect(await mapLines(broken, { budget: 1 })).toBe("a/ (2+) e/ (1)");
  });

  test("puts a + on a fold's count, and ignored directories do not", async () => {
    const names = numbered(40, "part-").map((name) => `${name}/x`);
    const parts = unorderedTree(pathEntries("README", ...names));
    expect(await mapLines(failing(parts, "part-3", "EACCES"), { budget: 25 })).toBe("README part-*/ (40, 39+ below)");
    expect(await mapLines(parts, { budget: 25, maxDirectories: 20 })).toBe("README part-*/ (40, 19+ below)");
    const filter = filterBy((path) => (path.startsWith("part-1") ? IGNORED : SHOWN));
    expect(await mapLines(parts, { budget: 25, filter })).toBe("README part-*/ (40, 29 below)");
  });
});

describe("bounds", () => {
  test("on directories: read level by level, with a + on what was not read", async () => {
    const tree = pathEntries("a/b/c", "a/f", "d/e/g", "d/h", "i/j");
    expect(await mapLines(tree, { maxDirectories: 5 })).toBe("a/\n  f\n  b/\n    c\nd/\n  h\n  e/ (0+)\ni/\n  j");
    expect(await mapLines(tree, { maxDirectories: 5, budget: 1 })).toBe("a/ (3) d/ (2+) i/ (1)");
    expect(await mapLines(tree, { maxDepth: 1 })).toBe("a/ (0+) d/ (0+) i/ (0+)");
  });

  test("on names: a directory of more than 20,000 is counted and stays closed, the root does not", async () => {
    const tree = unorderedTree(pathEntries("a", ...numbered(20_000, "big/"), "big/z/y"));
    expect(await mapLines(tree, { budget: 1e6 })).toBe("a\nbig/ (20,002)");
    expect(await mapLines(tree, { budget: 1e6, maxDirectories: 2 })).toBe("a\nbig/ (20,001+)");
    expect(await mapLines(tree, { below: "big", budget: 1 })).toBe("* (20,001, 1 below)");
  });

  test.each([
    ["characters", 20_000, 500],
    ["names", 200_000, 1],
  ])("on the %s of a whole map: a directory beyond that stays closed", async (_, count, length) => {
    const names = numbered(count, "a").map((name) => ({ path: name.padEnd(length, "x"), kind: "file" as const }));
    const lines = await mapLines([...names, ...pathEntries("z/y")], { budget: 60, hasInclude: true });
    expect(lines.split("\n").slice(1)).toEqual(["z/ (1)"]);
  });

  test("on what a store gives: the last name of a directory that was not read to its end is a fold with a +", async () => {
    const tree = unorderedTree(pathEntries("a", "b/x", "b/y", "c"));
    const cut: FileSystem = {
      ...tree,
      async readDirectory(location, options) {
        return { ...(await tree.readDirectory(location, options)), isPartial: true };
      },
    };
    expect(await mapLines(cut)).toBe("a c* (1+)\nb/\n  x y* (1+)");
    expect(await mapLines(cut, { budget: 1 })).toBe("a c* (1+)\nb/ (2+)");
    expect(await mapLines(cut, { fold: "c*" })).toBe("[only c*]\nc");
    const none = filterBy((_, isDirectory) => (isDirectory ? ENTERED_ONLY : HIDDEN));
    expect(await mapLines(cut, { filter: none })).toBe("b*/ (1+, 0+ below)");
    expect(await mapLines(cut, { fold: "[b-c]*" })).toBe("[only [b-c]*]\nc* (1+)\nb/\n  x y* (1+)");
  });
});

describe("time", () => {
  /** A tree in which each read takes a second, and each entry of the root, if they are read one by one. */
  function slow(fileSystem: FileSystem, oneByOne = false): FileSystem {
    return {
      ...fileSystem,
      async readDirectory(location, options) {
        const { batches } = await fileSystem.readDirectory(location, options);
        const [all = []] = batches as (readonly { name: string; kind: "file" }[])[];
        if (!oneByOne) {
          vi.advanceTimersByTime(1000);
          return { isSorted: false, batches: [all] };
        }
        return {
          isSorted: false,
          batches: (function* () {
            for (const entry of all) {
              vi.advanceTimersByTime(1000);
              yield [entry];
            }
          })(),
        };
      },
    };
  }

  test("that runs out keeps what was counted, marked", async () => {
    stopClock();
    const tree = unorderedTree(pathEntries("a/x", "b/x", "c/x", "d/x"));
    const clock = new CallClock(undefined, 3500);
    expect(await mapLines(slow(tree), { clock })).toBe(
      "c/ (0+) d/ (0+)\na/\n  x\nb/\n  x\n[timed out after 3 directories; narrow the search]",
    );
    const names = unorderedTree(pathEntries("a", "b", "c", "d-1", "d-2", "d-3"));
    expect(await mapLines(slow(names, true), { clock: new CallClock(undefined, 4500) })).toBe(
      "a b c d-1* (1+)\n[timed out after 0 directories; narrow the search]",
    );
  });
});

describe("very large trees", () => {
  test.each([
    ["no fold can spell", "*[?\\"],
    ["say nothing", "-_"],
  ])("names that %s take no more work where they are more", async (_, letters) => {
    let counted = 0;
    const countTokens = (text: string) => {
      counted += 1;
      return estimateTokens(text);
    };
    const nameAt = (index: number) => Array.from({ length: 20 }, (__, at) => letters[(index >> at) % letters.length]);
    const names = Array.from({ length: inDepth(20_000, 100_000) }, (__, index) => nameAt(index).join(""));
    await mapTree(pathEntries(...new Set(names)), { budget: 500, countTokens });
    expect(counted).toBeLessThan(25_000);
    counted = 0;
    await mapTree(pathEntries(...new Set(names)), { budget: 100_000, maxBytes: 8000, countTokens });
    expect(counted).toBeLessThan(19_000);
  });

  test("directories that are opened because they fit are not tried one by one", async () => {
    let maps = 0;
    const countTokens = (text: string) => {
      maps += Number(text.startsWith("Absolute path:"));
      return estimateTokens(text);
    };
    const paths = Array.from({ length: 800 }, (_, index) => `${[...String(index + 1000)].join("/")}/file`);
    await mapTree(pathEntries(...paths), { budget: 3000, countTokens, hasInclude: true });
    expect(maps).toBeLessThan(100);
  });

  test("directories that are opened because they fit take no longer each where they are more", async ({ skip }) => {
    onlyInDepth(skip);
    const paths = Array.from({ length: 16_000 }, (_, index) => `d${index + 10_000}/file`);
    const start = process.cpuUsage().user;
    const countTokens = (text: string) => text.length / 4;
    const bounds = { budget: 54_000, countTokens, hasInclude: true, maxDirectories: 20_000 };
    expect((await mapTree(pathEntries(...paths), bounds)).map.open.length).toBeGreaterThan(5000);
    expect(process.cpuUsage().user - start).toBeLessThan(15_000_000);
  }, 300_000);

  test("names are counted once where directories are nested so deep that they are not split by letters", async () => {
    const above = Array.from({ length: 150 }, (_, index) => "d/".repeat(index));
    const words = lettered(60, (letter, index) => `${"d/".repeat(150)}test-${letter}${index}${"word".repeat(20)}`);
    const tree = pathEntries(...above.flatMap((path) => [`${path}f`, `${path}d/`]), ...words);
    for (const budget of [2500, 2650, 2800]) {
      expectTrueMap((await mapTree(tree, { budget })).map, tree);
    }
  });

  test("many levels, with and without a file in each", async () => {
    const levels = inDepth(8000, 20_000);
    // A read of a level needs no path: each directory contains the next.
    const deep = (every: number): FileSystem => ({
      ...unorderedTree([]),
      readDirectory(location) {
        const depth = (String(location).length - ROOT.length) / 2;
        const next = depth < levels ? [{ name: "a", kind: "directory" } as const] : [];
        const file = depth % every === 0 ? [{ name: "f", kind: "file" } as const] : [];
        return { isSorted: true, batches: [[...next, ...file]] };
      },
    });
    for (const [every, options] of [
      [1, { budget: 500 }],
      [1, { budget: 1e6, hasInclude: true }],
      [7000, { budget: 500, hasInclude: true }],
    ] as const) {
      const { map, text } = await mapTree(deep(every), { ...options, maxDirectories: 1e6 });
      const { files, folds, closed, open } = map;
      expect(folds.reduce((sum, { count }) => sum + count, files.length + closed.length + open.length)).toBe(2);
      expect(estimateTokens(text)).toBeLessThanOrEqual(options.budget);
    }
  }, 120_000);
});
