import { describe, expect, test } from "vitest";

import { Requests, type ListRequest } from "../../../src/backends/s3/s3-client.ts";
import type { ListAnswer } from "../../../src/backends/s3/s3-listing-parser.ts";
import { listPages, type KeyRange } from "../../../src/backends/s3/s3-list-pages.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";

/** The keys that come from a sequence of answers, whatever the requests, and the requests. */
async function read(answers: readonly ListAnswer[], range: Partial<KeyRange> = {}) {
  const asked: ListRequest[] = [];
  const client = {
    async send(command: never) {
      const { input } = command as unknown as { input: ListRequest };
      asked.push(input);
      return answers[asked.length - 1];
    },
  };
  const whole = { bucket: "b", prefix: "" as ByteString, byDirectory: true, limit: 10, ...range };
  const keys: string[] = [];
  for await (const { found } of listPages(new Requests({ client }), whole, { deadline: Infinity })) {
    keys.push(...found.map(({ key }) => key));
  }
  return { keys, asked };
}

function page(keys: readonly string[], more: ListAnswer = {}): ListAnswer {
  return {
    Contents: keys.filter((key) => !key.endsWith("/")).map((Key) => ({ Key })),
    CommonPrefixes: keys.filter((key) => key.endsWith("/")).map((Prefix) => ({ Prefix })),
    ...more,
  };
}

describe("listPages", () => {
  test("puts keys and directories of an answer into one order", async () => {
    expect((await read([page(["a", "c", "b/", "d/"])])).keys).toEqual(["a", "b/", "c", "d/"]);
  });

  test("continues after short and empty answers until one says that it is the last", async () => {
    const answers = [
      page(["a"], { IsTruncated: true, NextContinuationToken: "1" }),
      page([], { IsTruncated: true, NextContinuationToken: "2" }),
      page(["b"], { IsTruncated: false }),
    ];
    const { keys, asked } = await read(answers);
    expect(keys).toEqual(["a", "b"]);
    expect(asked.map(({ ContinuationToken }) => ContinuationToken)).toEqual([undefined, "1", "2"]);
  });

  test("continues without a token, after everything in a directory", async () => {
    const { keys, asked } = await read([page(["a/"], { IsTruncated: true }), page(["a/", "b"])]);
    expect(keys).toEqual(["a/", "b"]);
    expect(asked[1]?.StartAfter).toBe("a/\u{10ffff}");
  });

  test("sorts a listing of one answer, and refuses a longer one that is not in order", async () => {
    expect((await read([page(["b", "a"])])).keys).toEqual(["a", "b"]);
    const refused = { code: "ENOTSUP", reason: expect.stringContaining("in order") as string };
    await expect(read([page(["b", "a"], { IsTruncated: true, NextContinuationToken: "1" })])).rejects.toMatchObject(
      refused,
    );
    const backwards = [page(["c", "d"], { IsTruncated: true, NextContinuationToken: "1" }), page(["a", "b"])];
    await expect(read(backwards)).rejects.toMatchObject(refused);
    const ignoresStart = read([page(["a", "b", "c"])], { after: "b" as ByteString });
    await expect(ignoresStart).rejects.toMatchObject(refused);
  });

  test("refuses answers that lead nowhere", async () => {
    await expect(read([page([], { IsTruncated: true })])).rejects.toMatchObject({ code: "EPROTO" });
    await expect(read([page(["x"])], { prefix: "p/" as ByteString })).rejects.toMatchObject({ code: "EPROTO" });
  });

  test("asks for what is still wanted", async () => {
    const first = page(["a"], { IsTruncated: true, NextContinuationToken: "1" });
    expect((await read([first, page(["b"])], { limit: 27 })).asked.map(({ MaxKeys }) => MaxKeys)).toEqual([27, 100]);
    expect((await read([first, page(["b"])], { limit: Infinity })).asked.map(({ MaxKeys }) => MaxKeys)).toEqual([
      1000, 1000,
    ]);
  });
});
