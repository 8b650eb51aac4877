// Compares globs with expectations that a reader can check, and with minimatch on random trees.
import fc from "fast-check";
import { braceExpand, minimatch } from "minimatch";
import { describe, expect, test } from "vitest";

import { toByteString, toText } from "../../src/core/byte-string.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { AT_ANY_PACE } from "../../src/core/pace.ts";
import { excludeFilter, includeFilter } from "../../src/filters/glob-filter.ts";
import { compileGlobs, GlobError } from "../../src/filters/glob-patterns.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { counting, memoryTree } from "../support/memory-tree.ts";
import { treePath, type ModelEntry } from "../support/model.ts";
import { modelTree } from "../support/model-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

async function walked(tree: readonly ModelEntry[], filter: DirectoryFilter): Promise<string[]> {
  return (await collect(walkTree(walkSettings(memoryTree(tree), { filter })))).map(treePath);
}

const TREE = modelTree(
  "README.md",
  "docs/",
  "docs/a.md",
  "docs/img/",
  "docs/img/x.png",
  "node_modules/",
  "node_modules/m/",
  "node_modules/m/index.js",
  "src/",
  "src/.env",
  "src/[slug].tsx",
  "src/a.test.ts",
  "src/a.ts",
  "src/lib/",
  "src/lib/b.ts",
  "src/lib/node_modules/",
  "src/lib/node_modules/n",
);

const include = async (...globs: string[]) => walked(TREE, includeFilter(await compileGlobs(globs, "relative")));
const exclude = async (...globs: string[]) => walked(TREE, excludeFilter(await compileGlobs(globs, "relative")));
const all = TREE.map(treePath).sort();

describe("include", () => {
  test.each([
    [["*.md"], ["README.md", "docs/a.md"]],
    [["/*.md"], ["README.md"]],
    [["./*.md"], ["README.md"]],
    [["src/*.ts"], ["src/a.test.ts", "src/a.ts"]],
    [["src/**/*.ts"], ["src/a.test.ts", "src/a.ts", "src/lib/b.ts"]],
    [["**/b.ts"], ["src/lib/b.ts"]],
    [["*.{md,png}"], ["README.md", "docs/a.md", "docs/img/x.png"]],
    [["{docs/img,src/lib}/*"], ["docs/img/x.png", "src/lib/b.ts", "src/lib/node_modules/"]],
    [["src"], ["src/"]],
    [["lib/"], ["src/lib/"]],
    [["a.ts/"], []],
    [["src/lib/**"], ["src/lib/b.ts", "src/lib/node_modules/", "src/lib/node_modules/n"]],
    [["?.ts"], ["src/a.ts", "src/lib/b.ts"]],
    [["[ab].ts"], ["src/a.ts", "src/lib/b.ts"]],
    [["[!b].ts"], ["src/a.ts"]],
    [["\\[slug\\].tsx"], ["src/[slug].tsx"]],
    [["[slug].tsx"], ["src/[slug].tsx"]],
    [["src/[slug].{js,tsx}"], ["src/[slug].tsx"]],
    [[".env"], ["src/.env"]],
    [
      ["*.md", "x.png"],
      ["README.md", "docs/a.md", "docs/img/x.png"],
    ],
    [["nothing"], []],
    [["../*"], []],
  ])("%j shows %j", async (globs, expected) => {
    expect(await include(...globs)).toEqual(expected);
  });

  test("shows everything for **", async () => {
    expect(await include("**")).toEqual(all);
  });

  test("reads no directory below which nothing can match", async () => {
    const { fileSystem, read } = counting(memoryTree(TREE));
    const filter = includeFilter(await compileGlobs(["src/*.ts", "docs/img/*", "/node_modules"], "relative"));
    await collect(walkTree(walkSettings(fileSystem, { filter })));
    expect(read).toEqual(["", "docs", "docs/img", "src"]);
  });
});

describe("exclude", () => {
  test("hides what matches and does not enter it", async () => {
    const { fileSystem, read } = counting(memoryTree(TREE));
    const filter = excludeFilter(await compileGlobs(["**/node_modules", "docs"], "relative"));
    const shown = (await collect(walkTree(walkSettings(fileSystem, { filter })))).map(treePath);
    expect(shown).toEqual(all.filter((path) => !/node_modules|docs/.test(path)));
    expect(read).toEqual(["", "src", "src/lib"]);
  });

  test.each([
    [["*.ts"], /\.ts$/],
    [["src/**"], /^src\/./],
    [["src/lib/"], /^src\/lib\//],
    [["**/*.{md,png}"], /\.(?:md|png)$/],
  ])("%j", async (globs, hidden) => {
    expect(await exclude(...globs)).toEqual(all.filter((path) => !hidden.test(path)));
  });
});

describe("globs", () => {
  test("match whole paths as minimatch does", async () => {
    const part = fc.constantFrom(
      "**",
      "*",
      "a*",
      "?",
      "a",
      "b",
      "[ab]",
      "a-b",
      "{a,b}",
      "*b",
      "{a,{b,a-b}}",
      "a{0..300}",
    );
    const globs = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("/"));
    await fc.assert(
      fc.asyncProperty(anyTree, globs, async (tree, glob) => {
        const shown = await walked(tree, includeFilter(await compileGlobs([glob], "relative")));
        // A trailing `**` matches only what is below, here and in git. In minimatch it matches the directory too.
        const whole = glob.endsWith("/**") ? `${glob}/*` : glob;
        const options = { dot: true, noext: true, platform: "linux" } as const;
        const expected = tree.filter(({ path }) => minimatch(toText(path), whole, options)).map(treePath);
        expect(shown).toEqual(expected.sort());
      }),
      { numRuns: inDepth(12, 500) },
    );
  });

  test.each([
    ["", /empty/],
    ["a".repeat(1001), /too long/],
    ["x".repeat(1_000_000), /too long/],
    ["{a,b}".repeat(30), /stand for more than 256/],
    ["{a,b}".repeat(9), /stand for more than 256/],
  ])("that cost too much are refused", async (glob, reason) => {
    await expect(compileGlobs([glob], "relative")).rejects.toThrow(GlobError);
    await expect(compileGlobs([glob], "relative")).rejects.toThrow(reason);
  });

  test("that are too many are refused", async () => {
    await expect(
      compileGlobs(
        Array.from({ length: 101 }, () => "a"),
        "relative",
      ),
    ).rejects.toThrow(/too many/);
  });

  test.each<[string, string[], RegExp]>([
    [
      "long ones out of braces",
      Array.from({ length: 100 }, (_, index) => `${"{a,b}".repeat(8)}${index}${"*x".repeat(450)}`),
      /stand for too much: with braces written out, at most 1000 globs of 32768 characters/,
    ],
    ["many out of braces", Array.from({ length: 9 }, (_, index) => `{a,b}{c,d}{e,f}{1..16}${index}`), /too much/],
    ["long ones", Array.from({ length: 34 }, (_, index) => `${"x".repeat(990)}${index}`), /too much/],
    ["slow ones", Array.from({ length: 40 }, (_, index) => `*${"[ab]".repeat(60)}${index}*`), /take too long to match/],
    ["braces in braces", [`${"{".repeat(51)}a,b${"}".repeat(51)}`], /more than 50 deep/],
  ])("that cost too much together are refused: %s", async (_, given, reason) => {
    await expect(compileGlobs(given, "relative")).rejects.toThrow(GlobError);
    await expect(compileGlobs(given, "absolute")).rejects.toThrow(reason);
  });

  test("are accepted in any realistic number", async () => {
    const words = Array.from({ length: 100 }, (_, index) => `**/*some-word-${index}*.{ts,tsx,js,jsx}`);
    expect(await compileGlobs(words.slice(0, 75), "relative")).toHaveLength(300);
    expect(await compileGlobs(["photo-{1..100000}.jpg"], "relative")).toHaveLength(6);
    expect(await compileGlobs(["a", "a", "{a,b}"], "relative")).toHaveLength(2);
  });

  test("are compiled piece by piece, until the time is up or the signal fires", async () => {
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      return undefined;
    };
    const given = Array.from({ length: 30 }, (_, index) => `${"a*/".repeat(300)}${index}`);
    await compileGlobs(given, "relative", { pacing: { ...AT_ANY_PACE, pause } });
    expect(pauses).toBeGreaterThanOrEqual(30);
    const late = { ...AT_ANY_PACE, timeLeft: () => 0 };
    await expect(compileGlobs(given, "relative", { pacing: late })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    const reason = new Error("stop");
    const stopped = { ...AT_ANY_PACE, signal: AbortSignal.abort(reason) };
    await expect(compileGlobs(given, "relative", { pacing: stopped })).rejects.toBe(reason);
  });

  test("that make other matchers explode take no time", async () => {
    let nested = "a";
    for (let depth = 0; depth < 30; depth += 1) {
      nested = `{${nested},b}`;
    }
    const hostile = [
      "*a".repeat(100) + "b",
      "**/".repeat(300) + "x",
      nested,
      "?*".repeat(300) + "c",
      "[ab]*".repeat(100),
    ];
    const deep = Array.from({ length: 40 }, () => "a".repeat(255));
    const tree = deep.map((_, index) => deep.slice(0, index + 1).join("/") + "/");
    const start = process.cpuUsage().user;
    await walked(modelTree(...tree), includeFilter(await compileGlobs(hostile, "relative")));
    // A backtracking matcher needs longer than the age of the universe.
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
  });

  test("match by both readings if they begin with the path of the listing root", async () => {
    const part = fc.constantFrom("**", "*", "a*", "?", "a", "b", "[ab]", "{a,b}", "a-b", "[slug].tsx");
    const globs = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
    const roots = fc.constantFrom("/", "/a", "/a/b", "/b/a", "/[ab]", "/a-b", "/[slug].tsx/a");
    await fc.assert(
      fc.asyncProperty(anyTree, roots, globs, fc.boolean(), async (tree, root, below, isBelow) => {
        const glob = isBelow && root !== "/" ? root + below : below;
        const options = { dot: true, noext: true, platform: "linux" } as const;
        const matches = (path: string, pattern: string) =>
          minimatch(path, pattern.replace(/\/\*\*$/, "/**/*"), options);
        const itself = (pattern: string) => pattern.replaceAll("[slug]", "\\[slug\\]");
        const absolute = braceExpand(glob).filter((pattern) => pattern.startsWith(`${root}/`));
        const relative = absolute.map((pattern) => pattern.slice(root.length));
        const readings = [glob, ...relative].flatMap((reading) => [reading, itself(reading)]);
        const expected = tree.filter(({ path }) => readings.some((reading) => matches(`/${toText(path)}`, reading)));
        const patterns = await compileGlobs([glob], "relative", { root: toByteString(root) });
        expect(await walked(tree, includeFilter(patterns))).toEqual(expected.map(treePath).sort());
      }),
      { numRuns: inDepth(32, 3000) },
    );
  });

  test("count twice towards what they may cost if they have two readings", async () => {
    const globs = Array.from({ length: 6 }, (_, index) => `/r/{a,b}{c,d}{e,f}{1..16}${index}`);
    expect(await compileGlobs(globs, "relative", { root: toByteString("/other") })).toHaveLength(768);
    await expect(compileGlobs(globs, "relative", { root: toByteString("/r") })).rejects.toThrow(/too much/);
    const slow = Array.from({ length: 20 }, (_, index) => `/r/*${"[ab]".repeat(60)}${index}*`);
    expect(await compileGlobs(slow, "relative", { root: toByteString("/other") })).toHaveLength(20);
    await expect(compileGlobs(slow, "relative", { root: toByteString("/r") })).rejects.toThrow(/take too long/);
  });

  test("on absolute paths match anywhere unless they start at the top", async () => {
    const hides = async (glob: string, ...names: string[]) => {
      let filter: DirectoryFilter | Promise<DirectoryFilter> = excludeFilter(await compileGlobs([glob], "absolute"));
      for (const name of names.slice(0, -1)) {
        filter = (filter as DirectoryFilter).enter(toByteString(name), undefined);
      }
      return (filter as DirectoryFilter).judge({ name: toByteString(names.at(-1) as string), kind: "file" }) === "hide";
    };
    expect(await hides("/etc/shadow", "etc", "shadow")).toBe(true);
    expect(await hides("/shadow", "etc", "shadow")).toBe(false);
    expect(await hides(".env", "repo", "a", ".env")).toBe(true);
    expect(await hides("a/.env", "repo", "a", ".env")).toBe(true);
    expect(await hides("/repo/**", "repo", "a")).toBe(true);
  });
});
