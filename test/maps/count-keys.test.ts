// What a map says of a store is what its keys say, by a look at all of them, whatever the size of its answers.
import fc from "fast-check";
import { expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import { mapDir, mapDirText } from "../../src/listing/map-dir.ts";
import { bytesOfName, type MapContents } from "../../src/render/directory-map.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { anyKeys, entriesOfKeys } from "../support/any-keys.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { readMap } from "../support/read-map.ts";

/** All entries that a map names, with those that it counts in closed directories and folds. */
function countAll({ files, folds, closed, open }: MapContents): number {
  const counts = [
    files.length,
    ...folds.map(({ count }) => count),
    ...closed.map((each) => namesIn(each) + (each.count ?? 0)),
    ...open.map((each) => namesIn(each) + countAll(each)),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

const namesIn = (directory: Parameters<typeof bytesOfName>[0]) => bytesOfName(directory).split("/").length;

test("a whole map of a store has all of its entries, in any size of pages", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeys, fc.constantFrom(20, 1000), async (keys, pageSize) => {
      const store = fakeStore(keys, { pageSize });
      const fileSystem = s3({ client: store.client });
      const ask = { dirPath: "s3://bucket", budget: 100_000, fileSystem, maxRequests: 10_000 };
      expect(countAll(await mapDir(ask))).toBe(entriesOfKeys(keys).length);
    }),
    { numRuns: inDepth(12, 1000) },
  );
});

test("where requests run out, a map counts no entry that is not there, and says that there may be more", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeys, fc.integer({ min: 1, max: 8 }), async (keys, maxRequests) => {
      const store = fakeStore(keys, { pageSize: 5 });
      const fileSystem = s3({ client: store.client });
      const map = await mapDir({ dirPath: "s3://bucket", budget: 100_000, fileSystem, maxRequests });
      const counted = countAll(map);
      const all = entriesOfKeys(keys).length;
      expect(store.asked.length).toBeLessThanOrEqual(maxRequests);
      expect(counted).toBeLessThanOrEqual(all);
      expect(counted < all && !JSON.stringify(map).includes('"partial":true')).toBe(false);
    }),
    { numRuns: inDepth(12, 1000) },
  );
});

test.each([
  ["d/.", '1 2 3 4\nd/\n  * (0+) "."'],
  ["d/..", '1 2 3 4\nd/\n  * (0+) ".."'],
  ["d/0", "1 2 3 4\nd/\n  * (1+)"],
])("a directory of a store of which only %s was read does not look complete", async (first, text) => {
  const fileSystem = s3({ client: fakeStore(["1", "2", "3", "4", first, "d/a"], { pageSize: 5 }).client });
  const answer = await mapDirText({ dirPath: "s3://bucket", fileSystem, maxRequests: 2 });
  expect(answer).toBe(`Absolute path: s3://bucket\n${text}`);
  expect(renderMap(readMap(answer))).toBe(answer);
});

test.each([{ hidden: false }, { exclude: ".*" }, { include: "z" }])(
  "a store of which nothing was read but what %j leaves out does not look empty",
  async (filters) => {
    const fileSystem = s3({ client: fakeStore([".1", ".2", ".3", ".4", ".5", "z"], { pageSize: 5 }).client });
    const map = (maxRequests: number) => mapDirText({ dirPath: "s3://bucket", fileSystem, maxRequests, ...filters });
    expect(await map(1)).toBe("Absolute path: s3://bucket\n* (0+)");
    expect(await map(9)).toBe("Absolute path: s3://bucket\nz");
  },
);

test("a directory of a store that can't be read is marked, and one that can't be read on has its +", async () => {
  const keys = ["a", "b", "c", "d"].flatMap((name) => Array.from({ length: 9 }, (_, index) => `${name}/${index}`));
  const store = s3({ client: fakeStore(keys, { pageSize: 5 }).client });
  const asked = new Map<string, number>();
  const fileSystem: typeof store = {
    ...store,
    async readKeys(root, path, options) {
      asked.set(path, (asked.get(path) ?? 0) + 1);
      if (path === "c" || (path === "d" && asked.get(path) === 2)) {
        throw Object.assign(new Error("denied"), { code: "EACCES" });
      }
      return (store as Required<typeof store>).readKeys(root, path, options);
    },
  };
  const text = await mapDirText({ dirPath: "s3://bucket", budget: 45, fileSystem });
  expect(text).toContain("a/ (9) b/ (9) c/ [permission denied] d/ (5+)");
});

test("what is deeper than may be listed is not counted, and does not look empty", async () => {
  const fileSystem = s3({ client: fakeStore(["a/b/c", "d"]).client });
  expect(await mapDirText({ dirPath: "s3://bucket", fileSystem, maxDepth: 1 })).toContain("d\na/ (0+)");
});
