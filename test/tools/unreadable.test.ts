// What can't be read never looks empty: a directory that the filters let a walk enter is named with its problem, whether or not
// anything else is shown.
import fc from "fast-check";
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { memory } from "../../src/disk/memory.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/model-tree.ts";

/** The file system, but reads of these directories fail. */
function failing(inner: FileSystem, isBroken: (directory: string) => boolean): FileSystem {
  return {
    ...inner,
    readDirectory(directory, options) {
      if (isBroken(String(directory))) {
        throw Object.assign(new Error("no"), { code: "EACCES" });
      }
      return inner.readDirectory(directory, options);
    },
  };
}

test("a root that may be read but not searched is listed", async () => {
  const root = makeTree("a");
  fs.chmodSync(root, 0o744);
  const listed = await asUnprivileged(() => callListDir({ dir_path: root }, { roots: [root] }));
  expect(listed).toBe(`Absolute path: ${root}\na`);
});

describe("every directory that can't be read", () => {
  /** Those that a walk reaches: no other one is above them. */
  function met(broken: ReadonlySet<string>): string[] {
    return [...broken]
      .filter((directory) => ![...broken].some((other) => directory.startsWith(`${other}/`)))
      .toSorted();
  }

  test.each<[string, Partial<ListDirOptions>]>([
    ["breadth, by offset", { order: "breadth" }],
    ["tree, by offset", { order: "tree" }],
    ["tree, by after", { order: "tree", after: "" }],
  ])("is marked on some page, whatever the filters leave: %s", async (_, options) => {
    const anyInclude = fc.option(fc.constantFrom("a*", "*b*", "nothing at all"), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 4 }), anyInclude, async (tree, limit, include) => {
        const directories = tree.filter(({ kind }) => kind === "directory").map(({ path: directory }) => directory);
        const broken = new Set<string>(directories.filter((_directory, index) => index % 2 === 0));
        const isBroken = (directory: string) => broken.has(directory.slice(MEMORY_ROOT.length + 1));
        const fileSystem = failing(unordered(memoryTree(tree)), isBroken);
        const marked = new Set<string>();
        let { after } = options;
        let isOver = false;
        for (let offset = 1; !isOver;) {
          const position = after === undefined ? { offset } : { after };
          const page = await listDir({
            dirPath: MEMORY_ROOT,
            fileSystem,
            include,
            depth: 99,
            limit,
            order: options.order,
            ...position,
          });
          page.entries.filter(({ problem }) => problem !== undefined).forEach((entry) => marked.add(entry.path));
          expect(page.filtered === true && page.moreThan !== undefined).toBe(false);
          isOver = page.moreThan === undefined;
          offset += page.moreThan ?? 0;
          after = after === undefined ? undefined : page.next;
        }
        expect([...marked].toSorted()).toEqual(met(broken));
      }),
      { numRuns: inDepth(8, 1000) },
    );
  });
});

test("one whose path is too long for an answer is counted, and a listing without entries says that something does not fit", async () => {
  const tree = memory(["/r/ok/file", `/r${`/${"n".repeat(250)}`.repeat(140)}/locked/`]);
  const fileSystem = failing(tree, (directory) => directory.endsWith("/locked"));
  const ask = (tool: string, args: object) => callTool(tool, { dir_path: "/r", ...args }, { fileSystem });
  expect(await ask("find_files", { words: ["file"] })).toBe("Absolute path: /r\nok/file\n[not readable: 1 directory]");
  expect(await ask("list_dir", { include: "x" })).toMatch(/^error: no entry was found, and the reason does not fit/);
});
