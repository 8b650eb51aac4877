// What goes wrong at a real store and on the way to it: the code, the message, and that it contains no credentials.
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import type { S3ClientConfig } from "@aws-sdk/client-s3";

import { freePorts } from "../processes.mjs";
import { s3 } from "../../src/s3/s3.ts";
import type { FileSystem, ReadDirectoryOptions } from "../../src/core/file-system.ts";
import { callListDir, callListDirectory } from "../../test/support/call-tool.ts";
import { readEntries } from "../../test/support/read-entries.ts";
import { startProxy, type Mood } from "./proxy.ts";
import { makeBucket, ownerClient, putTree, toldStore } from "./store.ts";

const store = toldStore();
const secrets = [store.owner, store.stranger].flatMap(({ accessKeyId, secretAccessKey }) => [
  accessKeyId,
  secretAccessKey,
]);

let root: string;

beforeAll(async () => {
  const client = ownerClient();
  root = await putTree(await makeBucket(client), [
    { path: "a/b", kind: "file" },
    { path: "c", kind: "file" },
  ]);
});

/** The failure of a read. Checks both the error itself and what the model sees for credentials. */
async function failure(fileSystem: FileSystem, path = root, options: ReadDirectoryOptions = {}): Promise<object> {
  const error: unknown = await readEntries(fileSystem, path, options).then(
    () => new Error("it was read"),
    (thrown: unknown) => thrown,
  );
  const { message, stack, code, reason } = error as Error & { code: string; reason: string };
  const shown =
    options.timeoutMs === undefined && options.signal === undefined
      ? [
          await callListDir({ dir_path: path }, { fileSystem }),
          await callListDirectory({ path }, { fileSystem, workingDirectory: path }),
        ]
      : [];
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

function fileSystemOf(settings: S3ClientConfig): FileSystem {
  return s3({ client: ownerClient(settings) });
}

async function throughProxy(mood: (request: number) => Mood, settings: S3ClientConfig = {}) {
  const proxy = await startProxy(store.endpoint, mood);
  return { ...proxy, fileSystem: fileSystemOf({ endpoint: proxy.endpoint, ...settings }) };
}

describe("a store that refuses", () => {
  test("a bucket that does not exist", async () => {
    const bucket = `none-${randomUUID()}`;
    expect(await failure(fileSystemOf({}), `s3://${bucket}`)).toEqual({
      code: "ENOENT",
      reason: expect.stringContaining(bucket) as string,
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
      reason: expect.stringContaining("credentials") as string,
    });
  });

  test("an unknown access key", async () => {
    const credentials = { ...store.owner, accessKeyId: "nobody:nobody" };
    expect(await failure(fileSystemOf({ credentials }))).toEqual({
      code: "EACCES",
      reason: expect.stringContaining("credentials") as string,
    });
  });

  test("a bucket of another user", async () => {
    expect(await failure(fileSystemOf({ credentials: store.stranger }))).toMatchObject({ code: "EACCES" });
  });
});

describe("a failing connection to the store", () => {
  test("nobody listens", async () => {
    const [port] = await freePorts(1);
    const settings = { endpoint: `http://127.0.0.1:${port}`, maxAttempts: 2 };
    expect(await failure(fileSystemOf(settings))).toEqual({
      code: "ECONNREFUSED",
      reason: expect.stringContaining("endpoint") as string,
    });
  });

  test("throttled twice: the SDK tries again, and the listing succeeds", async () => {
    const { fileSystem, requests } = await throughProxy((request) => (request < 2 ? "throttle" : "pass"));
    expect(await readEntries(fileSystem, root)).toHaveLength(2);
    expect(requests()).toBe(3);
  });

  test("throttled for good", async () => {
    const { fileSystem } = await throughProxy(() => "throttle", { maxAttempts: 2 });
    expect(await failure(fileSystem)).toEqual({
      code: "EBUSY",
      reason: expect.stringContaining("throttling") as string,
    });
  });

  test("a server error", async () => {
    const { fileSystem } = await throughProxy(() => "fail", { maxAttempts: 2 });
    expect(await failure(fileSystem)).toEqual({ code: "EIO", reason: expect.stringContaining("500") as string });
  });

  test("a truncated answer: tried again, then an error", async () => {
    const once = await throughProxy((request) => (request < 1 ? "cut" : "pass"));
    expect(await readEntries(once.fileSystem, root)).toHaveLength(2);
    const always = await throughProxy(() => "cut", { maxAttempts: 2 });
    expect(await failure(always.fileSystem)).toMatchObject({ code: "ECONNRESET" });
  });

  test("no answer: given up in time", async () => {
    const { fileSystem } = await throughProxy(() => "hang");
    const start = performance.now();
    expect(await failure(fileSystem, root, { timeoutMs: 300 })).toMatchObject({ code: "ETIMEDOUT" });
    const answer = await callListDir({ dir_path: root }, { fileSystem, deadlineMs: 500 });
    expect(answer).toMatch(/^error: .*(?:in time|within)/);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test("no answer during a listing: what was read is shown, and the rest is marked", async () => {
    const { fileSystem } = await throughProxy((request) => (request < 1 ? "pass" : "hang"));
    const answer = await callListDir({ dir_path: root }, { fileSystem, deadlineMs: 1000 });
    expect(answer).toBe(`Absolute path: ${root}\na/ [timed out]\nc`);
  });

  test("no answer, and the caller gives up: the reason is the caller's", async () => {
    const { fileSystem } = await throughProxy(() => "hang");
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 100);
    await expect(readEntries(fileSystem, root, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe("credentials from the SDK's usual sources", () => {
  afterEach(() => {
    delete process.env["AWS_ACCESS_KEY_ID"];
    delete process.env["AWS_SECRET_ACCESS_KEY"];
  });

  test("none are found", async () => {
    expect(await failure(s3({ endpoint: store.endpoint }))).toEqual({
      code: "EACCES",
      reason: expect.stringContaining("AWS_ACCESS_KEY_ID") as string,
    });
  });

  test("from the environment, with an endpoint and nothing else", async () => {
    process.env["AWS_ACCESS_KEY_ID"] = store.owner.accessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = store.owner.secretAccessKey;
    expect(await readEntries(s3({ endpoint: store.endpoint }), root)).toHaveLength(2);
  });
});
