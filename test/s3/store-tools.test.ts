// The tools over a bucket in this process: the same answers as for the same tree in memory, odd names, denied keys, few requests.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { sortedByBytes } from "../../src/core/entry.ts";
import {
  estimateTokens,
  findFiles,
  findFilesText,
  listDir,
  mapDirText,
  memory,
  s3,
  type FileSystem,
  type ToolRouterOptions,
} from "../../src/index.ts";
import { anyKeys, entriesOfKeys, type KeyEntry } from "../support/any-keys.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore, type FakeStore } from "../support/fake-store.ts";
import { stopClock, throughTime } from "../support/virtual-time.ts";

const ROOT = "s3://bucket";

const call = (store: FakeStore, tool: string, args: object, options: ToolRouterOptions = {}) =>
  callTool(tool, { dir_path: ROOT, ...args }, { fileSystem: s3({ client: store.client }), ...options });

const treePath = ({ path, kind }: Pick<KeyEntry, "path" | "kind">) => (kind === "directory" ? `${path}/` : path);

describe("the same tree", () => {
  const anyWord = fc.constantFrom("auth", "roles", "staff", "table", "test", "é");
  /** Files have an extension, so that none has the name of a directory: a disk can't have both. */
  const anyTree = fc.uniqueArray(
    fc.tuple(fc.array(anyWord, { maxLength: 3 }), anyWord).map(([above, name]) => [...above, `${name}.ts`].join("/")),
    { minLength: 1, maxLength: 60, size: "max" },
  );
  /** Without the first line, which differs. */
  const countTokens = (text: string) => estimateTokens(text.replace(/^Absolute path: .*\n?/, ""));
  const every = { countTokens, maxRequests: 1000 };

  type Ask = (dirPath: string, fileSystem: FileSystem) => Promise<string>;
  const list =
    (args: object): Ask =>
    (dirPath, fileSystem) =>
      callTool("list_dir", { dir_path: dirPath, ...args }, { fileSystem });
  const anyAsk = fc.constantFrom<Ask>(
    list({ depth: 3, limit: 20 }),
    list({ order: "tree", depth: 9, after: "roles/", limit: 9 }),
    list({ include: "*auth*" }),
    (dirPath, fileSystem) => mapDirText({ dirPath, fileSystem, budget: 60, ...every }),
    (dirPath, fileSystem) => mapDirText({ dirPath, fileSystem, budget: 1000, exclude: "test", ...every }),
    (dirPath, fileSystem) =>
      findFilesText({ dirPath, fileSystem, words: ["roles", "auth/staff", "absent"], budget: 80, ...every }),
  );

  test("has the same answers in a bucket as in memory, whatever the size of pages", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyAsk, fc.constantFrom(3, 20, 1000), async (keys, ask, pageSize) => {
        const inMemory = await ask("/bucket", memory(keys.map((key) => `/bucket/${key}`)));
        const inStore = await ask(ROOT, s3({ client: fakeStore(keys, { pageSize }).client }));
        expect(inStore).toBe(inMemory.replace("Absolute path: /bucket", `Absolute path: ${ROOT}`));
      }),
      { numRuns: inDepth(20, 500) },
    );
  });
});

test("pages add up to all entries, whatever comes and goes between them", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeys, anyKeys, fc.integer({ min: 1, max: 5 }), async (stay, come, limit) => {
      const store = fakeStore([...stay, ...come.slice(0, come.length / 2)]);
      const changes = [...come];
      const given: string[] = [];
      let after: string | undefined;
      do {
        const fileSystem = s3({ client: store.client });
        const page = await listDir({ dirPath: ROOT, fileSystem, order: "tree", depth: 30, limit, after });
        given.push(
          ...page.entries.filter(({ context }) => context !== true).map((entry) => treePath(entry as KeyEntry)),
        );
        after = page.next;
        const change = changes.pop();
        if (change !== undefined && !stay.includes(change)) {
          store.keys[store.keys.has(change) ? "delete" : "add"](change);
        }
      } while (after !== undefined);
      expect(given).toEqual(sortedByBytes([...new Set(given)], (path) => path));
      const stayed = entriesOfKeys(stay).map(treePath);
      expect(given).toEqual(expect.arrayContaining(stayed));
    }),
    { numRuns: inDepth(5, 150) },
  );
});

test("odd names are unambiguous, and lead to what they name", async () => {
  const store = fakeStore(["/x", "//y", "a//b", "a/./c", "a/../d", "a", "a/", "z"]);
  expect((await call(store, "list_dir", { depth: 3 })).split("\n").slice(1)).toEqual([
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
  ]);
  expect(await call(store, "list_dir", { dir_path: 's3://bucket/a/""' })).toContain("\nb");
  expect(await call(store, "list_dir", { dir_path: "s3://bucket/a//" })).toContain("\nb");
  expect(await call(store, "list_dir", { dir_path: 's3://bucket/a/".."' })).toContain("\nd");
  expect(await call(store, "list_dir", { after: "a/…", depth: 3 })).toMatch(/\nz$/);
  const root = { dirPath: ROOT, fileSystem: s3({ client: store.client }) };
  const { files } = await findFiles({ ...root, words: ["x", "y", "b", "c", "d"] });
  const listed = (await listDir({ ...root, depth: 3 })).entries.filter(({ path }) => /[xybcd]$/.test(path));
  expect(files.map(({ path }) => path).sort()).toEqual(listed.map(({ path }) => path).sort());
});

describe("requests", () => {
  const keys = Array.from({ length: 700 }, (_, index) => `roles/r${String(index).padStart(3, "0")}`);

  test("are one for a page of one directory, wherever it is", async () => {
    for (const args of [{}, { after: "r350" }, { details: true, depth: 1 }]) {
      const store = fakeStore(keys);
      expect(await call(store, "list_dir", { dir_path: `${ROOT}/roles`, ...args })).toContain("More than 25 entries");
      expect(store.asked).toHaveLength(1);
    }
  });

  test("are at most as many for a map as the operator allows, and what was not counted has its +", async () => {
    const store = fakeStore([...keys, "z/x"], { pageSize: 10 });
    const map = await call(store, "map_dir", { budget: 40 }, { maxRequests: 6 });
    expect(store.asked.length).toBeLessThanOrEqual(6);
    expect(map).toMatch(/roles\/ \(40\+\)/);
    expect(map).toMatch(/z\/ \(0\+\)/);
    // There may be more beside the only directory that was read.
    const deep = fakeStore(
      keys.map((key) => `a/${key}`),
      { pageSize: 10 },
    );
    expect(await call(deep, "map_dir", { budget: 1 }, { maxRequests: 6 })).toBe(`Absolute path: ${ROOT}\na/ (41+)`);
  });

  test("are at most as many for a map of which nothing is shown, which says that it stopped", async () => {
    const flat = Array.from({ length: 70 }, (_, index) => `f${index + 10}`);
    const store = fakeStore([...flat, "z.csv"], { pageSize: 10 });
    const map = await call(store, "map_dir", { include: "z*" }, { maxRequests: 4 });
    expect(map).toBe(`Absolute path: ${ROOT}\n[stopped after 4 requests; narrow the search]`);
  });

  test("are at most as many for a search, which says that it stopped", async () => {
    const store = fakeStore(keys, { pageSize: 10 });
    const answer = await call(store, "find_files", { words: "r00" }, { maxRequests: 5 });
    expect(store.asked.length).toBeLessThanOrEqual(5);
    expect(answer).toMatch(/\n\[stopped after \d requests; narrow the search\]/);
  });
});

test("a slow store is read until the call's time is up, and not only for half of it", async () => {
  const keys = Array.from({ length: 70 }, (_, index) => `d${String(index).padStart(3, "0")}/x`);
  // Loads everything: modules take real time.
  await call(fakeStore(keys), "find_files", { words: "x" });
  stopClock();
  const before = () => new Promise<void>((resolve) => void setTimeout(resolve, 20));
  const ask = async (tool: string, args: object, options: ToolRouterOptions = {}) => {
    const store = fakeStore(keys, { pageSize: 1, before });
    return (await throughTime(call(store, tool, args, { deadlineMs: 1000, ...options }))).value;
  };
  const timedOut = `Absolute path: ${ROOT}\n[timed out after 0 directories; narrow the search]`;
  expect(await ask("list_dir", { include: "*.zip" })).toBe(timedOut);
  expect(await ask("list_dir", { include: "*.zip" }, { deny: ["y"] })).toBe(timedOut);
  // The rest is for the choice.
  expect(await ask("find_files", { words: "x" })).toMatch(/\n\[timed out after 3\d requests; narrow the search\]/);
});

test.each(["map_dir", "find_files"])(
  "%s shows what a store gave before it failed, and fails where that was nothing",
  async (tool) => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${String(index).padStart(4, "0")}`);
    const failAfter = (most: number) => {
      let answers = 0;
      const before = () => {
        if ((answers += 1) > most) {
          throw Object.assign(new Error("no"), { name: "SlowDown", $metadata: { httpStatusCode: 503 } });
        }
      };
      return call(fakeStore(keys, { pageSize: 10, before }), tool, { words: "k*" });
    };
    expect(await failAfter(3)).toMatch(/ k0028 k0029(?:\* \(1\+\)|\n\[stopped after 3 requests; narrow the search\])$/);
    expect(await failAfter(0)).toMatch(/^error: .* the store is throttling requests; try again later$/);
  },
);
