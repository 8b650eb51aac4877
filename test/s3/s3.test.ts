// The port over a bucket in this process, against a slow model of its keys. How real stores answer is tested in e2e/stores.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { byteKey, joinLocation, sortedByBytes, treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { s3 } from "../../src/s3/s3.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { anyKeys, entriesOfKeys } from "../support/any-keys.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore, type FakeStoreOptions } from "../support/fake-store.ts";
import { readEntries } from "../support/read-entries.ts";

const anyDialect: fc.Arbitrary<FakeStoreOptions> = fc.record({
  pageSize: fc.constantFrom(1, 2, 3, 7, 1000),
  repeatsDirectories: fc.boolean(),
  hasEmptyPages: fc.boolean(),
  ignoresEncoding: fc.boolean(),
});

function open(keys: Iterable<string>, options: FakeStoreOptions = {}) {
  const store = fakeStore(keys, options);
  return { ...store, fileSystem: s3({ client: store.client }) };
}

/** The entries of one directory, by a look at all keys. */
function modelEntries(keys: readonly string[], prefix: string): Entry[] {
  const entries = entriesOfKeys(keys, prefix).filter(({ path }) => !path.includes("/"));
  return entries
    .map(({ path: name, kind }): Entry => {
      return kind === "file" ? { name, kind, details: { size: `${prefix}${name}`.length } } : { name, kind };
    })
    .sort((a, b) => (treeKey(a) < treeKey(b) ? -1 : 1));
}

async function readAllKeys(fileSystem: FileSystem, location: string) {
  const keys: { readonly key: string; readonly modifiedMs?: number }[] = [];
  for await (const page of (fileSystem as Required<FileSystem>).readKeys(location, {})) {
    keys.push(...page.keys);
  }
  return keys;
}

const codeOf = (code: string) => expect.objectContaining({ code }) as Error;

describe("a directory of a bucket", () => {
  test("has the entries that a look at all keys finds, in order, each directory by its location", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, anyDialect, fc.nat(9), async (keys, dialect, limit) => {
        const { fileSystem } = open(keys, dialect);
        const directories: [location: string, prefix: string][] = [["s3://bucket", ""]];
        for (const [location, prefix] of directories) {
          const entries = await readEntries(fileSystem, location, { limit });
          expect(entries).toEqual(modelEntries(keys, prefix));
          for (const entry of entries.filter(({ kind }) => kind === "directory")) {
            directories.push([joinLocation(location, entry) as string, `${prefix}${entry.name}/`]);
          }
        }
      }),
      { numRuns: inDepth(12, 500) },
    );
  });

  test("is read after any of its entries, and after names that it does not have", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, anyDialect, fc.string(), async (keys, dialect, other) => {
        const { fileSystem } = open(keys, dialect);
        const all = modelEntries(keys, "");
        const cursors = all.map(({ name, kind }) => (kind === "directory" ? `${name}/` : name));
        for (const after of [...cursors, ...cursors.map((cursor) => cursor.replace(/\/?$/, "-")), other]) {
          if (after === "" || (after.indexOf("/") < after.length - 1 && after.includes("/"))) {
            continue;
          }
          const expected = all.filter((entry) => byteKey(cursors[all.indexOf(entry)] as string) > byteKey(after));
          expect(await readEntries(fileSystem, "s3://bucket", { after, limit: 3 })).toEqual(expected);
        }
      }),
      { numRuns: inDepth(12, 500) },
    );
  });

  test("that is missing is told apart from an object, an empty directory and an empty bucket", async () => {
    const { fileSystem, asked } = open(["file", "empty/", "a/b/c", "x//y"]);
    for (const after of [undefined, "z"]) {
      const read = async (path: string) => {
        asked.length = 0;
        try {
          return await readEntries(fileSystem, `s3://bucket/${path}`, { after });
        } finally {
          expect(asked.length).toBeLessThanOrEqual(after === undefined ? 2 : 3);
        }
      };
      await expect(read("missing")).rejects.toThrow(codeOf("ENOENT"));
      await expect(read("a/b/c/d")).rejects.toThrow(codeOf("ENOENT"));
      await expect(read("a//")).rejects.toThrow(codeOf("ENOENT"));
      await expect(read("file")).rejects.toThrow(codeOf("ENOTDIR"));
      await expect(read("fil")).rejects.toThrow(codeOf("ENOENT"));
      await expect(read("x/")).resolves.toHaveLength(after === undefined ? 1 : 0);
      await expect(read("empty")).resolves.toEqual([]);
    }
    await expect(readAllKeys(fileSystem, "s3://bucket/missing")).rejects.toThrow(codeOf("ENOENT"));
    expect(await readEntries(open([]).fileSystem, "s3://bucket", { after: "a" })).toEqual([]);
    expect(await readAllKeys(open([]).fileSystem, "s3://bucket")).toEqual([]);
    await expect(readEntries(fileSystem, "/bucket")).rejects.toThrow(codeOf("EINVAL"));
  });
});

test("all keys below a directory come in order, with their times, a thousand by a request", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeys, anyDialect, async (keys, dialect) => {
      const modified = (key: string) => new Date(key.length * 1000);
      const { fileSystem } = open(keys.map((key) => `p/${key}`).concat("p/", "o", "q/x"), { ...dialect, modified });
      const expected = sortedByBytes(["", ...keys], (key) => key).map((key) => ({
        key,
        modifiedMs: (key.length + 2) * 1000,
      }));
      expect(await readAllKeys(fileSystem, "s3://bucket/p")).toMatchObject(expected);
    }),
  );
  const { fileSystem, asked } = open(Array.from({ length: 2500 }, (_, index) => `${index % 50}/${index}`));
  expect(await readAllKeys(fileSystem, "s3://bucket")).toHaveLength(2500);
  expect(asked).toHaveLength(3);
});

describe("paths of an object store", () => {
  const { isAbsolute, resolve } = s3();

  test("name a bucket", async () => {
    const stores = { s3: s3() };
    for (const root of ["s3://", "s3:///x"]) {
      expect(() => createToolRouter({ roots: [root], stores })).toThrow(
        new TypeError(`'${root}' is neither on the disk nor in a bucket; name a directory that may be listed`),
      );
    }
    expect(() => createToolRouter({ roots: ["x"], fileSystem: s3() })).toThrow(TypeError);
    await expect(listDir({ dirPath: "s3://", stores })).rejects.toThrow(
      /^dir_path must be an absolute path; name a bucket$/,
    );
    expect(resolve("/work", "foo")).toBe("foo");
    expect(["s3://b", "s3://b/", "s3://b/p", "s3://b//"].every(isAbsolute)).toBe(true);
    expect(["s3://", "s3:///x", "s3:/b", "/b", "b", "", "S3//b", "http://b/p"].some(isAbsolute)).toBe(false);
  });
});
