// What a real store refuses: the code, the message, and that it contains no credentials.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";

import { s3 } from "../../src/s3/s3.ts";
import { callListDir, callListDirectory } from "../../test/support/call-tool.ts";
import { readEntries } from "../../test/support/read-entries.ts";
import { makeBucket, ownerClient, putTree, toldStore } from "./store.mjs";

const store = toldStore();
const secrets = [store.owner, store.stranger].flatMap(({ accessKeyId, secretAccessKey }) => [
  accessKeyId,
  secretAccessKey,
]);

let root;

beforeAll(async () => {
  const client = ownerClient();
  root = await putTree(await makeBucket(client), [
    { path: "a/b", kind: "file" },
    { path: "c", kind: "file" },
  ]);
});

/** The failure of a read. Checks both the error itself and what the model sees for credentials. */
async function failure(fileSystem, path = root) {
  const error = await readEntries(fileSystem, path).then(
    () => new Error("it was read"),
    (thrown) => thrown,
  );
  const { message, stack, code, reason } = error;
  const shown = [
    await callListDir({ dir_path: path }, { fileSystem }),
    await callListDirectory({ path }, { fileSystem, workingDirectory: path }),
  ];
  for (const text of shown) {
    expect(text).toMatch(/^error: /);
  }
  for (const text of [message, stack, reason, ...shown]) {
    expect(text).not.toMatch(/X-Amz|Signature=|Credential=/);
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
    }
  }
  expect(reason).toMatch(/^[^\n]{10,200}$/);
  return { code, reason };
}

function fileSystemOf(settings) {
  return s3({ client: ownerClient(settings) });
}

describe("a store that refuses", () => {
  test("a bucket that does not exist", async () => {
    const bucket = `none-${randomUUID()}`;
    expect(await failure(fileSystemOf({}), `s3://${bucket}`)).toEqual({
      code: "ENOENT",
      reason: expect.stringContaining(bucket),
    });
  });

  test("a prefix that no key has, and an object in place of a directory", async () => {
    expect(await failure(fileSystemOf({}), `${root}/missing`)).toMatchObject({ code: "ENOENT" });
    expect(await failure(fileSystemOf({}), `${root}/c`)).toMatchObject({ code: "ENOTDIR" });
  });

  test("a wrong secret", async () => {
    const credentials = { ...store.owner, secretAccessKey: "wrong" };
    expect(await failure(fileSystemOf({ credentials }))).toEqual({
      code: "EACCES",
      reason: expect.stringContaining("credentials"),
    });
  });

  test("an unknown access key", async () => {
    const credentials = { ...store.owner, accessKeyId: "nobody:nobody" };
    expect(await failure(fileSystemOf({ credentials }))).toEqual({
      code: "EACCES",
      reason: expect.stringContaining("credentials"),
    });
  });

  test("a bucket of another user", async () => {
    expect(await failure(fileSystemOf({ credentials: store.stranger }))).toMatchObject({ code: "EACCES" });
  });
});
