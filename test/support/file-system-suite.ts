// The tests that every file system must pass, over the same trees.
import { describe, expect, test } from "vitest";

import { byteKey, joinLocation, treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { TreeEntry } from "./make-tree.ts";
import type { Skip } from "./needs.ts";
import { readPlainEntries } from "./read-entries.ts";

/** A file system with a tree, and the tree's location. */
export interface Rooted {
  readonly fileSystem: FileSystem;
  readonly root: string;
}

const TREE: readonly TreeEntry[] = [
  { path: "empty", kind: "dir" },
  { path: "a", kind: "dir" },
  { path: "a/deep/deeper/file", kind: "file" },
  { path: "a-b", kind: "file" },
  { path: "\u{1f600}", kind: "file" },
  { path: "\uff21", kind: "file" },
  { path: "link", kind: "symlink", target: "a" },
  { path: "pipe", kind: "fifo" },
  { path_b64: Buffer.from([0x62, 0xff]).toString("base64"), kind: "dir" },
  { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
];

/** What a file system is like. A disk supports everything; others are tested just as strictly on the rest. */
export interface Abilities {
  /** Symbolic links and pipes. */
  readonly specialFiles: boolean;
  /** Names that are not UTF-8. */
  readonly anyBytes: boolean;
  /** Whether it can read the contents of files. */
  readonly readsFiles: boolean;
  /** Whether paths are disk paths: `/a/b`, and `..` goes up. */
  readonly diskPaths: boolean;
  /** How many entries it takes for a directory not to be read in one step. */
  readonly many: number;
}

const OF_DISK: Abilities = {
  specialFiles: true,
  anyBytes: true,
  readsFiles: true,
  diskPaths: true,
  many: 10_000,
};

/** A directory for each number of entries. */
const largeTrees = new Map<number, readonly TreeEntry[]>();

function largeTree(count: number): readonly TreeEntry[] {
  const tree =
    largeTrees.get(count) ??
    Array.from({ length: count }, (_, index): TreeEntry => ({
      path: `a name of some length ${(index * 7) % count}`,
      kind: index % 100 === 0 ? "dir" : "file",
    }));
  largeTrees.set(count, tree);
  return tree;
}

/** Runs the suite for a file system. `make` creates a tree in it; for the same tree again, it may give the one that it has made. */
export function describeFileSystem(
  name: string,
  make: (tree: readonly TreeEntry[], skip: Skip) => Rooted | Promise<Rooted>,
  abilities: Partial<Abilities> = {},
): void {
  const { specialFiles, anyBytes, readsFiles, diskPaths, many } = { ...OF_DISK, ...abilities };
  const small = TREE.filter(
    ({ kind, path_b64: base64 }) =>
      (specialFiles || kind === "file" || kind === "dir") && (anyBytes || base64 === undefined),
  );
  const makeSmall = (skip: Skip) => make(small, skip);

  describe(`${name} as a file system`, () => {
    test("returns names and kinds, and enters no link", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const entries = await readPlainEntries(fileSystem, root);
      expect(Object.fromEntries(entries.map((entry) => [entry.name, entry.kind]))).toEqual({
        a: "directory",
        "a-b": "file",
        ...(anyBytes && { "b\ufffd": "directory" }),
        empty: "directory",
        ...(specialFiles && { link: "symlink", pipe: "other" }),
        "\uff21": "file",
        "\u{1f600}": "file",
      });
      const code = specialFiles ? "ENOTDIR" : "ENOENT";
      await expect(readPlainEntries(fileSystem, `${root}/link`)).rejects.toMatchObject({ code });
      await expect(readPlainEntries(fileSystem, `${root}/link/deep`)).rejects.toMatchObject({
        code: /^(?:ENOTDIR|ENOENT)$/,
      });
    });

    test("reads directories below the root, including one whose name is not UTF-8", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      expect(await readPlainEntries(fileSystem, `${root}/a/deep/deeper`)).toEqual([{ name: "file", kind: "file" }]);
      expect(await readPlainEntries(fileSystem, `${root}/empty`)).toEqual([]);
      const odd = (await readPlainEntries(fileSystem, root)).find((entry) => entry.bytes !== undefined);
      expect(odd !== undefined).toBe(anyBytes);
      if (odd !== undefined) {
        const location = joinLocation(root, odd);
        const [inside] = await readPlainEntries(fileSystem, location);
        expect(inside).toMatchObject({ name: "\ufffd", kind: "file" });
        expect(await fileSystem.readDetails?.(location, [inside as Entry], {})).toMatchObject([{ size: 0 }]);
      }
    });

    test("fails with a code if there is no directory", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      await expect(readPlainEntries(fileSystem, `${root}/missing`)).rejects.toMatchObject({ code: "ENOENT" });
      await expect(readPlainEntries(fileSystem, `${root}/a-b`)).rejects.toMatchObject({ code: "ENOTDIR" });
    });

    // One test, because it takes long to make such a directory in some stores.
    test("reads a large directory, in order if it says so, and can be left in the middle", async ({ skip }) => {
      const { fileSystem, root } = await make(largeTree(many), skip);
      for await (const batch of (await fileSystem.readDirectory(root, {})).batches) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
      const entries = await readPlainEntries(fileSystem, root);
      expect(new Set(entries.map((entry) => entry.name)).size).toBe(many);
      expect(entries).toHaveLength(many);
      const sorted = entries.map(treeKey).sort();
      const after = sorted[many / 2] as string;
      // One read: the next one may come from memory.
      const { isSorted, batches } = await fileSystem.readDirectory(root, { after });
      const rest: string[] = [];
      for await (const batch of batches) {
        rest.push(...batch.map(treeKey));
      }
      expect(isSorted ? rest : rest.sort()).toEqual(isSorted ? sorted.slice(many / 2 + 1) : sorted);
    });

    test("orders names by their bytes, if it orders them at all", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const { isSorted } = await fileSystem.readDirectory(root, {});
      const keys = (await readPlainEntries(fileSystem, root)).map(treeKey);
      expect(isSorted ? keys : keys.toSorted()).toEqual(keys.toSorted());
      const after = (await readPlainEntries(fileSystem, root, { after: "\uff21" })).map(treeKey);
      expect(isSorted ? after : [byteKey("\u{1f600}")]).toEqual([byteKey("\u{1f600}")]);
    });

    test("reads small files, and nothing that is not a file", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      if (!readsFiles) {
        expect(fileSystem.readFile).toBeUndefined();
        return;
      }
      for (const refusesLinks of [false, true]) {
        const readFile = async (path: string) =>
          fileSystem.readFile?.(`${root}/${path}`, { maxBytes: 10, refusesLinks });
        expect(await readFile("a-b")).toHaveLength(0);
        for (const path of ["missing", "a", "link", "pipe", "a-b/x"]) {
          expect(await readFile(path)).toBeUndefined();
        }
      }
    });

    test("returns details of entries, and of a link rather than its target", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const entries: readonly Entry[] = [
        { name: "a-b", kind: "file" },
        { name: "missing", kind: "file" },
        { name: "link", kind: "symlink" },
        { name: "a", kind: "directory" },
        { name: "pipe", kind: "other" },
      ];
      const details = await fileSystem.readDetails?.(root, entries, {});
      if (details === undefined) {
        return;
      }
      expect(details.map((own) => own?.size)).toEqual([0, undefined, undefined, undefined, undefined]);
      if (specialFiles) {
        expect(details.map((own) => own !== undefined)).toEqual([true, false, true, true, true]);
      }
    });

    test("resolves links in a path", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      if (fileSystem.realPath !== undefined) {
        expect(await fileSystem.realPath(`${root}/link/deep/../deep/`, {})).toBe(`${root}/a/deep`);
        await expect((async () => fileSystem.realPath?.(`${root}/x`, {}))()).rejects.toMatchObject({ code: "ENOENT" });
      }
    });

    test("resolves paths", async ({ skip }) => {
      const { fileSystem, root } = await make([], skip);
      expect(fileSystem.isAbsolute(root)).toBe(true);
      expect(fileSystem.isAbsolute("a")).toBe(false);
      expect(fileSystem.resolve(root, "c/d/")).toBe(`${root}/c/d`);
      if (diskPaths) {
        expect(fileSystem.isAbsolute("/a")).toBe(true);
        expect(fileSystem.resolve("/a/b", "../c/./d/")).toBe("/a/c/d");
        expect(fileSystem.resolve("/a/b", "/c")).toBe("/c");
      }
    });
  });
}
