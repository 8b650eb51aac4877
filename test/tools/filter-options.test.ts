// Filters through the tools: what a model may ask for, and how the page shows it.
import fs from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { s3 } from "../../src/s3/s3.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeTree } from "../support/make-tree.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import { modelEntries, treePath, type ModelEntry } from "../support/model.ts";

const fileSystem = memory(["/r/a/b/x.ts", "/r/a/y.md", "/r/.env", "/r/node_modules/m/i.js", "/r/z.ts"]);
const list = (args: object) => callListDir({ dir_path: "/r", depth: 5, ...args }, { fileSystem });

describe("filters of list_dir", () => {
  test.each([
    [{ include: "*.ts" }, "a/b/\n  x.ts\nz.ts"],
    [{ include: ["*.ts", "*.md"], exclude: ["b"] }, "a/\n  y.md\nz.ts"],
    [{ exclude: "**/node_modules" }, ".env\na/\n  b/\n    x.ts\n  y.md\nz.ts"],
    [{ hidden: false, exclude: ["a", "node_modules"] }, "z.ts"],
    [{ include: "*.ts", limit: 1 }, "z.ts\nMore than 1 entries found; continue with offset 2"],
    [{ include: "*.ts", limit: 1, offset: 2 }, "a/b/\n  x.ts"],
    [{ include: "*.ts", after: "a/b/x.ts" }, "…\nz.ts"],
    [{ include: "nothing*" }, "[no entry matches the filters]"],
    [{ include: "nothing*", offset: 7 }, "[no entry matches the filters]"],
  ])("%j", async (args, expected) => {
    expect(await list(args)).toBe(`Absolute path: /r\n${expected}`);
  });

  test.each([
    [{ include: '["*.ts", "*.md"]' }, { include: ["*.ts", "*.md"] }],
    [{ exclude: '\n["a"]' }, { exclude: ["a"] }],
    [{ include: ['["*.ts"]', "*.md"] }, { include: ["*.ts", "*.md"] }],
    [{ include: "/r/a/**" }, { include: "/a/**" }],
    [{ include: "/r/*.ts" }, { include: "/*.ts" }],
    [{ include: "{/r/a/b,/r}/*.ts" }, { include: ["/a/b/*.ts", "/*.ts"] }],
    [{ exclude: ["/r/a", "/r/node_modules/"] }, { exclude: ["/a", "/node_modules"] }],
    [{ include: "" }, {}],
    [{ include: [], exclude: "" }, {}],
    [{ include: "[]", exclude: ["", ""] }, {}],
    [{ include: ["", "*.ts"] }, { include: "*.ts" }],
  ])("%j is %j", async (args, meant) => {
    expect(await list(args)).toBe(await list(meant));
    const { entries } = await listDir({ dirPath: "/r", depth: 5, fileSystem, ...args });
    expect(entries).toEqual((await listDir({ dirPath: "/r", depth: 5, fileSystem, ...meant })).entries);
    const directory = (request: object) =>
      callListDirectory({ path: "/r", recursive: true, ...request }, { fileSystem });
    expect(await directory(args)).toBe(await directory(meant));
  });

  test("make no search of a call if they are empty", async () => {
    const options = { fileSystem, defaults: { depth: 1 } };
    const bare = await callListDir({ dir_path: "/r" }, options);
    expect(await callListDir({ dir_path: "/r", include: "" }, options)).toBe(bare);
    expect(await callListDir({ dir_path: "/r", include: [] }, options)).toBe(bare);
  });

  test("match an absolute glob by both readings, whatever form the path of the root has", async () => {
    const twice = memory(["/r/r/x", "/r/x", "/r/y"]);
    for (const path of ["/r", "/r/", "//r", "/r/../r/."]) {
      const options = { fileSystem: twice, workingDirectory: "/" };
      expect(await callListDir({ dir_path: path, include: "/r/x" }, options)).toBe(
        `Absolute path: ${path}\nr/\n  x\nx`,
      );
      expect(await callListDir({ dir_path: path, exclude: "/r/x" }, options)).toBe(
        `Absolute path: ${path}\nr/ [no match]\ny`,
      );
    }
    const relative = { path: "r", include: "/r/x", recursive: true };
    const answer = await callListDirectory(relative, { fileSystem: twice, workingDirectory: "/" });
    expect(JSON.parse(answer)).toMatchObject({ files: ["r/x", "x"] });
    expect(await callListDir({ dir_path: "/r", include: "/s/x" }, { fileSystem: twice })).toContain(
      "[no entry matches",
    );
  });

  test("match an absolute glob on a disk with roots, through a link by the path as given, and in a store", async () => {
    const root = makeTree("real/", "real/src/", "real/src/x.ts", "real/y.ts");
    fs.symlinkSync("real", `${root}/link`);
    for (const options of [{}, { roots: [root] }, { deny: ["secret"] }]) {
      const args = { dir_path: `${root}/link`, include: `${root}/link/src/**` };
      expect(await callListDir(args, options)).toBe(`Absolute path: ${root}/link\nsrc/\n  x.ts`);
      const real = { ...args, include: `${root}/real/src/**` };
      expect(await callListDir(real, options)).toContain("[no entry matches the filters]");
    }
    const store = s3({ client: fakeStore(["p/src/x.ts", "p/y.ts"]).client });
    const options = { dirPath: "s3://bucket/p/", include: "s3://bucket/p/*.ts", fileSystem: store };
    expect((await listDir(options)).entries).toMatchObject([{ path: "y.ts" }]);
  });

  test("match an absolute glob with a quoted root, by the names that it stands for", async () => {
    const odd = memory(["/a\nb/x", "/a\nb/y"]);
    const args = { dir_path: '/"a\\nb"', include: "/a\nb/x" };
    expect(await callListDir(args, { fileSystem: odd })).toBe('Absolute path: /"a\\nb"\nx');
  });

  test("match a name with brackets as it is written", async () => {
    const routes = memory(["/r/app/[slug]/page.tsx", "/r/app/s/page.tsx", "/r/[id].tsx", "/r/i.tsx", "/r/id.tsx"]);
    const shown = async (args: object) => {
      const { entries } = await listDir({ dirPath: "/r", depth: 5, fileSystem: routes, ...args });
      return entries.filter(({ context }) => context !== true).map(({ path }) => path);
    };
    expect(await shown({ include: "app/[slug]/**" })).toEqual(["app/[slug]/page.tsx", "app/s/page.tsx"]);
    expect(await shown({ include: "[id].tsx" })).toEqual(["[id].tsx", "i.tsx"]);
    expect(await shown({ exclude: ["[slug]", "[id].tsx"] })).toEqual(["app", "id.tsx"]);
    expect(await shown({ include: "/r/app/[slug]/*" })).toEqual(["app/[slug]/page.tsx", "app/s/page.tsx"]);
    const below = { dirPath: "/r/app/[slug]", include: "/r/app/[slug]/*.tsx", fileSystem: routes };
    expect((await listDir(below)).entries).toMatchObject([{ path: "page.tsx" }]);
  });

  test("distinguish an offset beyond what they leave from nothing left", async () => {
    expect(await list({ include: "*.ts", offset: 3 })).toBe("error: offset exceeds directory entry count");
    expect(await list({ include: "*.ts", after: "z.ts" })).toBe(
      "Absolute path: /r\n[nothing after z.ts in order tree]",
    );
  });

  test("distinguish an empty directory from one with nothing that matches", async () => {
    const empty = memory([{ path: "/r", kind: "directory" }]);
    expect(await callListDir({ dir_path: "/r", include: "*.ts" }, { fileSystem: empty })).toBe(
      "Absolute path: /r\n[empty]",
    );
  });

  test.each([
    [{ include: 5 }, "`include` must be a string or a list of strings"],
    [{ exclude: ["a", 5] }, "`exclude` must be a string or a list of strings"],
    [{ include: "*.{ts,md" }, '`include`: "*.{ts,md" has a { that is not closed; write "*.{ts,md}"'],
    [{ include: "a/[id" }, '`include`: "a/[id" has a [ that is not closed; write "a/[id]"'],
    [
      { include: ["*.ts", "!a"] },
      '`include`: "!a" begins with !, but globs are not negated here; write `exclude`: "a"',
    ],
    [{ exclude: "a\\**\\*.ts" }, '`exclude`: "a\\\\**\\\\*.ts" has \\ between names; write "a/**/*.ts"'],
    [
      { include: "*.md,*.ts" },
      '`include`: "*.md,*.ts" is several globs, which belong in a list; write ["*.md","*.ts"]',
    ],
    [{ include: '["*.{ts"]' }, '`include`: "*.{ts" has a {'],
    [
      { include: "*.@(ts|md)" },
      '`include`: "*.@(ts|md)" has a group in parentheses, which is no glob here; write "*.{ts,md}", or "\\\\(" for',
    ],
    [{ include: JSON.stringify(Array.from({ length: 101 }, String)) }, "`include`: 101 globs are too many"],
    [{ exclude: ["{a,b}".repeat(30)] }, "`exclude`: the braces of a glob"],
    [{ include: "x".repeat(1_000_000) }, "`include`: a glob of 1000000 characters is too long"],
    [{ include: `["${"x".repeat(100_000)}"]` }, "`include`: a glob of 100004 characters is too long"],
    [
      { include: [...Array.from({ length: 5 }, (_, index) => `${index}`.repeat(999)), "!a"] },
      '`include`: "!a" begins with !',
    ],
    [{ gitignore: "yes" }, '`gitignore` must be "off" or "collapse" or "omit"'],
    [{ hidden: "no" }, "`hidden` must be true or false"],
  ])("refuse %j", async (args, reason) => {
    const answer = await list(args);
    expect(answer).toMatch(/^error: failed to parse function arguments: /);
    expect(answer).toContain(reason);
    expect(answer.length).toBeLessThan(400);
  });
});

describe("a mistake in a glob", () => {
  test("is told before any other, as what the arguments are is checked first", async () => {
    const answer = await callListDir({ dir_path: "r", limit: 0, include: "!a" }, { fileSystem });
    expect(answer).toContain('`include`: "!a" begins with !');
  });
});

describe("filters of list_directory", () => {
  const names = async (args: object) =>
    JSON.parse(await callListDirectory({ path: "/r", recursive: true, ...args }, { fileSystem })) as {
      files: string[];
      summary: string;
    };

  test("choose, leave out, and say when nothing is left", async () => {
    expect((await names({ include: "*.ts" })).files).toEqual(["a/b/x.ts", "z.ts"]);
    expect((await names({ exclude: "{a,node_modules}" })).files).toEqual(["z.ts"]);
    expect(await names({ include: "nothing" })).toMatchObject({ files: [], summary: "No entry matches the filters" });
  });

  test("are refused with the right form, too", async () => {
    const answer = await callListDirectory({ path: "/r", exclude: "*.@(ts|md)" }, { fileSystem });
    expect(answer).toContain(
      '`exclude`: "*.@(ts|md)" has a group in parentheses, which is no glob here; write "*.{ts,md}"',
    );
  });

  test("say that a directory is empty if it is", async () => {
    const empty = memory([{ path: "/r", kind: "directory" }]);
    const answer = await callListDirectory({ path: "/r", include: "x" }, { fileSystem: empty });
    expect(JSON.parse(answer)).toMatchObject({ summary: "Directory is empty" });
  });
});

describe("pages of a filtered listing", () => {
  const anyFilter = fc.record({
    include: fc.option(fc.constantFrom("a*", "**/b", "a/**", "?", "*.b"), { nil: undefined }),
    exclude: fc.option(fc.constantFrom("a", "**/a-b", "b/*"), { nil: undefined }),
  });

  /** What the filter leaves of a tree, judging every path on its own. */
  function kept(
    tree: readonly ModelEntry[],
    { include, exclude }: { include?: string | undefined; exclude?: string | undefined },
  ) {
    const matches = (glob: string, path: string) => globTest(glob).test(path);
    // A glob of `include` without capitals matches either case.
    const matchesInAnyCase = (glob: string, path: string) => new RegExp(globTest(glob), "siu").test(path);
    return tree.filter(({ path }) => {
      const text = toText(path);
      const parts = text.split("/");
      const isHidden =
        exclude !== undefined && parts.some((_, index) => matches(exclude, parts.slice(0, index + 1).join("/")));
      return !isHidden && (include === undefined || matchesInAnyCase(include, text));
    });
  }

  /** The few globs above, as a person would read them. */
  function globTest(glob: string): RegExp {
    const tests: Record<string, RegExp> = {
      "a*": /(?:^|\/)a[^/]*$/s,
      "**/b": /(?:^|\/)b$/s,
      "a/**": /^a\/./s,
      // Not `(?:^|\/)[^/]$`: Node 26 misses characters above U+FFFF with it.
      "?": /^(?:.*\/)?[^/]$/su,
      "*.b": /(?:^|\/)[^/]*\.b$/s,
      a: /(?:^|\/)a$/s,
      "**/a-b": /(?:^|\/)a-b$/s,
      "b/*": /^b\/[^/]+$/s,
    };
    return tests[glob] as RegExp;
  }

  test.each(["breadth", "tree"] as const)("add up to everything that the filter leaves, order %s", async (order) => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyFilter, fc.integer({ min: 1, max: 5 }), async (tree, filter, limit) => {
        const expected = modelEntries(kept(tree, filter), order, 4).map(treePath);
        const shown: string[] = [];
        let after: string | undefined;
        for (let offset = 1; offset === 1 || shown.length < expected.length; offset += limit) {
          const page = await listDir({
            dirPath: MEMORY_ROOT,
            fileSystem: unordered(memoryTree(tree)),
            depth: 4,
            limit,
            ...filter,
            ...(order === "tree" ? { order, after } : { order, offset }),
          });
          const counted = page.entries.filter((entry) => entry.context !== true);
          shown.push(...counted.map((entry) => treePath(entry)));
          after = page.next;
          expect(page.moreThan !== undefined).toBe(shown.length < expected.length);
        }
        expect(shown.sort()).toEqual(expected.sort());
      }),
      { numRuns: inDepth(8, 300) },
    );
  });
});
