// Names that are packed and sorted are compared with entries sorted as strings.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import { treeKey, type Entry, type EntryKind } from "../../../src/core/entry.ts";
import { UnsortedNames } from "../../../src/core/names/unsorted-names.ts";
import { inDepth } from "../../support/deep.ts";

const anyEntry: fc.Arbitrary<Entry> = fc.record({
  // Few different bytes, so that names have much in common, and all of those around the slash.
  name: fc
    .array(fc.constantFrom("a", "-", ".", "0", "\xff", "\x01", "common beginning "), { minLength: 1, maxLength: 12 })
    .map((pieces) => pieces.join("") as ByteString),
  kind: fc.constantFrom<EntryKind>("file", "directory", "symlink", "other"),
});

const anyEntries = fc
  .tuple(fc.array(anyEntry, { maxLength: 1500, size: "max" }), fc.constantFrom("", "the same for all "))
  .map(([entries, start]) => {
    const named = entries.map(({ name, kind }): [string, Entry] => [
      name,
      { name: `${start}${name}` as ByteString, kind },
    ]);
    return [...new Map(named).values()];
  });

function keyOf(entry: Entry): string {
  return treeKey(entry, "" as ByteString);
}

function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

async function sorted(entries: readonly Entry[], pause = (): Promise<void> | undefined => undefined) {
  const names = new UnsortedNames();
  names.add(entries);
  return names.sort(pause);
}

describe("SortedNames", () => {
  test("are in the order of a tree, and every place among them is found", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, anyEntry, async (entries, other) => {
        const names = await sorted(entries);
        const expected = inOrder(entries);
        expect(names.length).toBe(expected.length);
        expect(Array.from(expected, (_, place) => names.entryAt(place))).toEqual(expected);
        for (const key of [keyOf(other), ...expected.slice(0, 20).map(keyOf), "", "\xff".repeat(300)]) {
          const first = expected.findIndex((entry) => keyOf(entry) > key);
          expect(names.indexAfter(key)).toBe(first === -1 ? expected.length : first);
        }
        const byName = entries.toSorted((one, two) => (one.name < two.name ? -1 : 1));
        expect(names.isByName).toBe(byName.every((entry, place) => entry === expected[place]));
        if (names.isByName) {
          const first = expected.findIndex(({ name }) => name > other.name);
          expect(names.indexAfterName(other.name)).toBe(first === -1 ? expected.length : first);
        }
        for (let place = 0; place <= Math.min(expected.length, 20); place += 1) {
          const next = expected.findIndex(({ kind }, index) => index >= place && kind === "directory");
          expect(names.directoryFrom(place)).toBe(next === -1 ? undefined : next);
        }
      }),
      { numRuns: inDepth(8, 600) },
    );
  });

  test("are sorted with pauses, and take less than 48 bytes for each of a million files", async () => {
    const count = inDepth(50_000, 1_000_000);
    const entries = Array.from({ length: count }, (_, index): Entry => ({
      name: `file-${(index * 7919) % count}.txt` as ByteString,
      kind: "file",
    }));
    const names = new UnsortedNames();
    names.add(entries);
    let pauses = 0;
    const result = await names.sort(() => {
      pauses += 1;
      return undefined;
    });
    expect(names.size).toBeLessThan(count * 48);
    // Each pass over all of them, and there are as many as digits, is done in strides.
    expect(pauses).toBeGreaterThan(count / 16_384);
    const places = [0, 1, count / 2, count - 1];
    const expected = inOrder(entries);
    expect(places.map((place) => result.entryAt(place))).toEqual(places.map((place) => expected[place]));
  });

  test("are sorted by all who ask, and one that has to stop leaves the rest to the others", async () => {
    const names = new UnsortedNames();
    const entries = Array.from({ length: 100_000 }, (_, index): Entry => ({
      name: `${(index * 7919) % 100_000}` as ByteString,
      kind: "file",
    }));
    names.add(entries);
    let pauses = 0;
    const stopping = names.sort(() => {
      pauses += 1;
      if (pauses === 3) {
        throw new Error("stopped");
      }
      return Promise.resolve();
    });
    const going = names.sort(() => Promise.resolve());
    await expect(stopping).rejects.toThrow("stopped");
    const result = await going;
    expect(result.slice(0, 3)).toEqual(inOrder(entries).slice(0, 3));
    expect(await names.sort(() => undefined)).toBe(result);
  });
});
