// The first keys of a store as a file system, against the same store read directory by directory and a look at all keys.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CallClock } from "../../src/core/call-clock.ts";
import { joinLocation, treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { s3 } from "../../src/s3/s3.ts";
import { readKeyTree } from "../../src/tree/key-tree.ts";
import { anyKeys } from "../support/any-keys.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore, type FakeStoreOptions } from "../support/fake-store.ts";
import { readEntries } from "../support/read-entries.ts";

const ROOT = "s3://bucket/p";

async function open(keys: readonly string[], maxRequests: number, options: FakeStoreOptions = {}, deadlineMs?: number) {
  const store = fakeStore(["o", "p/", "q/x", ...keys.map((key) => `p/${key}`)], options);
  const fileSystem = s3({ client: store.client });
  const clock = new CallClock(undefined, deadlineMs);
  return { ...store, fileSystem, tree: await readKeyTree({ fileSystem, clock, keyOf: treeKey }, ROOT, maxRequests) };
}

interface Read {
  readonly location: string;
  readonly entries: readonly Entry[];
  readonly isPartial: boolean;
}

/** Every directory of a tree. */
async function readEverything(fileSystem: FileSystem): Promise<Read[]> {
  const reads: Read[] = [];
  const locations = [ROOT];
  for (const location of locations) {
    const { isPartial = false } = await fileSystem.readDirectory(location, {});
    const entries = await readEntries(fileSystem, location);
    reads.push({ location, entries, isPartial });
    const directories = entries.filter(({ kind }) => kind === "directory");
    locations.push(...directories.map((entry) => joinLocation(location, entry) as string));
  }
  return reads;
}

const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);

describe("a tree of all keys", () => {
  test("has the same directories as the store, with the times of their files", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, fc.constantFrom(3, 20, 1000), async (keys, pageSize) => {
        const modified = (key: string) => new Date(key.length * 1000);
        const { fileSystem, tree } = await open(keys, 1000, { pageSize, modified });
        expect(tree.isComplete).toBe(true);
        expect(tree.requests).toBeLessThanOrEqual(Math.ceil((keys.length + 1) / pageSize));
        for (const { location, entries, isPartial } of await readEverything(tree.fileSystem)) {
          expect(isPartial).toBe(false);
          expect(entries).toEqual(await readEntries(fileSystem, location));
        }
      }),
      { numRuns: inDepth(8, 300) },
    );
  });
});

describe("a tree of the first keys", () => {
  test("shows only what exists, and tells for each directory whether there may be more", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 3, 8), async (...given) => {
        const [keys, maxRequests, pageSize] = given;
        const { fileSystem, tree, asked } = await open(keys, maxRequests, { pageSize });
        expect(asked.length).toBeLessThanOrEqual(maxRequests + 1);
        expect(tree.requests).toBeLessThanOrEqual(maxRequests);
        for (const { location, entries, isPartial } of await readEverything(tree.fileSystem)) {
          const all = await readEntries(fileSystem, location);
          const order = entries.map(treeKey);
          expect(order).toEqual(order.toSorted((a, b) => (a < b ? -1 : 1)));
          expect(isPartial ? all : entries).toEqual(expect.arrayContaining(isPartial ? [...entries] : all));
        }
      }),
      { numRuns: inDepth(12, 500) },
    );
  });

  test("marks a root as partial if it has more entries than the requests return", async () => {
    const { tree, asked } = await open(numbered(100, "k"), 6, { pageSize: 10 });
    expect(asked).toHaveLength(6);
    const [root] = await readEverything(tree.fileSystem);
    expect(root).toMatchObject({ isPartial: true });
    expect(root?.entries).toHaveLength(59);
  });

  test("keeps what was read when the store fails or time runs out, and throws if nothing was read", async () => {
    const keys = numbered(100, "k");
    let answers = 0;
    const hang = () => ((answers += 1) > 3 ? new Promise<void>(() => {}) : undefined);
    const slow = await open(keys, 16, { pageSize: 10, before: hang }, 200);
    expect(slow.tree).toMatchObject({ requests: 3, isComplete: false });
    expect(await readEntries(slow.tree.fileSystem, ROOT)).toHaveLength(29);
    answers = 0;
    const fail = () => {
      if ((answers += 1) > 3) {
        throw Object.assign(new Error("no"), { name: "SlowDown", $metadata: { httpStatusCode: 503 } });
      }
    };
    expect((await open(keys, 16, { pageSize: 10, before: fail })).tree).toMatchObject({
      requests: 3,
      isComplete: false,
    });
    answers = 3;
    await expect(open(keys, 16, { before: fail })).rejects.toMatchObject({ code: "EBUSY" });
    await expect(open(keys, 16, { before: hang }, 50)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await expect(open([], 16, {}, -1)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  });
});

test("a custom store that returns keys out of order is a defect", async () => {
  const fileSystem: FileSystem = {
    ...s3(),
    async *readKeys() {
      yield { keys: [{ key: "b" }, { key: "a" }], isLast: true };
    },
  };
  const reading = readKeyTree({ fileSystem, clock: new CallClock(undefined), keyOf: treeKey }, "s3://bucket", 16);
  await expect(reading).rejects.toThrow("in byte order");
});
