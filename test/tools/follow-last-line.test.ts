// A model that copies what the last line of each page says gets the whole listing: in both orders, with any filter, and with any
// names.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ListingEntry } from "../../src/list/page.ts";
import { anyTree } from "../support/arbitraries.ts";
import { callListDir } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/model-tree.ts";
import { readListing } from "../support/read-listing.ts";

const LAST_LINE = /\nMore than \d+ entries found; continue with (?:offset (?<offset>\d+)|after: (?<after>.+))$/su;

const anyFilter = fc.record(
  {
    include: fc.constantFrom("a*", "**/b", ["*.ts", "a/**"], "[ab]*"),
    exclude: fc.constantFrom("a", "**/b*", "*.ts"),
    hidden: fc.boolean(),
    depth: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);

/** An entry without what depends on its page. */
function keyOf(entry: ListingEntry): string {
  return `${entry.path}${entry.kind === "directory" ? "/" : ""}`;
}

describe.each(["breadth", "tree"] as const)("pages in order %s", (order) => {
  test("lead through the whole listing by their last lines", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyFilter, fc.integer({ min: 1, max: 7 }), async (tree, filter, limit) => {
        for (const fileSystem of [memoryTree(tree), unordered(memoryTree(tree))]) {
          const ask = async (args: object) =>
            callListDir({ dir_path: MEMORY_ROOT, order, depth: 9, ...filter, ...args }, { fileSystem });
          const whole = readListing(await ask({ limit: 2000 })).entries;
          const seen = new Set<string>();
          let shown = 0;
          let start: object = {};
          for (;;) {
            const text = await ask({ limit, ...start });
            const { entries, moreThan } = readListing(text);
            entries.forEach((entry) => seen.add(keyOf(entry)));
            shown += moreThan ?? 0;
            const { offset, after } = LAST_LINE.exec(text)?.groups ?? {};
            expect(offset === undefined && after === undefined).toBe(moreThan === undefined);
            if (moreThan === undefined) {
              break;
            }
            expect(offset === undefined).toBe(order === "tree");
            start = offset === undefined ? { after } : { offset: Number(offset) };
          }
          expect([...seen].toSorted()).toEqual(whole.map(keyOf).toSorted());
          expect(shown).toBeLessThanOrEqual(whole.length);
        }
      }),
      { numRuns: inDepth(12, 1000) },
    );
  });
});
