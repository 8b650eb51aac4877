import { expect, test } from "vitest";

import { BoundedMap } from "../../src/core/bounded-map.ts";

test("what was not used for the longest time is dropped first", () => {
  const map = new BoundedMap<string, number>(10);
  map.set("a", 1, 4);
  map.set("b", 2, 4);
  expect(map.get("a")).toBe(1);
  map.set("c", 3, 4);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  // Set again, it counts once.
  map.set("c", 4, 6);
  expect([map.get("a"), map.get("c")]).toEqual([1, 4]);
});

test("what is heavier than the limit is not held, and neither is what had its key", () => {
  const map = new BoundedMap<string, number>(10);
  map.set("a", 1, 1);
  map.set("b", 2, 10);
  expect([map.get("a"), map.get("b")]).toEqual([undefined, 2]);
  map.set("b", 3, 11);
  expect(map.get("b")).toBeUndefined();
  map.set("a", 1, 10);
  map.delete("a");
  map.set("c", 3, 10);
  expect([map.get("a"), map.get("c")]).toEqual([undefined, 3]);
});
