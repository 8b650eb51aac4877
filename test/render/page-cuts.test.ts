// The parts that a page can be cut to, against what a look at each of them tells.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { joinPath, type ByteString } from "../../src/core/byte-string.ts";
import type { Page } from "../../src/walks/take-page.ts";
import type { Visit } from "../../src/core/visit.ts";
import { PageCuts } from "../../src/render/fit-page.ts";

const anyPath = fc
  .array(fc.constantFrom("a", "b", "ab") as fc.Arbitrary<ByteString>, { minLength: 1, maxLength: 3 })
  .map((names) => names.reduce(joinPath));

function visitOf(path: ByteString): Visit {
  return { path, kind: "directory", depth: path.split("/").length };
}

/** Entries, and problems between them: some with entries of the page, others with directories that have no line of it. */
const anyPage: fc.Arbitrary<Page> = fc
  .record({
    paths: fc.uniqueArray(anyPath, { maxLength: 5 }),
    met: fc.array(fc.record({ path: anyPath, position: fc.nat(5) }), { maxLength: 5 }),
    more: fc.boolean(),
  })
  .map(({ paths, met, more }) => ({
    entries: paths.map(visitOf),
    problems: met
      .map(({ path, position }) => ({ visit: visitOf(path), position: Math.min(position, paths.length) }))
      .sort((a, b) => a.position - b.position),
    more,
  }));

function partsOf(page: Page): { parts: PageCuts; all: Page[] } {
  const parts = new PageCuts(page);
  return { parts, all: Array.from({ length: parts.length }, (_, index) => parts.at(index)) };
}

describe("the parts of a page", () => {
  test("hold each the one before, begin with at most one entry and end with the page itself", () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const { parts, all } = partsOf(page);
        expect(all[0]).toMatchObject({ entries: page.entries.slice(0, 1), problems: [] });
        const last = all.at(-1) as Page;
        expect({ ...last, problems: new Set(last.problems) }).toEqual({ ...page, problems: new Set(page.problems) });
        for (const [index, part] of all.entries()) {
          const before = all[index - 1];
          expect(part.problems).toEqual(expect.arrayContaining([...(before?.problems ?? [])]));
          expect(part.entries.length - (before?.entries.length ?? 0)).toBeLessThanOrEqual(1);
          expect(part.more).toBe(page.more || part.entries.length < page.entries.length);
        }
        for (let count = 1; count <= page.entries.length; count += 1) {
          // Whole: with all problems that were met before the next entry.
          const whole = parts.at(parts.indexOf(count));
          expect(whole.entries).toEqual(page.entries.slice(0, count));
          expect(whole.problems).toHaveLength(page.problems.filter(({ position }) => position <= count).length);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("tell which of them first has something of a directory", () => {
    fc.assert(
      fc.property(anyPage, anyPath, (page, directory) => {
        const { parts, all } = partsOf(page);
        const isWithin = ({ path }: Visit) => path === directory || path.startsWith(`${directory}/`);
        const first = all.findIndex(
          ({ entries, problems }) => entries.some(isWithin) || problems.some(({ visit }) => isWithin(visit)),
        );
        // What was met before the first entry is told by no later page.
        const isFixed = page.problems.some(({ visit, position }) => position === 0 && isWithin(visit));
        fc.pre(first !== -1);
        expect(parts.firstWithin(visitOf(directory))).toBe(isFixed ? 0 : first);
      }),
      { numRuns: 500 },
    );
  });

  test("tell a problem of the first entry before others that were met around it: it needs no line of its own", () => {
    const [entry, other] = [visitOf("b" as ByteString), visitOf("a/x" as ByteString)];
    const met = [
      { visit: { ...other, problem: "permission denied" as const }, position: 0 },
      { visit: { ...entry, problem: "permission denied" as const }, position: 1 },
    ];
    const { all } = partsOf({ entries: [entry], problems: met, more: false });
    expect(all.map(({ problems }) => problems)).toEqual([[], [met[1]], [met[1], met[0]]]);
  });
});
