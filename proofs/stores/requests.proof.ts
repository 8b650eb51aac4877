// How many requests a page takes, counted where the SDK sends them.
import type { S3Client } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";

import { planKeys, seededRandom } from "./plan-keys.mjs";
import { s3 } from "../../src/s3/s3.ts";
import { listDir, mapDirText } from "../../src/index.ts";
import { callListDir } from "../../test/support/call-tool.ts";
import { fakeStore } from "../../test/support/fake-store.ts";
import { ownerClient, toldStore } from "./store.ts";
import { toAfter } from "./tree-of-keys.ts";

const store = toldStore();
const root = `s3://${store.bucket}`;

/** So many tokens that the path in the header makes no difference. */
const BUDGET = 100_000;

let sent: string[];
let client: S3Client;

beforeAll(() => {
  client = ownerClient();
  // This step is below the one that retries, so that retries count too.
  client.middlewareStack.add(
    (next) => async (args) => {
      sent.push(JSON.stringify(args.input));
      return next(args);
    },
    { step: "deserialize" },
  );
});

/** How many requests the work takes. */
async function count(work: () => Promise<unknown>): Promise<number> {
  sent = [];
  await work();
  return sent.length;
}

describe("requests", () => {
  test.each(["breadth", "tree"] as const)("first page, depth 1, 25 entries, order %s: one", async (order) => {
    for (const directory of ["", "/flat", "/by-day", "/many", "/odd"]) {
      const args = { dir_path: `${root}${directory}`, depth: 1, limit: 25, order };
      expect(await count(() => callListDir(args, { fileSystem: s3({ client }) })), sent.join("\n")).toBe(1);
    }
  });

  test("a page after any key: one for each directory that has entries on it, and two for each level of the key", async () => {
    const random = seededRandom(11);
    const planned = planKeys(store.keys);
    for (let round = 0; round < 100; round += 1) {
      const key = planned[Math.floor(random() * planned.length)] as string;
      const depth = 1 + Math.floor(random() * 4);
      const page = { dirPath: root, order: "tree", depth, limit: 25, after: toAfter(key) } as const;
      let directories = 0;
      const requests = await count(async () => {
        const { entries } = await listDir({ ...page, fileSystem: s3({ client }) });
        directories = entries.filter(({ kind }) => kind === "directory").length;
      });
      const most = directories + 2 * Math.min(depth, key.split("/").length);
      expect(requests, [JSON.stringify({ key, depth }), ...sent].join("\n")).toBeLessThanOrEqual(most);
    }
  });

  test("a map of the whole bucket: at most 16", async () => {
    let text = "";
    const requests = await count(async () => {
      text = await mapDirText({ dirPath: root, budget: 800, fileSystem: s3({ client }) });
    });
    expect(requests, sent.join("\n")).toBeLessThanOrEqual(16);
    for (const name of ["by-day/", "flat/", "many/", "odd/"]) {
      expect(text).toContain(name);
    }
  });

  test("a map of a part that is read whole: one, and the same bytes as of its keys in memory", async () => {
    const dirPath = `${root}/many/d000001`;
    const fileSystem = s3({ client });
    let text = "";
    const requests = await count(async () => {
      text = await mapDirText({ dirPath, fileSystem, budget: BUDGET });
    });
    // Other tests may have left keys here that were not planned.
    const { entries } = await listDir({ dirPath, fileSystem, order: "tree", depth: 100, limit: 10_000 });
    // Also keys with an empty name in them, which only a store can have.
    const files = entries.filter(({ kind }) => kind === "file").map(({ path }) => `part/${path}`);
    const inMemory = s3({ client: fakeStore(files).client });
    const expected = await mapDirText({ dirPath: "s3://bucket/part", fileSystem: inMemory, budget: BUDGET });
    const afterHeader = (map: string) => map.slice(map.indexOf("\n"));
    expect(files.length).toBeGreaterThan(1);
    expect(afterHeader(text)).toBe(afterHeader(expected));
    expect(requests).toBe(Math.ceil(files.length / 1000));
  });
});
