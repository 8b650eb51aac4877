import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";

import { Requests } from "../../../src/backends/s3/s3-client.ts";
import { ReadAhead } from "../../../src/backends/s3/s3-read-ahead.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import { fakeStore, type FakeStoreOptions } from "../../support/fake-store.ts";

const LARGE = "c/" as ByteString;
const DIRECTORY = "d/" as ByteString;
const KEYS = ["d/1", "d/2", "d/3", "d/4", "d/5"];

/** A read-ahead that has requested something ahead, for a reader whose time is up after `timeoutMs`. */
async function askAhead(before: FakeStoreOptions["before"], timeoutMs: number): Promise<ReadAhead> {
  const store = fakeStore(["c/1", "c/2", "c/3", "c/4", ...KEYS], {
    pageSize: 3,
    ...(before !== undefined && { before }),
  });
  const ahead = new ReadAhead(new Requests({ client: store.client }), { bucket: "b", prefix: "" as ByteString });
  // A small directory and then a large one. After that the next ones are requested one at a time, and then two at a time.
  ahead.learn(1, true, 10);
  await ahead.find(LARGE, undefined, 10, () => true, { deadline: Infinity });
  const next = () => [{ bucket: "b", prefix: DIRECTORY }];
  ahead.begin(next, 10, { deadline: Infinity });
  ahead.begin(next, 10, { deadline: performance.now() + timeoutMs });
  return ahead;
}

async function readKeys(ahead: ReadAhead, deadline: number): Promise<string[] | undefined> {
  const pages = ahead.begun(DIRECTORY, { deadline });
  if (pages === undefined) {
    return undefined;
  }
  const keys: string[] = [];
  for await (const { found } of pages) {
    keys.push(...found.map(({ key }) => key));
  }
  return keys;
}

describe("what was asked for ahead", () => {
  test("has the deadline of its reader for further requests", async () => {
    const ahead = await askAhead(({ ContinuationToken }) => {
      return ContinuationToken === undefined ? undefined : wait(20);
    }, 100);
    await wait(110);
    expect(await readKeys(ahead, Infinity)).toEqual(KEYS);
  });

  test("has the deadline of its reader for the request that is still open", async () => {
    const ahead = await askAhead(({ Delimiter }) => (Delimiter === undefined ? undefined : wait(40)), 20);
    expect(await readKeys(ahead, Infinity)).toEqual(KEYS);
  });

  test("ends at the deadline of its reader", async () => {
    const ahead = await askAhead(({ ContinuationToken }) => {
      return ContinuationToken === undefined ? undefined : wait(500, undefined, { ref: false });
    }, 60_000);
    await expect(readKeys(ahead, performance.now() + 5)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  });

  test("is nothing if no answer came in time", async () => {
    const ahead = await askAhead(
      ({ Delimiter }) => (Delimiter === undefined ? undefined : wait(500, undefined, { ref: false })),
      1,
    );
    await wait(20);
    expect(await readKeys(ahead, Infinity)).toBeUndefined();
  });
});
