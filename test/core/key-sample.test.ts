// A sample of keys tells about where a rank lies, whatever order they come in, and also when it is used again.
import { expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import { KeySample } from "../../src/core/key-sample.ts";

const COUNT = 40_000;

function fill(sample: KeySample, numberOf: (index: number) => number, count = COUNT): void {
  for (let index = 0; index < count; index += 1) {
    const key = String(numberOf(index)).padStart(6, "0") as ByteString;
    sample.add(key, { name: key, kind: "file" });
  }
}

async function placeOf(sample: KeySample, rank: number): Promise<number | undefined> {
  const place = await sample.placeOf(rank, () => undefined);
  return place && Number(place.key);
}

const ORDERS: readonly [string, (index: number) => number][] = [
  ["in order", (index) => index],
  ["in the opposite order", (index) => COUNT - 1 - index],
  ["in no order", (index) => (index * 7919) % COUNT],
  ["from both ends", (index) => (index % 2 === 0 ? index / 2 : COUNT - 1 - (index - 1) / 2)],
  ["in eight runs, one from each in turn", (index) => (index % 8) * (COUNT / 8) + Math.floor(index / 8)],
];

test.each(ORDERS)("a rank lies about where the sample says, of keys %s", async (_, numberOf) => {
  const sample = new KeySample();
  // Used before: what that has left behind would show.
  fill(sample, numberOf);
  sample.clear();
  fill(sample, numberOf);
  for (const rank of [COUNT / 10, COUNT / 2, (COUNT * 9) / 10, COUNT]) {
    // A sample of eight thousand is off by two in a hundred at the very most.
    expect(Math.abs(((await placeOf(sample, rank)) ?? Infinity) - rank)).toBeLessThan(COUNT / 50);
  }
});

test("few keys are all in the sample, so that each rank is exact", async () => {
  const sample = new KeySample();
  fill(sample, (index) => index);
  sample.clear();
  fill(sample, (index) => 999 - index, 1000);
  for (const rank of [1, 2, 500, 1000]) {
    // The place is behind so many entries: that of the last of them.
    expect(await placeOf(sample, rank)).toBe(rank - 1);
  }
  expect(await placeOf(sample, 1e9)).toBe(999);
});

test("there is no place before the first key, nor in an empty sample", async () => {
  const sample = new KeySample();
  expect(await placeOf(sample, 5)).toBeUndefined();
  fill(sample, (index) => index, 10);
  expect(await placeOf(sample, 0)).toBeUndefined();
  expect(await placeOf(sample, -3)).toBeUndefined();
  sample.clear();
  expect(await placeOf(sample, 5)).toBeUndefined();
});
