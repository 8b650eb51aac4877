import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import { SmallestEntries } from "../../src/core/smallest-entries.ts";

function file(name: string): Entry {
  return { name: name as ByteString, kind: "file" };
}

function shuffledNames(count: number): string[] {
  // A full-period step through the numbers: no order that a run could profit from.
  return Array.from({ length: count }, (_, index) => String((index * 7919) % count).padStart(7, "0"));
}

describe("SmallestEntries", () => {
  test("gives the first entries in order, each once", async () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 2, unit: fc.constantFrom("a", "b", "c", "d") }));
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 20 }), async (added, capacity) => {
        const smallest = new SmallestEntries(capacity, () => undefined);
        for (const name of added) {
          smallest.add(name, file(name));
          await smallest.settle();
        }
        const expected = [...new Set(added)].sort().slice(0, capacity);
        expect((await smallest.finish()).map(({ name }) => name)).toEqual(expected);
      }),
    );
  });

  test.each([
    { count: 50_000, capacity: 10 },
    { count: 50_000, capacity: 30_000 },
    { count: 50_000, capacity: Infinity },
  ])("sorts $count entries down to $capacity in merged runs", async ({ count, capacity }) => {
    const smallest = new SmallestEntries(capacity, () => undefined);
    for (const [index, name] of shuffledNames(count).entries()) {
      smallest.add(name, file(name));
      if (index % 1000 === 0) {
        await smallest.settle();
      }
    }
    const expected = shuffledNames(count).sort().slice(0, capacity);
    expect((await smallest.finish()).map(({ name }) => name)).toEqual(expected);
  });

  test.each([1, 26, 1000])("holds no more than twice the capacity of %i, and one run", async (capacity) => {
    const smallest = new SmallestEntries(capacity, () => undefined);
    let most = 0;
    // Falling names: each is smaller than all before it, so that none can be dropped on sight.
    for (const [index, name] of shuffledNames(100_000).sort().toReversed().entries()) {
      smallest.add(name, file(name));
      most = Math.max(most, smallest.held);
      if (index % 100 === 0) {
        await smallest.settle();
      }
    }
    const run = Math.max(512, 2 * capacity);
    expect(most).toBeLessThanOrEqual(2 * capacity + 2 * run);
  });

  test("pauses between the steps of a long merge", async () => {
    let pauses = 0;
    const smallest = new SmallestEntries(Infinity, () => {
      pauses += 1;
      return undefined;
    });
    for (const name of shuffledNames(100_000)) {
      smallest.add(name, file(name));
    }
    await smallest.finish();
    expect(pauses).toBeGreaterThanOrEqual(100_000 / 8192);
  });

  test("orders entries whose keys tie by their names", async () => {
    const smallest = new SmallestEntries(2, () => undefined);
    for (const name of ["c", "a", "b"]) {
      smallest.add("same", file(name));
    }
    expect((await smallest.finish()).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});
