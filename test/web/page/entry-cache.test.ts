// The cache of entries forgets what was looked at least recently.
import { expect, test } from "vitest";

import type { ListingEntry } from "../../../src/text/listing.ts";
import { EntryCache } from "../../../src/web/page/entry-cache.ts";

function entries(count: number): ListingEntry[] {
  return Array.from({ length: count }, (_, index) => ({ path: `f${index}`, kind: "file", depth: 1 }));
}

test("the least recently used pages are forgotten first, whoever they belong to", () => {
  const cache = new EntryCache(10);
  const [one, other] = [{}, {}];
  cache.set(one, 0, entries(4));
  cache.set(other, 0, entries(4));
  cache.get(one, 0);
  cache.set(other, 1, entries(4));
  expect([cache.get(one, 0), cache.get(other, 0), cache.get(other, 1)].map((page) => page?.length)).toEqual([
    4,
    undefined,
    4,
  ]);
  expect(cache.size).toBe(8);
});

test("a page that replaces itself counts once, and the newest stays however large it is", () => {
  const cache = new EntryCache(10);
  const owner = {};
  cache.set(owner, 0, entries(6));
  cache.set(owner, 0, entries(7));
  expect(cache.size).toBe(7);
  cache.set(owner, 1, entries(20));
  expect([cache.get(owner, 0), cache.get(owner, 1)?.length]).toEqual([undefined, 20]);
  cache.clear(owner);
  expect(cache.size).toBe(0);
});
