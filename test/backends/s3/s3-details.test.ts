import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { Requests } from "../../../src/backends/s3/s3-client.ts";
import { readStoreDetails } from "../../../src/backends/s3/s3-details.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { anyKeys } from "../../support/any-keys.ts";
import { inDepth } from "../../support/deep.ts";
import { fakeStore } from "../../support/fake-store.ts";

function ask(client: ReturnType<typeof fakeStore>["client"], names: readonly string[]) {
  const location = { bucket: "b", prefix: "p/" as ByteString };
  return readStoreDetails(new Requests({ client }), location, names.map(toByteString), { deadline: Infinity });
}

describe("readStoreDetails", () => {
  test("returns the size of a file, and nothing for a directory or for what is gone", async () => {
    const store = fakeStore(["p/10", "p/9", "p/d/x", "p/é", "p/\ue000"]);
    const sizes = await ask(store.client, ["9", "10", "d", "gone", "é", "\ue000"]);
    expect(sizes).toEqual([{ size: 3 }, { size: 4 }, undefined, undefined, { size: 3 }, { size: 3 }]);
  });

  test("looks for what is gone no further than the place where it would be", async () => {
    const store = fakeStore(Array.from({ length: 3000 }, (_, index) => `p/gone-${index}`));
    expect(await ask(store.client, ["gone"])).toEqual([undefined]);
    expect(store.asked).toHaveLength(1);
  });

  test("returns the same for any names as for each alone, whatever is between them", async () => {
    await fc.assert(
      fc.asyncProperty(anyKeys, fc.integer({ min: 1, max: 9 }), async (keys, pageSize) => {
        const own = keys.map((key) => `p/${key}`);
        const names = [...new Set([...keys.map((key) => key.split("/")[0] ?? ""), "gone", ""])].toReversed();
        const expected = names.map((name) =>
          name !== "" && own.includes(`p/${name}`) ? { size: name.length + 2 } : undefined,
        );
        expect(await ask(fakeStore(own, { pageSize }).client, names)).toEqual(expected);
      }),
      { numRuns: inDepth(8, 200) },
    );
  });
});
