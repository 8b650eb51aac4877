// `parseListing` against `renderListing`, for pages of trees with the worst names there are.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Visit } from "../../src/core/visit.ts";
import { arrangeAsTree } from "../../src/render/arrange-as-tree.ts";
import { toListingEntry, type Listing } from "../../src/render/listing.ts";
import { parseListing } from "../../src/render/parse-listing.ts";
import { renderListing } from "../../src/render/render-listing.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { modelVisits } from "../support/model.ts";

function listingOf(visits: readonly Visit[], moreThan: number | undefined): Listing {
  const problems = visits.filter(({ kind }, index) => kind === "directory" && index % 3 === 0);
  const lines = arrangeAsTree({
    entries: [...visits],
    problems: problems.map((visit) => ({ visit: { ...visit, problem: "permission denied" }, position: 0 })),
  });
  const entries = lines.map(({ visit }) => toListingEntry(visit));
  return { root: "/some root/x", entries, ...(moreThan !== undefined && { moreThan }) };
}

describe("parseListing", () => {
  test("is the exact inverse of renderListing", () => {
    const more = fc.option(fc.nat(), { nil: undefined });
    fc.assert(
      fc.property(anyTree, fc.nat(20), more, (tree, skip, moreThan) => {
        const listing = listingOf(modelVisits(tree, "breadth", 5).slice(skip, skip + 25), moreThan);
        const text = renderListing(listing);
        expect(parseListing(text)).toEqual(listing);
        expect(text.split("\n")).toHaveLength(1 + listing.entries.length + (moreThan === undefined ? 0 : 1));
      }),
      { numRuns: inDepth(100, 1000) },
    );
  });

  test("reads the sample of the contract", () => {
    const text = "Absolute path: /repo\nnested/\n  child.txt\nroot.txt\nMore than 3 entries found";
    expect(parseListing(text)).toEqual({
      root: "/repo",
      entries: [
        { path: "nested", kind: "directory", depth: 1 },
        { path: "nested/child.txt", kind: "file", depth: 2 },
        { path: "root.txt", kind: "file", depth: 1 },
      ],
      moreThan: 3,
    });
  });

  test("tells nothing that matches from nothing at all, and from a file of that name", () => {
    const text = "Absolute path: /x\n[no entry matches the filters]";
    expect(parseListing(text)).toEqual({ root: "/x", entries: [], filtered: true });
    expect(renderListing({ root: "/x", entries: [], filtered: true })).toBe(text);
    const entries = [{ path: "[no entry matches the filters]", kind: "file", depth: 1 }] as const;
    expect(parseListing(renderListing({ root: "/x", entries }))).toEqual({ root: "/x", entries });
  });

  test.each([
    "",
    "Path: /x",
    "Absolute path: /x\n",
    "Absolute path: /x\n  child of nobody",
    "Absolute path: /x\nfile\n  child of a file",
    "Absolute path: /x\n three",
    "Absolute path: /x\na/b",
    "Absolute path: /x\nMore than 3 entries found\na",
    'Absolute path: /x\n"quoted for nothing"',
  ])("refuses %j", (text) => {
    expect(() => parseListing(text)).toThrow(SyntaxError);
  });
});
