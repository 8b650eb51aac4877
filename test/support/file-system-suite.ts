// The tests that every backend must pass, over the same trees.
import { describe, expect, test } from "vitest";

import { DECODES_NAMES } from "../../src/backends/disk/disk-path.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { TreeEntry } from "./make-tree.ts";
import type { Skip } from "./needs.ts";

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

/** What a backend supports. A disk supports everything; other backends are tested just as strictly on the rest. */
export interface Abilities {
  /** Symbolic links and pipes. */
  readonly specialFiles: boolean;
  /** Names that are not valid UTF-8. */
  readonly anyBytes: boolean;
  /** Whether it can read the contents of files. */
  readonly readsFiles: boolean;
  /** Whether paths are disk paths: `/a/b`, and `..` goes up. */
  readonly diskPaths: boolean;
  /** How many entries it takes for the backend not to treat the directory as small. */
  readonly many: number;
}

const ALL_ABILITIES: Abilities = {
  specialFiles: true,
  anyBytes: !DECODES_NAMES,
  readsFiles: true,
  diskPaths: true,
  many: 16_000,
};

/** Runs the suite for a backend. `make` creates a tree in it. */
export function describeFileSystem(
  name: string,
  make: (tree: readonly TreeEntry[], skip: Skip) => Rooted | Promise<Rooted>,
  { specialFiles, anyBytes, readsFiles, diskPaths, many }: Abilities = ALL_ABILITIES,
): void {
  const makeSmall = (skip: Skip) =>
    make(
      TREE.filter(
        ({ kind, path_b64: base64 }) =>
          (specialFiles || kind === "file" || kind === "dir") && (anyBytes || base64 === undefined),
      ),
      skip,
    );

  async function read({ fileSystem, root }: Rooted, path: string, options: object = {}): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const batch of fileSystem.readDirectory(toByteString(root), path as ByteString, options)) {
      if (batch.startsOver === true) {
        entries.length = 0;
      }
      entries.push(...batch.entries);
    }
    return entries;
  }

  function inOrder(entries: readonly Entry[]): string[] {
    return entries.map((entry) => treeKey(entry, "" as ByteString)).sort();
  }

  describe(`${name} as a file system`, () => {
    test("returns names and kinds, and follows no link", async ({ skip }) => {
      const entries = await read(await makeSmall(skip), "");
      expect(Object.fromEntries(entries.map((entry) => [entry.name, entry.kind]))).toEqual({
        a: "directory",
        "a-b": "file",
        ...(anyBytes && { "b\xff": "directory" }),
        empty: "directory",
        ...(specialFiles && { link: "symlink", pipe: "other" }),
        [toByteString("\uff21")]: "file",
        [toByteString("\u{1f600}")]: "file",
      });
    });

    test("reads directories below the root, including one whose name is not valid UTF-8", async ({ skip }) => {
      const rooted = await makeSmall(skip);
      expect(await read(rooted, "a/deep/deeper")).toEqual([{ name: "file", kind: "file" }]);
      if (anyBytes) {
        expect(await read(rooted, "b\xff")).toEqual([{ name: "\xfe", kind: "file" }]);
      }
      expect(await read(rooted, "empty")).toEqual([]);
    });

    test("accepts a root with a trailing slash", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      expect(await read({ fileSystem, root: `${root}/` }, "a/deep")).toEqual([{ name: "deeper", kind: "directory" }]);
    });

    test("fails with a code if there is no directory", async ({ skip }) => {
      const rooted = await makeSmall(skip);
      await expect(read(rooted, "missing")).rejects.toMatchObject({ code: "ENOENT" });
      await expect(read(rooted, "a-b")).rejects.toMatchObject({ code: "ENOTDIR" });
      await expect(read(rooted, "link")).rejects.toMatchObject({ code: specialFiles ? "ENOTDIR" : "ENOENT" });
    });

    test("distinguishes a directory from a link to one, a file, and nothing", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const isDirectory = (path: string) => fileSystem.isDirectory(toByteString(root), path as ByteString, {});
      expect(await isDirectory("a/deep")).toBe(true);
      expect(await isDirectory("b\xff")).toBe(anyBytes);
      expect(await isDirectory("link")).toBe(false);
      expect(await isDirectory("a-b")).toBe(false);
      expect(await isDirectory("a-b/x")).toBe(false);
      expect(await isDirectory("missing")).toBe(false);
    });

    // One test, because it takes long to make such a directory in some backends.
    test("stops in the middle of a large directory, or returns every entry in the promised order", async ({ skip }) => {
      const tree = Array.from({ length: many }, (_, index): TreeEntry => ({
        path: `a name of some length ${(index * 7) % many}`,
        kind: index % 100 === 0 ? "dir" : "file",
      }));
      const rooted = await make(tree, skip);
      const { fileSystem, root } = rooted;
      const controller = new AbortController();
      const reason = new Error("enough");
      let given = 0;
      const reading = (async () => {
        const options = { signal: controller.signal };
        for await (const batch of fileSystem.readDirectory(toByteString(root), "" as ByteString, options)) {
          given += batch.entries.length;
          controller.abort(reason);
        }
      })();
      await expect(reading).rejects.toBe(reason);
      expect(given).toBeLessThan(many);

      const entries = await read(rooted, "");
      expect(entries).toHaveLength(many);
      expect(new Set(entries.map((entry) => entry.name)).size).toBe(many);
      const keys = entries.map((entry) => treeKey(entry, "" as ByteString));
      const after = inOrder(entries)[many / 2] as ByteString;
      const rest = await read(rooted, "", { after });
      if (fileSystem.order === "key") {
        expect(keys).toEqual(inOrder(entries));
        expect(rest.map((entry) => treeKey(entry, "" as ByteString))).toEqual(inOrder(entries).slice(many / 2 + 1));
      } else {
        expect(rest).toHaveLength(many);
      }
    });

    test("reads small files, and nothing that is not a file", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      if (!readsFiles) {
        expect(fileSystem.readFile).toBeUndefined();
        return;
      }
      const readFile = (path: string, maxBytes = 10) =>
        fileSystem.readFile?.(toByteString(`${root}/${path}`), { maxBytes });
      expect(await readFile("a-b")).toHaveLength(0);
      expect(await readFile("missing")).toBeUndefined();
      expect(await readFile("a")).toBeUndefined();
      expect(await readFile("link")).toBeUndefined();
      expect(await readFile("pipe")).toBeUndefined();
      expect(await readFile("a-b/x")).toBeUndefined();
    });

    test("never says that something does not exist which does", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      for (const path of ["", "/a", "/a-b", "/a/deep", ...(specialFiles ? ["/link", "/pipe"] : [])]) {
        expect(fileSystem.mayExist?.(toByteString(`${root}${path}`))).not.toBe(false);
      }
    });

    test("returns details of entries, and of a link rather than its target", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const ask = (path: string, ...names: string[]) =>
        fileSystem.readDetails?.(toByteString(root), path as ByteString, names as ByteString[], {});
      const details = await ask("", "a-b", "missing", "link", "a", "pipe");
      if (details === undefined) {
        return;
      }
      expect(details.map((own) => own?.size)).toEqual([0, undefined, undefined, undefined, undefined]);
      const target = specialFiles ? "a" : undefined;
      expect(details.map((own) => own?.target)).toEqual([undefined, undefined, target, undefined, undefined]);
      if (specialFiles) {
        expect(details.map((own) => own !== undefined)).toEqual([true, false, true, true, true]);
      }
      if (anyBytes) {
        expect((await ask("b\xff", "\xfe"))?.map((own) => own?.size)).toEqual([0]);
      }
    });

    test("resolves links in a path", async ({ skip }) => {
      const { fileSystem, root } = await makeSmall(skip);
      const realPath = async (path: string) => fileSystem.realPath?.(toByteString(`${root}/${path}`), {});
      expect([undefined, `${root}/a/deep`]).toContain(await realPath("a/deep/../deep"));
      expect([undefined, `${root}/a`]).toContain(await realPath("link"));
    });

    test("resolves paths", async ({ skip }) => {
      const { fileSystem, root } = await make([], skip);
      expect(fileSystem.isAbsolute(root)).toBe(true);
      expect(fileSystem.isAbsolute("a")).toBe(false);
      expect(fileSystem.resolve(root, "c/d/")).toBe(`${root}/c/d`);
      if (!diskPaths) {
        return;
      }
      expect(fileSystem.isAbsolute("/a")).toBe(true);
      expect(fileSystem.isAbsolute("a")).toBe(false);
      expect(fileSystem.resolve("/a/b", "../c/./d/")).toBe("/a/c/d");
      expect(fileSystem.resolve("/a/b", "/c")).toBe("/c");
    });
  });
}
