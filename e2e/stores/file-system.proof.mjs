// The file-system port's suite over a real store.
import { beforeAll, describe, expect, test } from "vitest";

import { s3 } from "../../src/s3/s3.ts";
import { describeFileSystem } from "../../test/support/file-system-suite.ts";
import { readEntries } from "../../test/support/read-entries.ts";
import { makeBucket, ownerClient, putTree } from "./store.mjs";

const client = ownerClient();
let bucket;

beforeAll(async () => {
  bucket = await makeBucket(client);
});

describeFileSystem(
  "ceph",
  async (tree) => ({ fileSystem: s3({ client }), root: await putTree(bucket, tree) }),
  // An answer contains a thousand keys.
  { specialFiles: false, anyBytes: false, readsFiles: false, diskPaths: false, many: 1200 },
);

describe("a bucket as a root", () => {
  test("is listed with and without a trailing slash", async () => {
    const own = await makeBucket(client);
    const root = await putTree(own, [{ path: "a", kind: "file" }]);
    const name = root.slice(root.lastIndexOf("/") + 1);
    for (const given of [`s3://${own}`, `s3://${own}/`]) {
      expect(await readEntries(s3({ client }), given)).toEqual([{ name, kind: "directory" }]);
    }
  });
});
