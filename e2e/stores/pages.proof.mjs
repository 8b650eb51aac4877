// Pages of a large bucket with hostile names: they are those of the same keys in this process, which test/s3 compares with a slow model.
import { expect, test } from "vitest";

import { listDir } from "../../src/index.ts";
import { s3 } from "../../src/s3/s3.ts";
import { fakeStore } from "../../test/support/fake-store.ts";
import { planKeys } from "./plan-keys.mjs";
import { ownerClient, toldStore } from "./store.mjs";

const { bucket, keys } = toldStore();

/** The pages of a listing, each after the previous one. */
async function readPages(client, dirPath, limit) {
  const pages = [];
  let after;
  do {
    const page = await listDir({ fileSystem: s3({ client }), dirPath, order: "tree", depth: 100, limit, after });
    pages.push(page);
    after = page.next;
  } while (after !== undefined);
  return pages;
}

test.each([
  ["", 1000],
  // The empty name is among its first ones.
  ["/odd", 97],
])(`${keys} keys are on the pages of the bucket, below %j, each once and in order`, async (below, limit) => {
  const root = `s3://${bucket}${below}`;
  const pages = await readPages(ownerClient(), root, limit);
  const expected = await readPages(fakeStore(planKeys(keys)).client, root, limit);
  expect(expected.length).toBeGreaterThan(10);
  expect(pages).toHaveLength(expected.length);
  pages.forEach((page, index) => expect(page).toEqual(expected[index]));
});
