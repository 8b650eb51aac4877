import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import { SmallestEntries } from "../../src/reading/smallest-entries.ts";

function file(name: string): Entry {
  return { name: name as ByteString, kind: "file" };
}

function shuffledNames(count: number): string[] {
  // A full-period step through the numbers: there is no order that a sort could profit from.
  return Array.from({ length: count }, (_, index) => String((index * 7919) % count).padStart(7, "0"));
}

describe("SmallestEntries", () => {
  test("returns the first entries in order", async () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom("a", "b", "c", "d") }));
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 20 }), fc.nat(20), async (added, capacity, skip) => {
        const smallest = new SmallestEntries(capacity, () => undefined);
        for (const name of added) {
          smallest.add(name, file(name));
          await smallest.settle();
        }
        const expected = added.toSorted().slice(0, capacity).slice(skip);
        expect((await smallest.finish(skip)).map(({ name }) => name)).toEqual(expected);
      }),
    );
  });

  test.each([
    { count: 50_000, capacity: 10 },
    { count: 50_000, capacity: 30_000 },
    { count: 50_000, capacity: Infinity },
  ])("sorts $count entries down to $capacity in pieces", async ({ count, capacity }) => {
    const smallest = new SmallestEntries(capacity, () => undefined);
    for (const [index, name] of shuffledNames(count).entries()) {
      smallest.add(name, file(name));
      if (index % 1000 === 0) {
        await smallest.settle();
      }
    }
    const expected = shuffledNames(count).sort().slice(0, capacity);
    expect((await smallest.finish(0)).map(({ name }) => name)).toEqual(expected);
  });

  test("passes over the first entries without returning them", async () => {
    const count = 30_000;
    for (const skip of [0, 1, 12_345, count - 1, count, count + 1]) {
      const smallest = new SmallestEntries(Infinity, () => undefined);
      for (const name of shuffledNames(count)) {
        smallest.add(name, file(name));
      }
      const expected = shuffledNames(count).sort().slice(skip);
      expect((await smallest.finish(skip)).map(({ name }) => name)).toEqual(expected);
    }
  });

  test.each([1, 26, 1000, 20_000])(
    "keeps at most a quarter and one piece beyond the capacity of %i",
    async (capacity) => {
      const smallest = new SmallestEntries(capacity, () => undefined);
      let most = 0;
      // Descending names: each is smaller than all before it, so none can be dropped right away.
      for (const [index, name] of shuffledNames(100_000).sort().toReversed().entries()) {
        smallest.add(name, file(name));
        most = Math.max(most, smallest.held);
        if (index % 100 === 0) {
          await smallest.settle();
        }
      }
      expect(most).toBeLessThanOrEqual(1.25 * capacity + 8192 + 100);
    },
  );

  test("forgets everything when cleared, including the ceiling", async () => {
    const smallest = new SmallestEntries(1, () => undefined);
    for (const name of shuffledNames(20_000)) {
      smallest.add(name, file(name));
    }
    await smallest.settle();
    smallest.clear();
    smallest.add("z", file("z"));
    expect(await smallest.finish(0)).toEqual([file("z")]);
  });

  test("pauses between the steps of a long sort", async () => {
    let pauses = 0;
    const smallest = new SmallestEntries(Infinity, () => {
      pauses += 1;
      return undefined;
    });
    for (const name of shuffledNames(100_000)) {
      smallest.add(name, file(name));
    }
    await smallest.finish(0);
    expect(pauses).toBeGreaterThanOrEqual(100_000 / 8192);
  });

  test("sorts entries whose keys tie by name", async () => {
    const smallest = new SmallestEntries(2, () => undefined);
    for (const name of ["c", "a", "b"]) {
      smallest.add("same", file(name));
    }
    expect((await smallest.finish(0)).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});
