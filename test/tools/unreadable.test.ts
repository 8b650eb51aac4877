// What can't be read never looks empty: a directory that the filters let a walk enter is named with its problem, whether or not
// anything else is shown.
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { MEMORY_ROOT, memoryTree, unordered, type ModelEntry } from "../support/model-tree.ts";

const NOTHING = "[no entry matches the filters]";

/** A tree of these names; only root can read what is called `secret`. */
function makeSecretTree(...names: readonly string[]): string {
  const root = makeTree(...names);
  fs.chmodSync(root, 0o755);
  for (const name of fs.readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (path.basename(name) === "secret") {
      fs.chmodSync(path.join(root, name), 0);
    }
  }
  return root;
}

describe("an unreadable directory that may contain what the caller looks for", () => {
  const names = ["secret/", "secret/a.ts"];
  const list = (root: string, args: object) =>
    asUnprivileged(() => callListDir({ dir_path: root, depth: 9, include: ["*.ts"], ...args }));

  test.each([{}, { order: "tree" }, { offset: 7 }, { order: "tree", offset: 7 }])(
    "is shown if nothing else is: %j",
    async (args) => {
      const root = makeSecretTree(...names);
      expect(await list(root, args)).toBe(`Absolute path: ${root}\nsecret/ [permission denied]\n${NOTHING}`);
    },
  );
});

test("a root that may be read but not searched is listed", async () => {
  const root = makeSecretTree("a");
  fs.chmodSync(root, 0o744);
  const listed = await asUnprivileged(() => callListDir({ dir_path: root }, { roots: [root] }));
  expect(listed).toBe(`Absolute path: ${root}\na`);
});

describe("every directory that can't be read", () => {
  /** The tree, but reads of these directories fail. */
  function failing(tree: readonly ModelEntry[], broken: ReadonlySet<string>): FileSystem {
    const inner = unordered(memoryTree(tree));
    return {
      ...inner,
      readDirectory(directory, options) {
        if (broken.has(String(directory).slice(MEMORY_ROOT.length + 1))) {
          throw Object.assign(new Error("no"), { code: "EACCES" });
        }
        return inner.readDirectory(directory, options);
      },
    };
  }

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
        const fileSystem = failing(tree, broken);
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
