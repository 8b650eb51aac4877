// Filters through the tools: what a model may ask for, and how the page shows it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
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
    [{ include: "" }, {}],
    [{ include: [], exclude: "" }, {}],
    [{ include: "[]", exclude: ["", ""] }, {}],
    [{ include: ["", "*.ts"] }, { include: "*.ts" }],
    [{ include: "/r/a/*.md" }, { include: "a/*.md" }],
    [
      { include: "/r/z.ts", exclude: ["/r/a"] },
      { include: "/z.ts", exclude: "/a" },
    ],
    [{ include: "/r/nothing*" }, { include: "/nothing*" }],
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

  test("match a name with brackets as it is written", async () => {
    const routes = memory(["/r/app/[slug]/page.tsx", "/r/app/s/page.tsx", "/r/[id].tsx", "/r/i.tsx", "/r/id.tsx"]);
    const shown = async (args: object) => {
      const { entries } = await listDir({ dirPath: "/r", depth: 5, fileSystem: routes, ...args });
      return entries.filter(({ context }) => context !== true).map(({ path }) => path);
    };
    expect(await shown({ include: "app/[slug]/**" })).toEqual(["app/[slug]/page.tsx", "app/s/page.tsx"]);
    expect(await shown({ include: "[id].tsx" })).toEqual(["[id].tsx", "i.tsx"]);
    expect(await shown({ exclude: ["[slug]", "[id].tsx"] })).toEqual(["app", "id.tsx"]);
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
    [{ include: JSON.stringify(Array.from({ length: 101 }, String)) }, "`include`: 101 globs are too many"],
    [{ exclude: ["{a,b}".repeat(30)] }, "`exclude`: the globs are too long"],
    [{ include: "x".repeat(1_000_000) }, "`include`: the globs are too long"],
    [{ gitignore: "yes" }, '`gitignore` must be "off" or "collapse" or "omit"'],
    [{ hidden: "no" }, "`hidden` must be true or false"],
  ])("refuse %j", async (args, reason) => {
    const answer = await list(args);
    expect(answer).toMatch(/^error: failed to parse function arguments: /);
    expect(answer).toContain(reason);
    expect(answer.length).toBeLessThan(400);
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
      const parts = path.split("/");
      const isHidden =
        exclude !== undefined && parts.some((_, index) => matches(exclude, parts.slice(0, index + 1).join("/")));
      return !isHidden && (include === undefined || matchesInAnyCase(include, path));
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

test.each([
  ["optimiser", "; a glob matches whole names: try *optimiser*"],
  ["optimiser/", "; a glob matches whole names: try *optimiser*/"],
  ["lib/workspace*", "; try **/lib/workspace*"],
  ["/lib/workspace.ts", "; try **/lib/workspace.ts"],
  [["*.zig", "optimiser", "lib/x"], "; a glob matches whole names: try *optimiser*"],
  ["*.zig", ""],
  ["**/lib/zig", ""],
])("where include %j finds nothing, a glob that may is named: %s", async (include, hint) => {
  const options = { fileSystem: memory(["/r/src/lib/workspace.ts", "/r/src/my-optimiser.ts"]) };
  const nothing = `Absolute path: /r\n[no entry matches the filters${hint}]`;
  expect(await callTool("list_dir", { dir_path: "/r", include }, options)).toBe(nothing);
  expect(await callTool("map_dir", { dir_path: "/r", include }, options)).toBe(nothing);
});
