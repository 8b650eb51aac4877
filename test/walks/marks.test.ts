// What a page says about what it does not show, compared with a slow, obvious model: which directories have nothing to show,
// and whether the page starts or ends in the middle of a directory.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isEntered, type DirectoryFilter, type Verdict } from "../../src/core/filter.ts";
import { treeKey } from "../../src/core/entry.ts";
import { takePage } from "../../src/walks/take-page.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { memoryTree, unordered } from "../support/memory-tree.ts";
import { modelVisits, treePath, type ModelEntry } from "../support/model.ts";
import { walkSettings } from "../support/walk-settings.ts";

const VERDICTS: readonly Verdict[] = ["show", "show", "show", "close", "lead", "lead", "hide", "deny"];

/** A verdict for each name, the same every time. Only directories lead or are closed. */
function judgeBy(seed: number, name: string, isDirectory: boolean): Verdict {
  let hash = seed;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619) >>> 0;
  }
  const verdict = VERDICTS[(hash >>> 8) % VERDICTS.length] as Verdict;
  return !isDirectory && (verdict === "lead" || verdict === "close") ? "hide" : verdict;
}

function filterBy(seed: number): DirectoryFilter {
  const filter: DirectoryFilter = {
    judge: ({ name, kind }) => judgeBy(seed, name, kind === "directory"),
    enter: () => filter,
  };
  return filter;
}

interface Judged extends ModelEntry {
  readonly depth: number;
  readonly verdict: Verdict;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The entries that the walk comes to, in its order, with their verdicts. */
function reached(tree: readonly ModelEntry[], order: "breadth" | "tree", depth: number, seed: number): Judged[] {
  const all = modelVisits(tree, order, depth).map((entry) => ({
    ...entry,
    verdict: judgeBy(seed, entry.path.slice(entry.path.lastIndexOf("/") + 1), entry.kind === "directory"),
  }));
  const entered = new Set([""]);
  return all
    .toSorted((a, b) => a.depth - b.depth)
    .filter(({ path, kind, verdict }) => {
      const isReached = entered.has(parentOf(path));
      if (isReached && kind === "directory" && isEntered(verdict)) {
        entered.add(path);
      }
      return isReached;
    })
    .map((entry) => ({ entry, place: all.indexOf(entry) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}

const isShown = ({ verdict }: Judged) => verdict === "show" || verdict === "close";

/** Whether the walk reads a directory before it comes to an entry. */
function isReadBefore(directory: Judged, next: Judged | undefined, order: "breadth" | "tree"): boolean {
  if (next === undefined) {
    return true;
  }
  if (order === "tree") {
    return treePath(directory) < treePath(next);
  }
  const above = `${parentOf(next.path)}/`;
  return directory.depth + 1 < next.depth || (directory.depth + 1 === next.depth && treePath(directory) <= above);
}

describe.each(["breadth", "tree"] as const)("a page in order %s", (order) => {
  test("says what it does not show", async () => {
    const small = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(anyTree, small, small, fc.nat(8), fc.nat(1000), async (tree, depth, limit, skip, seed) => {
        const all = reached(tree, order, depth, seed);
        const shown = all.filter(isShown);
        const page = shown.slice(skip, skip + limit);
        const [first] = page;
        const next = shown[skip + limit];
        const marks = page.flatMap((directory) => {
          const inside = all.filter(({ path }) => path.startsWith(`${directory.path}/`));
          const opened = [directory, ...inside].filter(
            (entry) => entry.kind === "directory" && isEntered(entry.verdict) && entry.depth < depth,
          );
          const isOpened = opened.includes(directory) && opened.every((entry) => isReadBefore(entry, next, order));
          if (!isOpened || inside.some(isShown)) {
            return [];
          }
          return [[directory.path, inside.every(({ verdict }) => verdict === "deny") ? "empty" : "no match"]];
        });
        for (const fileSystem of [memoryTree(tree), unordered(memoryTree(tree))]) {
          const settings = walkSettings(fileSystem, {
            depth,
            skip,
            needed: limit + 1,
            filter: filterBy(seed),
            marks: true,
          });
          const visits = order === "tree" ? walkTree(settings) : walkBreadth(settings, treeKey);
          const taken = await takePage(visits, settings, limit);
          expect(taken.entries.map(({ path }) => path)).toEqual(page.map(({ path }) => path));
          const found = taken.marks?.map(({ index, mark }) => [taken.entries[index]?.path as string, mark]) ?? [];
          expect(found.toSorted()).toEqual(marks.toSorted());
          expect(taken.next?.path).toBe(next?.path);
          const before = shown.slice(0, skip).some(({ path }) => parentOf(path) === parentOf(first?.path ?? ""));
          expect(taken.entries[0]?.hasBefore === true).toBe(first !== undefined && before);
        }
      }),
      { numRuns: inDepth(10, 3000) },
    );
  });
});
