// What a real store refuses: the code, the message, and that it contains no credentials.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";

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
async function failure(fileSystem, path) {
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

const WRONG_SECRET = { ...store.owner, secretAccessKey: "wrong" };
const UNKNOWN_KEY = { accessKeyId: "nobody:nobody", secretAccessKey: "wrong" };

test.each([
  ["a bucket that does not exist", {}, () => `s3://none-${randomUUID()}`, "ENOENT", "none-"],
  ["a prefix that no key has", {}, () => `${root}/missing`, "ENOENT", ""],
  ["an object in place of a directory", {}, () => `${root}/c`, "ENOTDIR", ""],
  ["a wrong secret", { credentials: WRONG_SECRET }, () => root, "EACCES", "credentials"],
  ["an unknown access key", { credentials: UNKNOWN_KEY }, () => root, "EACCES", "credentials"],
  ["a bucket of another user", { credentials: store.stranger }, () => root, "EACCES", ""],
])("%s", async (_, settings, path, code, words) => {
  const told = await failure(s3({ client: ownerClient(settings) }), path());
  expect(told).toEqual({ code, reason: expect.stringContaining(words) });
});
