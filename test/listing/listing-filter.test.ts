// Filters through the tools: what a model may ask for, and how the page shows it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { toText } from "../../src/core/byte-string.ts";
import { bytesOfEntry } from "../../src/render/listing.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import { modelVisits, treePath, type ModelEntry } from "../support/model.ts";

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
    [{ include: "nothing" }, "[no entry matches the filters]"],
    [{ include: "nothing", offset: 7 }, "[no entry matches the filters]"],
  ])("%j", async (args, expected) => {
    expect(await list(args)).toBe(`Absolute path: /r\n${expected}`);
  });

  test("distinguish an offset beyond what they leave from nothing left", async () => {
    expect(await list({ include: "*.ts", offset: 3 })).toBe("error: offset exceeds directory entry count");
    expect(await list({ include: "*.ts", after: "z.ts" })).toBe(
      "Absolute path: /r\n[nothing after z.ts in order tree]",
    );
  });

  test("distinguish an empty directory from one with nothing that matches", async () => {
    const empty = memory([{ path: "/r", kind: "directory" }]);
    expect(await callListDir({ dir_path: "/r", include: "*.ts" }, { fileSystem: empty })).toBe("Absolute path: /r");
  });

  test.each([
    [{ include: 5 }, "`include` must be a string or a list of strings"],
    [{ exclude: ["a", 5] }, "`exclude` must be a string or a list of strings"],
    [{ include: [""] }, "`include`: a glob is empty"],
    [{ exclude: ["{a,b}".repeat(30)] }, "`exclude`: the braces of a glob"],
    [{ include: "x".repeat(1_000_000) }, "`include`: a glob of 1000000 characters is too long"],
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
    const matches = (glob: string, path: string) => globTest(glob)(path);
    return tree.filter(({ path }) => {
      const text = toText(path);
      const parts = text.split("/");
      const isHidden =
        exclude !== undefined && parts.some((_, index) => matches(exclude, parts.slice(0, index + 1).join("/")));
      return !isHidden && (include === undefined || matches(include, text));
    });
  }

  /** The few globs above, as a person would read them. */
  function globTest(glob: string): (path: string) => boolean {
    const tests: Record<string, RegExp> = {
      "a*": /(?:^|\/)a[^/]*$/s,
      "**/b": /(?:^|\/)b$/s,
      "a/**": /^a\/./s,
      "?": /(?:^|\/)[^/]$/su,
      "*.b": /(?:^|\/)[^/]*\.b$/s,
      a: /(?:^|\/)a$/s,
      "**/a-b": /(?:^|\/)a-b$/s,
      "b/*": /^b\/[^/]+$/s,
    };
    return (path) => (tests[glob] as RegExp).test(path);
  }

  test.each(["breadth", "tree"] as const)("add up to everything that the filter leaves, order %s", async (order) => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyFilter, fc.integer({ min: 1, max: 5 }), async (tree, filter, limit) => {
        const expected = modelVisits(kept(tree, filter), order, 4).map(treePath);
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
          shown.push(...counted.map((entry) => treePath({ path: bytesOfEntry(entry), kind: entry.kind })));
          after = page.next;
          expect(page.moreThan !== undefined).toBe(shown.length < expected.length);
        }
        expect(shown.sort()).toEqual(expected.sort());
      }),
      { numRuns: inDepth(60, 300) },
    );
  });
});
