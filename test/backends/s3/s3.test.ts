// Tests the logic of a store's listings on a bucket in this process: order, pages, how many requests. How real stores answer is
// tested in proofs/stores.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { s3 } from "../../../src/backends/s3/s3.ts";
import { splitPath, toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { codexKey } from "../../../src/core/entry.ts";
import type { Visits } from "../../../src/core/visit.ts";
import type { WalkSettings } from "../../../src/reading/selection.ts";
import { walkTree } from "../../../src/walks/walk-tree.ts";
import { bytesOfEntry } from "../../../src/render/listing.ts";
import { listDirAll } from "../../../src/listing/list-dir-all.ts";
import { listDir } from "../../../src/listing/list-dir.ts";
import { listDirectory } from "../../../src/listing/list-directory.ts";
import { createToolRouter } from "../../../src/tools/create-tool-router.ts";
import { anyKeys, entriesOfKeys } from "../../support/any-keys.ts";
import { callListDir } from "../../support/call-tool.ts";
import { inDepth } from "../../support/deep.ts";
import { fakeStore, type FakeStore, type FakeStoreOptions } from "../../support/fake-store.ts";
import { treePath, type ModelEntry } from "../../support/model.ts";
import { readListing } from "../../support/read-listing.ts";
import { collect, walkSettings } from "../../support/walk-settings.ts";
import { WALKS } from "../../support/walks.ts";

const anyDialect: fc.Arbitrary<FakeStoreOptions> = fc.record({
  pageSize: fc.constantFrom(1, 2, 3, 7, 1000),
  repeatsDirectories: fc.boolean(),
  ignoresEncoding: fc.boolean(),
});

function rooted(store: FakeStore, settings: Partial<WalkSettings> = {}): WalkSettings {
  return walkSettings(s3({ client: store.client }), { root: "s3://bucket" as ByteString, ...settings });
}

/** The order of a walk as one sort of everything. The original's orders are a stable sort of a collection by level. */
const models: Record<string, (entries: readonly ModelEntry[]) => ModelEntry[]> = {
  tree: (entries) => sorted(entries, treePath),
  breadth: (entries) => sorted(sorted(entries, treePath), level),
  path: (entries) => sorted(sorted(entries, level, kind), ({ path }) => path),
  "codex-sorted": (entries) => sorted(byLevel(entries), ({ path }) => codexKey(path)),
  "codex-breadth": byLevel,
};

/** Level by level, as the original collects it: each level in the order of its directories, and of the keys in each. */
function byLevel(entries: readonly ModelEntry[]): ModelEntry[] {
  const places = ({ path }: ModelEntry): string[] => {
    const names = splitPath(path);
    return names.flatMap((_, index) => {
      const above = path.startsWith("/")
        ? `/${names.slice(0, index + 1).join("/")}`
        : names.slice(0, index + 1).join("/");
      return [codexKey(above as ByteString), above];
    });
  };
  return [...entries].sort((a, b) => {
    const [placesA, placesB] = [places(a), places(b)];
    const differing = placesA.findIndex((place, index) => place !== placesB[index]);
    return (
      placesA.length - placesB.length ||
      (differing === -1 ? compare(kind(a), kind(b)) : compare(placesA[differing] ?? "", placesB[differing] ?? ""))
    );
  });
}

function sorted(entries: readonly ModelEntry[], ...keys: ((entry: ModelEntry) => string)[]): ModelEntry[] {
  return [...entries].sort((a, b) => keys.reduce((order, key) => order || compare(key(a), key(b)), 0));
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function level({ path }: ModelEntry): string {
  return String.fromCharCode(splitPath(path).length);
}

function kind(entry: ModelEntry): string {
  return entry.kind === "file" ? "0" : "1";
}

/** A tree with many small directories, and one with deep ones. */
const TINY = Array.from({ length: 400 }, (_, index) => `t${index % 20}/u${Math.floor(index / 20)}/v.txt`);
const WIDE = Array.from({ length: 3000 }, (_, index) => `d${String(index % 100).padStart(3, "0")}/f${index}`);

/** A large directory, one of so many small ones that a window of keys shows only its beginning, and others after it. */
const MIXED = [
  ...Array.from({ length: 1000 }, (_, index) => `flat/f${String(index).padStart(4, "0")}`),
  ...Array.from({ length: 1500 }, (_, index) => `many/d${String(index % 100).padStart(3, "0")}/${index}`),
  "odd/a",
  "odd/b/c",
  "other/x",
  "others/x",
  "readme.md",
];

describe.each(Object.keys(WALKS))("a bucket in order %s", (order) => {
  test("equals one sort of all its keys, at any depth and with any limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyKeys,
        anyDialect,
        fc.integer({ min: 1, max: 5 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 30 }),
        async (keys, dialect, depth, skip, needed) => {
          const reached = entriesOfKeys(keys).filter(({ path }) => splitPath(path).length <= depth);
          const expected = (models[order]?.(reached) ?? []).slice(skip, skip + needed).map(treePath);
          const settings = rooted(fakeStore(keys, dialect), { depth, skip, needed });
          const visits = await collect(WALKS[order]?.(settings) as Visits);
          expect(visits.slice(0, needed).map(treePath)).toEqual(expected);
        },
      ),
      { numRuns: inDepth(5, 400) },
    );
  });
});

describe("pages of a bucket", () => {
  test("add up to one sorted listing of all its keys, read back from their text", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, anyDialect, fc.integer({ min: 1, max: 9 }), async (keys, dialect, limit) => {
        const store = fakeStore(keys, dialect);
        const router = createToolRouter({
          experimentalSupportedTools: ["list_dir"],
          fileSystem: s3({ client: store.client }),
        });
        const expected = sorted(entriesOfKeys(keys), treePath).map(treePath);
        const given: string[] = [];
        let after: string | undefined;
        do {
          const options = { dirPath: "s3://bucket/", order: "tree", depth: 30, limit, after } as const;
          const page = await listDir({ ...options, fileSystem: s3({ client: store.client }) });
          const { order, depth } = options;
          const call = { dir_path: "s3://bucket/", order, depth, limit, ...(after !== undefined && { after }) };
          const payload = { type: "function", arguments: JSON.stringify(call) } as const;
          const { content } = await router.dispatch({ toolName: "list_dir", callId: "1", payload });
          const read = readListing(content).entries;
          expect(page.entries).toEqual(read.map((entry, index) => ({ ...page.entries[index], ...entry })));
          expect(read).toHaveLength(page.entries.length);
          const fresh = page.entries.filter(({ context }) => context !== true);
          given.push(...fresh.map((entry) => treePath({ path: bytesOfEntry(entry), kind: entry.kind })));
          after = page.next;
        } while (after !== undefined);
        expect(given).toEqual(expected);
      }),
      { numRuns: inDepth(3, 150) },
    );
  });

  test("neither lose nor repeat what stays, whatever comes and goes between them", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, anyKeys, fc.integer({ min: 1, max: 5 }), async (stay, come, limit) => {
        const store = fakeStore([...stay, ...come.slice(0, come.length / 2)]);
        const changes = [...come];
        const given: string[] = [];
        let after: string | undefined;
        do {
          const page = await listDir({
            dirPath: "s3://bucket",
            fileSystem: s3({ client: store.client }),
            order: "tree",
            depth: 30,
            limit,
            after,
          });
          const fresh = page.entries.filter(({ context }) => context !== true);
          given.push(...fresh.map((entry) => treePath({ path: bytesOfEntry(entry), kind: entry.kind })));
          after = page.next;
          const change = changes.pop();
          if (change !== undefined && !stay.includes(change)) {
            store.keys[store.keys.has(change) ? "delete" : "add"](change);
          }
        } while (after !== undefined);
        expect(new Set(given).size).toBe(given.length);
        expect(given).toEqual(expect.arrayContaining(entriesOfKeys(stay).map(treePath)));
      }),
      { numRuns: inDepth(3, 150) },
    );
  });

  test("show odd names so that none can be mistaken for another", async () => {
    const keys = ["/x", "//y", "a//b", "a/./c", "a/../d", "a", "a/", "z"];
    const fileSystem = s3({ client: fakeStore(keys).client });
    const router = createToolRouter({ experimentalSupportedTools: ["list_dir", "list_directory"], fileSystem });
    const call = async (toolName: string, input: object) =>
      (
        await router.dispatch({
          toolName,
          callId: "1",
          payload: { type: "function", arguments: JSON.stringify(input) },
        })
      ).content;
    expect(await call("list_dir", { dir_path: "s3://bucket", depth: 3 })).toBe(
      [
        "Absolute path: s3://bucket",
        '""/',
        '  ""/',
        "    y",
        "  x",
        "a",
        "a/",
        '  ".."/',
        "    d",
        '  "."/',
        "    c",
        '  ""/',
        "    b",
        "z",
      ].join("\n"),
    );
    expect(await call("list_dir", { dir_path: 's3://bucket/a/""' })).toContain("\nb");
    expect(await call("list_dir", { dir_path: "s3://bucket/a//" })).toContain("\nb");
    expect(await call("list_dir", { dir_path: 's3://bucket/a/".."' })).toContain("\nd");
    expect(await call("list_dir", { dir_path: "s3://bucket", after: '""/""/', depth: 3, limit: 1 })).toContain(
      '\n""/""/\n  y\n',
    );
    expect(await call("list_dir", { dir_path: "s3://bucket", after: '""/""/…', depth: 3, limit: 1 })).toContain(
      '\n""/\n  …\n  x\n',
    );
    expect(await call("list_dir", { dir_path: "s3://bucket", after: "a/…", depth: 3 })).toMatch(/\nz$/);
    const answer = await call("list_directory", { path: "s3://bucket", recursive: true, showHidden: true });
    expect(JSON.parse(answer).files).toEqual([
      '""/',
      '""/""/',
      '""/""/y',
      '""/x',
      "a",
      "a/",
      'a/""/',
      'a/"."/',
      'a/".."/',
      'a/".."/d',
      'a/"."/c',
      'a/""/b',
      "z",
    ]);
  });

  test("report file sizes with a request or two", async () => {
    const store = fakeStore(Array.from({ length: 500 }, (_, index) => `p/${index}`).concat("p/d/x", "p/100/x"));
    const page = await listDir({
      dirPath: "s3://bucket/p",
      fileSystem: s3({ client: store.client }),
      details: true,
      limit: 100,
      depth: 1,
    });
    expect(page.entries.filter(({ size }) => size !== undefined)).toHaveLength(99);
    expect(store.asked).toHaveLength(2);
  });

  test("ask for no details of a directory, which has none", async () => {
    const keys = Array.from({ length: 3000 }, (_, index) => `p/backup-${index + 1000}`);
    const store = fakeStore([...keys, "p/backup/x", "p/z"]);
    const page = await listDir({
      dirPath: "s3://bucket/p",
      fileSystem: s3({ client: store.client }),
      details: true,
      order: "tree",
      after: "backup-3998",
      depth: 1,
      limit: 2,
    });
    expect(page.entries.map(({ path, size }) => ({ path, size }))).toEqual([
      { path: "backup-3999", size: 13 },
      { path: "backup", size: undefined },
    ]);
    // One finds out whether the cursor is a directory, one is for the page, and one for its file.
    expect(store.asked).toHaveLength(3);
  });
});

describe("requests", () => {
  const count = async (keys: readonly string[], options: Omit<Parameters<typeof listDir>[0], "dirPath">) => {
    const store = fakeStore(keys);
    const page = await listDir({ dirPath: "s3://bucket", fileSystem: s3({ client: store.client }), ...options });
    return { requests: store.asked.length, entries: page.entries.length };
  };

  test.each([
    ["breadth", TINY],
    ["tree", TINY],
    ["breadth", WIDE],
    ["tree", WIDE],
  ] as const)("are at most 4 for a first page of depth 2 in order %s", async (order, keys) => {
    const { requests, entries } = await count(keys, { order, depth: 2, limit: 25 });
    expect(entries).toBe(25);
    expect(requests).toBeLessThanOrEqual(4);
  });

  test("are at most 2 for a hundred directories at depth 1", async () => {
    expect((await count(WIDE, { depth: 1, limit: 100 })).requests).toBeLessThanOrEqual(2);
  });

  test("are at most 4 plus the depth after any key", async () => {
    for (const keys of [TINY, WIDE, MIXED]) {
      for (const key of keys.filter((_, index) => index % 197 === 0 || (index > 980 && index < 1000))) {
        for (const depth of [2, 3]) {
          const { requests } = await count(keys, { after: key, depth, limit: 25 });
          expect(requests, `${key}, depth ${depth}`).toBeLessThanOrEqual(4 + depth);
        }
      }
    }
  });

  test("ask for no more keys than a page can use, and use no token", async () => {
    const store = fakeStore(WIDE.map((key) => `p/${key.replace("/", "-")}`));
    const options = { dirPath: "s3://bucket/p", fileSystem: s3({ client: store.client }), after: "d050-f50" };
    await listDir({ ...options, limit: 25 });
    expect(store.asked.every(({ MaxKeys, EncodingType }) => MaxKeys <= 30 && EncodingType === "url")).toBe(true);
    expect(store.asked.some(({ ContinuationToken }) => ContinuationToken !== undefined)).toBe(false);
  });

  test("in path order are few for a directory of any size", async () => {
    const store = fakeStore(WIDE.map((key) => `p/${key.replace("/", "-")}`).concat("p/d000/x"));
    const fileSystem = s3({ client: store.client });
    const page = await listDirectory({ path: "s3://bucket/p", fileSystem, maxIndexed: 50 });
    expect(page.entries[0]).toMatchObject({ path: "d000", kind: "directory" });
    expect(store.asked.length).toBeLessThanOrEqual(3);
  });

  test("for a whole tree of small directories are a fraction of the number of directories", async () => {
    const store = fakeStore(TINY);
    let entries = 0;
    for await (const part of listDirAll({ dirPath: "s3://bucket", fileSystem: s3({ client: store.client }) })) {
      entries += part.entries.length;
    }
    expect(entries).toBe(20 + 400 + 400);
    expect(store.asked.length).toBeLessThanOrEqual(5);
  });

  test("for deep directories are made several at a time", async () => {
    const deep = Array.from({ length: 9000 }, (_, index) => `d${index % 30}/x/${index}`);
    let open = 0;
    let most = 0;
    const store = fakeStore(deep, {
      async before() {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
        open -= 1;
      },
    });
    const page = await listDir({ dirPath: "s3://bucket", fileSystem: s3({ client: store.client }), limit: 60 });
    expect(page.entries).toHaveLength(60);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(9);
    expect(store.asked.length).toBeLessThanOrEqual(34);
  });
});

describe("what goes wrong", () => {
  const list = (store: FakeStore, options: object = {}) =>
    listDir({ dirPath: "s3://bucket/p", fileSystem: s3({ client: store.client }), ...options });

  test("is reported for a missing directory, and for an object", async () => {
    await expect(list(fakeStore(["q"]))).rejects.toMatchObject({ cause: { code: "ENOENT" } });
    await expect(list(fakeStore(["p"]))).rejects.toMatchObject({ cause: { code: "ENOTDIR" } });
    await expect(list(fakeStore(["q"]), { after: "x" })).rejects.toMatchObject({ cause: { code: "ENOENT" } });
    expect(await list(fakeStore(["p/x"]), { after: "y" })).toMatchObject({ entries: [] });
    expect(await list(fakeStore(["p/"]))).toMatchObject({ entries: [] });
  });

  test("in one directory is marked there", async () => {
    const before = ({ Prefix, Delimiter }: { Prefix: string; Delimiter?: string }) => {
      if (Prefix === "p/b/" || Delimiter === undefined) {
        throw Object.assign(new Error("no"), { name: "AccessDenied", $metadata: { httpStatusCode: 403 } });
      }
    };
    const { entries } = await list(fakeStore(["p/a/x", "p/b/y", "p/c/z"], { before }));
    expect(entries.map(({ path, problem }) => [path, problem])).toEqual([
      ["a", undefined],
      ["a/x", undefined],
      ["b", "permission denied"],
      ["c", undefined],
      ["c/z", undefined],
    ]);
  });

  test.each([
    ["s3://bucket", "/x/y", "s3://bucket//x"],
    ["s3://bucket", "/", "s3://bucket//"],
    ["s3://bucket", "//y", "s3://bucket//"],
    ["s3://bucket", "a//y", "s3://bucket/a//"],
    ["s3://bucket/p", "p//y", "s3://bucket/p//"],
    ["s3://bucket/p", "p/x/y", "s3://bucket/p/x"],
    ["s3://bucket/p/", "p/x/y", "s3://bucket/p/x"],
  ])(
    "below %s in %s is reported with a path that lists it, in the profiles of the original",
    async (root, key, shown) => {
      const before = ({ Prefix, Delimiter }: { Prefix: string; Delimiter?: string }) => {
        const path = `s3://bucket/${Prefix}`;
        if (path === (shown.endsWith("//") ? shown : `${shown}/`) || Delimiter === undefined) {
          throw Object.assign(new Error("no"), { name: "AccessDenied", $metadata: { httpStatusCode: 403 } });
        }
      };
      const fileSystem = s3({ client: fakeStore([key], { before }).client });
      for (const profile of ["codex-sorted", "codex-breadth"] as const) {
        const answer = await callListDir({ dir_path: root, depth: 5 }, { fileSystem, profile });
        expect(answer).toBe(`error: failed to read directory: ${shown}: permission denied`);
      }
    },
  );

  test("with a store that does not answer ends at the deadline, and on an abort", async () => {
    const before = () => new Promise<void>(() => {});
    const inTime = list(fakeStore(["p/x"], { before }), { deadlineMs: 100 });
    await expect(inTime).rejects.toMatchObject({ cause: { code: "ETIMEDOUT" } });
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(list(fakeStore(["p/x"], { before }), { signal })).rejects.toMatchObject({ cause: reason });
    const controller = new AbortController();
    const stopped = list(fakeStore(["p/x"], { before }), { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(stopped).rejects.toMatchObject({ cause: reason });
  });

  test("aborts the request of the client, too", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const before = (_: object, signal: AbortSignal | undefined) => {
      signals.push(signal);
      return new Promise<void>(() => {});
    };
    await list(fakeStore(["p/x"], { before }), { deadlineMs: 40 }).catch(() => {});
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});

describe("names", () => {
  test("with a slash in them are not accepted from a cursor", async () => {
    const store = fakeStore(["a/b/c", "a/b/d"]);
    const after = { names: [toByteString("a/b"), toByteString("c")], isDirectory: false };
    const visits = await collect(walkTree(rooted(store, { depth: 3 }), after));
    expect(visits.map(treePath)).toEqual([]);
    expect(store.asked.some(({ Prefix }) => Prefix.startsWith("a/b"))).toBe(false);
  });

  test("of a file and of a directory differ: the one without a slash is the file's", async () => {
    const keys = ["a", "a-b", "a/x", "b/y", "b-c"];
    const after = async (path: string) => {
      const options = { dirPath: "s3://bucket", fileSystem: s3({ client: fakeStore(keys).client }), depth: 2 };
      return (await listDir({ ...options, after: path })).entries
        .filter(({ context }) => !context)
        .map(({ path: own }) => own);
    };
    expect(await after("a")).toEqual(["a-b", "a", "a/x", "b-c", "b", "b/y"]);
    expect(await after("a/")).toEqual(["a/x", "b-c", "b", "b/y"]);
    expect(await after("b")).toEqual(["b/y"]);
  });
});
