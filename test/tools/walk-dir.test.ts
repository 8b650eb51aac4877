// `walkDir`: the entries that pages of `listDir` have in order `tree`, one after the other, and no more reads than they need.
import fs from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";

import { listDir, localDisk, memory, walkDir, type ListingEntry, type WalkDirOptions } from "../../src/index.ts";
import { withMembers } from "../../src/core/file-system.ts";
import { makeTree } from "../support/make-tree.ts";

async function walked(options: WalkDirOptions): Promise<ListingEntry[]> {
  const entries: ListingEntry[] = [];
  for await (const entry of walkDir(options)) {
    entries.push(entry);
  }
  return entries;
}

/** What one page with room for everything has. */
async function listed(options: WalkDirOptions): Promise<ListingEntry[]> {
  const page = await listDir({ depth: 1e6, ...options, order: "tree", limit: 1e6 });
  return page.entries
    .filter(({ context, problem }) => context !== true || problem !== undefined)
    .map(({ context: _context, joined: _joined, ...entry }) => entry);
}

const anyPath = fc
  .array(fc.constantFrom("a", "b", "a-b", ".c", "é", "\ufffd", "Z"), { minLength: 1, maxLength: 4 })
  .chain((names) => fc.constantFrom(`/${names.join("/")}`, `/${names.join("/")}/`));

test("yields what a page has, with any filter and depth", async () => {
  const options = fc.record(
    {
      include: fc.constantFrom("a", "**/b", "a/**", "z*"),
      hidden: fc.boolean(),
      depth: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyPath, { maxLength: 9 }), options, async (paths, filters) => {
      const files = paths.filter((path) => !paths.some((other) => other !== path && other.startsWith(path)));
      const asked = { dirPath: "/", fileSystem: memory(files), ...filters };
      expect(await walked(asked)).toEqual(await listed(asked));
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("tells of each directory whether it is empty or could not be read, and of files their sizes", async () => {
  const root = makeTree("a/x", "empty/", "shut/x", ".gitignore", "ignored/x");
  fs.writeFileSync(`${root}/.gitignore`, "ignored\n");
  const disk = localDisk();
  const fileSystem = withMembers(disk, {
    readDirectory: (directory, read) => {
      if (String(directory).endsWith("/shut")) {
        throw Object.assign(new Error("shut"), { code: "EACCES" });
      }
      return disk.readDirectory(directory, read);
    },
  });
  const entries = await walked({ dirPath: root, fileSystem, details: true });
  expect(entries.map(({ modifiedMs: _modifiedMs, ...entry }) => entry)).toEqual([
    { path: ".gitignore", kind: "file", depth: 1, size: 8 },
    { path: "a", kind: "directory", depth: 1 },
    { path: "a/x", kind: "file", depth: 2, size: 0 },
    { path: "empty", kind: "directory", depth: 1, mark: "empty" },
    { path: "ignored", kind: "directory", depth: 1, ignored: true },
    { path: "shut", kind: "directory", depth: 1, problem: "permission denied" },
  ]);
  const shut = await walked({ dirPath: root, fileSystem, include: "x" });
  expect(shut.map(({ path, problem }) => [path, problem])).toEqual([
    ["a/x", undefined],
    ["shut", "permission denied"],
  ]);
});

test("reads a directory when it gets there, and none after the loop was left", async () => {
  const tree = memory(["/a/1", "/b/1", "/c/1"]);
  const reads: unknown[] = [];
  const fileSystem = withMembers(tree, {
    readDirectory: (directory, read) => {
      reads.push(directory);
      return tree.readDirectory(directory, read);
    },
  });
  for await (const { path } of walkDir({ dirPath: "/", fileSystem: fileSystem })) {
    if (path === "b/1") {
      break;
    }
  }
  expect(reads).toEqual(["/", "/a", "/b"]);
});

test("ends with an error that says why: a path that is missing, a call that was cancelled, a time that is up", async () => {
  const fileSystem = memory(["/a/1", "/b/1"]);
  await expect(walked({ dirPath: "/A", fileSystem })).rejects.toThrow("did you mean /a?");
  const stop = new AbortController();
  const walk = walkDir({ dirPath: "/", fileSystem, signal: stop.signal });
  await walk.next();
  stop.abort();
  await walk.next();
  await expect(walk.next()).rejects.toThrow("cancelled");
  const slow = withMembers(fileSystem, {
    readDirectory: async (directory, read) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return fileSystem.readDirectory(directory, read);
    },
  });
  await expect(walked({ dirPath: "/", fileSystem: slow, deadlineMs: 20 })).rejects.toMatchObject({ code: "timed_out" });
  await expect(walked({ dirPath: "/", depht: 1 } as object)).rejects.toThrow("did you mean depth?");
});
