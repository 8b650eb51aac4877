// Pages of a large bucket with hostile names, compared with one sorted listing of all its keys.
import { describe, expect, test } from "vitest";

import { planKeys, seededRandom } from "./plan-keys.mjs";
import { s3 } from "../../src/s3/s3.ts";
import { listDir } from "../../src/index.ts";
import { ownerClient, toldStore } from "./store.mjs";
import { inByteOrder, listAllKeys, readPages, toAfter, toModelEntry, treeOfKeys } from "./tree-of-keys.mjs";

const store = toldStore();
const client = ownerClient();
const root = `s3://${store.bucket}`;
const planned = planKeys(store.keys);

/** The first position where two lists differ. Two whole lists of this size would be no readable message. */
function firstDifference(given, expected) {
  const length = Math.max(given.length, expected.length);
  for (let index = 0; index < length; index += 1) {
    if (given[index] !== expected[index]) {
      return { index, given: given.slice(index, index + 3), expected: expected.slice(index, index + 3) };
    }
  }
  return undefined;
}

describe(`${store.keys} keys`, () => {
  test("are in the bucket, in byte order", async () => {
    expect(firstDifference(await listAllKeys(client, store.bucket), inByteOrder(planned))).toBeUndefined();
  });

  test("are on the pages, each once and in order", async () => {
    const { entries, pages } = await readPages(s3({ client }), root, 1000);
    const expected = treeOfKeys(await listAllKeys(client, store.bucket));
    expect(firstDifference(entries, expected)).toBeUndefined();
    expect(pages).toBe(Math.ceil(expected.length / 1000));
  });

  test("are on the pages below a directory, with the empty name among the first ones", async () => {
    const own = planned.filter((key) => key.startsWith("odd/")).map((key) => key.slice("odd/".length));
    const expected = treeOfKeys(own);
    expect(expected).toContain("/");
    const { entries } = await readPages(s3({ client }), `${root}/odd`, 997);
    expect(firstDifference(entries, expected)).toBeUndefined();
  });

  test("are found after any of them", async () => {
    const fileSystem = s3({ client });
    const expected = treeOfKeys(planned);
    const random = seededRandom(7);
    for (let round = 0; round < 100; round += 1) {
      const start = Math.floor(random() * expected.length);
      const behind = expected[start];
      const after = toAfter(behind);
      const page = await listDir({ fileSystem, dirPath: root, order: "tree", depth: 100, limit: 25, after });
      const entries = page.entries.filter(({ context }) => context !== true).map(toModelEntry);
      expect(entries, JSON.stringify(behind)).toEqual(expected.slice(start + 1, start + 26));
    }
  });
});
