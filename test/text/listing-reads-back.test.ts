// The text of a listing says one thing: it reads back as what was written, for pages of trees with the worst names there are.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Visit } from "../../src/core/visit.ts";
import { toListingEntry, type Listing } from "../../src/text/listing.ts";
import { renderEnd } from "../../src/text/closing-lines.ts";
import { readListing } from "../support/read-listing.ts";
import { arrangeAsTree, joinedDirectories, renderListing } from "../../src/text/listing.ts";
import { anyEnd } from "../support/any-end.ts";
import { anyDeepTree, anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { modelVisits } from "../support/model.ts";

/** A page of a tree: some of its directories could not be read, and some only lead to others. */
function listingOf(visits: readonly Visit[], dice: number, rest: Omit<Listing, "root" | "entries">): Listing {
  const isMarked = ({ kind }: Visit, index: number) => kind === "directory" && index % 3 === 0;
  const lines = arrangeAsTree({
    entries: visits.filter((visit, index) => visit.depth > dice % 8 || isMarked(visit, index)),
    problems: visits
      .filter(isMarked)
      .map((visit) => ({ visit: { ...visit, problem: "permission denied" }, position: 0 })),
  });
  const entries = lines.flatMap((line) => [
    ...joinedDirectories(line).map((directory) => ({ ...toListingEntry(directory), joined: true as const })),
    toListingEntry(line.visit),
  ]);
  return { root: "/some root/x", entries, ...rest };
}

const anyRest = fc
  .tuple(anyEnd, fc.option(fc.nat()))
  .map(([end, moreThan]) => (moreThan === null ? end : { ...end, moreThan }));

describe("a listing", () => {
  test("reads back as what was written", () => {
    let joined = 0;
    fc.assert(
      fc.property(fc.oneof(anyTree, anyDeepTree), fc.nat(20), fc.nat(), anyRest, (tree, skip, dice, rest) => {
        const visits = modelVisits(tree, "breadth", 9);
        const start = skip % Math.max(visits.length, 1);
        const listing = listingOf(visits.slice(start, start + 25), dice, rest);
        const text = renderListing(listing);
        expect(readListing(text)).toEqual(listing);
        const lines = listing.entries.filter((entry) => entry.joined !== true).length;
        joined += listing.entries.length - lines;
        expect(text.split("\n")).toHaveLength(1 + lines + renderEnd(rest).length);
      }),
      { numRuns: inDepth(300, 5000) },
    );
    expect(joined).toBeGreaterThan(100);
  });

  test("has several directories on a joined line, each with its own depth", () => {
    const text = 'Absolute path: /r\npackages/"two\\nlines"/src/\n  a.ts\n  b/secret/ [permission denied]\nz';
    expect(readListing(text).entries).toEqual([
      { path: "packages", kind: "directory", depth: 1, joined: true },
      { path: "packages/two\nlines", kind: "directory", depth: 2, joined: true },
      { path: "packages/two\nlines/src", kind: "directory", depth: 3 },
      { path: "packages/two\nlines/src/a.ts", kind: "file", depth: 4 },
      { path: "packages/two\nlines/src/b", kind: "directory", depth: 4, joined: true },
      { path: "packages/two\nlines/src/b/secret", kind: "directory", depth: 5, problem: "permission denied" },
      { path: "z", kind: "file", depth: 1 },
    ]);
    expect(renderListing(readListing(text))).toBe(text);
  });

  test("is that of the contract", () => {
    const text = "Absolute path: /repo\nnested/\n  child.txt\nroot.txt\nMore than 3 entries found";
    expect(readListing(text)).toEqual({
      root: "/repo",
      entries: [
        { path: "nested", kind: "directory", depth: 1 },
        { path: "nested/child.txt", kind: "file", depth: 2 },
        { path: "root.txt", kind: "file", depth: 1 },
      ],
      moreThan: 3,
    });
  });

  test("distinguishes no match from an empty directory, and from a file with that name", () => {
    const text = "Absolute path: /x\n[no entry matches the filters]";
    expect(readListing(text)).toEqual({ root: "/x", entries: [], filtered: true });
    expect(renderListing({ root: "/x", entries: [], filtered: true })).toBe(text);
    const entries = [{ path: "[no entry matches the filters]", kind: "file", depth: 1 }] as const;
    expect(readListing(renderListing({ root: "/x", entries }))).toEqual({ root: "/x", entries });
    const unread = [{ path: "a", kind: "directory", depth: 1, problem: "timed out" }] as const;
    const both = renderListing({ root: "/x", entries: unread, filtered: true });
    expect(both).toBe("Absolute path: /x\na/ [timed out]\n[no entry matches the filters]");
    expect(readListing(both)).toEqual({ root: "/x", entries: unread, filtered: true });
  });

  test("has directories and a file on one line, where the newest are searched", () => {
    const text = ["Absolute path: /x", "a/b.ts [40s]", 'a/"q q "/c@ [3m] [ignored]', "d [12d]", "e/f"].join("\n");
    const listing = readListing(text);
    expect(renderListing(listing)).toBe(text);
    expect(listing.entries).toEqual([
      { path: "a", kind: "directory", depth: 1, joined: true },
      { path: "a/b.ts", kind: "file", depth: 2, shownDetails: "40s" },
      { path: "a", kind: "directory", depth: 1, joined: true },
      { path: "a/q q ", kind: "directory", depth: 2, joined: true },
      { path: "a/q q /c", kind: "symlink", depth: 3, ignored: true, shownDetails: "3m" },
      { path: "d", kind: "file", depth: 1, shownDetails: "12d" },
      { path: "e", kind: "directory", depth: 1, joined: true },
      { path: "e/f", kind: "file", depth: 2 },
    ]);
  });

  test.each(["  child of nobody", "file\n  child of a file", "[empty]\na", '"quoted for nothing"', "zero\u200bwidth"])(
    "is not %j",
    (lines) => {
      expect(() => readListing(`Absolute path: /x\n${lines}`)).toThrow(SyntaxError);
    },
  );
});
