// Pages of a large bucket with hostile names, compared with one sorted listing of all its keys.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { planKeys, seededRandom, volatileKeys } from "./plan-keys.mjs";
import { s3 } from "../../src/s3/s3.ts";
import { listDir } from "../../src/index.ts";
import { ownerClient, toldStore } from "./store.ts";
import { inByteOrder, listAllKeys, readPages, toAfter, toModelEntry, treeOfKeys } from "./tree-of-keys.ts";

const store = toldStore();
const client = ownerClient();
const root = `s3://${store.bucket}`;
const planned = planKeys(store.keys);

/** The first position where two lists differ. Two whole lists of this size would be no readable message. */
function firstDifference(given: readonly string[], expected: readonly string[]): object | undefined {
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
      const behind = expected[start] as string;
      const after = toAfter(behind);
      const page = await listDir({ fileSystem, dirPath: root, order: "tree", depth: 100, limit: 25, after });
      const entries = page.entries.filter(({ context }) => context !== true).map(toModelEntry);
      expect(entries, JSON.stringify(behind)).toEqual(expected.slice(start + 1, start + 26));
    }
  });

  // This must be the last test, because it changes the bucket.
  test("that stay are neither lost nor repeated while others come and go", async () => {
    const gone = new Set(volatileKeys(planned));
    const stays = treeOfKeys(planned.filter((key) => !gone.has(key)));
    const program = path.join(import.meta.dirname, "disturb.mjs");
    const disturber = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
    const said = once(disturber.stdout.setEncoding("utf8"), "data");
    await said;
    const given: string[][] = [];
    const start = performance.now();
    do {
      given.push((await readPages(s3({ client }), root, 100)).entries);
    } while (performance.now() - start < 10_000);
    const counts = once(disturber.stdout, "data");
    disturber.kill("SIGTERM");
    const { put, deleted } = JSON.parse(String((await counts)[0])) as { put: number; deleted: number };
    for (const entries of given) {
      // In strictly ascending order, so none twice.
      expect(firstDifference(entries, inByteOrder(new Set(entries)))).toBeUndefined();
      const seen = new Set(entries);
      expect(stays.filter((entry) => !seen.has(entry)).slice(0, 3)).toEqual([]);
    }
    expect(Math.min(put, deleted)).toBeGreaterThan(50);
  });
});
