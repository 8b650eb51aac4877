import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Visit } from "../../src/core/visit.ts";
import { arrangeAsTree, joinedDirectories, type TreeLine } from "../../src/text/listing.ts";
import { anyKeys, entriesOfKeys } from "../support/any-keys.ts";
import { anyDeepTree, anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { modelVisits, treePath, type ModelEntry } from "../support/model.ts";

function visit(path: string, problem?: Visit["problem"]): Visit {
  const names = path.replace(/\/$/, "");
  const kind = path.endsWith("/") ? "directory" : "file";
  return { path: names as ByteString, kind, depth: names.split("/").length, ...(problem !== undefined && { problem }) };
}

function arrange(entries: readonly Visit[], problems: readonly Visit[] = []): TreeLine[] {
  return arrangeAsTree({
    entries: [...entries],
    problems: problems.map((problem) => ({ visit: problem, position: 0 })),
  });
}

/** Each line with its indentation and its names, with `(` before a context line. */
function shown(entries: readonly Visit[], problems: readonly Visit[] = []): string[] {
  return arrange(entries, problems).map(({ visit: { path, kind, problem }, isContext, indent, namesAbove }) => {
    const names = path.split("/").slice(namesAbove).join("/");
    const mark = problem === undefined ? "" : ` ${problem}`;
    return `${"  ".repeat(indent)}${isContext ? "(" : ""}${names}${kind === "directory" ? "/" : ""}${mark}`;
  });
}

/** The slow, obvious way: puts every directory above an entry on a line of its own, then joins those that may be joined. */
function modelLines(entries: readonly Visit[], problems: readonly Visit[]): string[] {
  const counted = new Map(entries.map((entry) => [treePath(entry), entry.problem ?? ""]));
  const marked = new Map(problems.map((problem) => [treePath(problem), problem.problem as string]));
  const keys = new Set([...counted.keys(), ...marked.keys()]);
  for (const key of keys) {
    for (let end = key.indexOf("/", 1); end !== -1; end = key.indexOf("/", end + 1)) {
      keys.add(key.slice(0, end + 1));
    }
  }
  const isChild = (other: string, key: string) =>
    other !== key && other.startsWith(key) && !/\/[^]/.test(other.slice(key.length));
  const children = (key: string) => (/^$|\/$/.test(key) ? [...keys].filter((other) => isChild(other, key)) : []);
  const isPlainContext = (key: string) => !counted.has(key) && !marked.has(key);
  const isJoined = (key: string) => {
    const [only, another] = children(key);
    return isPlainContext(key) && only !== undefined && another === undefined && !counted.has(only);
  };
  const draw = (above: string, indent: number): string[] =>
    children(above)
      .sort()
      .flatMap((child) => {
        let last = child;
        while (isJoined(last)) {
          last = children(last)[0] as string;
        }
        const mark = marked.get(last) ?? counted.get(last) ?? "";
        const line = `${"  ".repeat(indent)}${counted.has(last) ? "" : "("}${last.slice(above.length)}`;
        return [mark === "" ? line : `${line} ${mark}`, ...draw(last, indent + 1)];
      });
  return draw("", 0);
}

/** The entries that the lines show, and the lines that are not part of a tree: there should be none. */
function readTree(lines: readonly TreeLine[]) {
  const above: Visit[] = [];
  const stray = lines.filter(({ visit: line, isContext, indent, namesAbove }) => {
    above.length = indent;
    const parent = above.at(-1);
    above.push(line);
    const isBelow = parent === undefined || line.path.startsWith(`${parent.path}/`);
    return !isBelow || namesAbove !== (parent?.depth ?? 0) || !(isContext || line.depth - namesAbove === 1);
  });
  const all = lines.flatMap((line) => [...joinedDirectories(line), line.visit]).map(treePath);
  return {
    entries: lines.filter(({ isContext }) => !isContext).map((line) => line.visit),
    stray,
    repeated: all.length - new Set(all).size,
  };
}

/** The expected tree of these entries. */
function treeOf(entries: readonly Visit[]) {
  const sorted = entries.toSorted((a, b) => (treePath(a) < treePath(b) ? -1 : 1));
  return { entries: sorted, stray: [], repeated: 0 };
}

const anyPart = { skip: fc.nat(20), limit: fc.integer({ min: 1, max: 25 }), dice: fc.nat(5) };

describe("arrangeAsTree", () => {
  test("puts every entry of any page below its own directory, and every entry once", () => {
    fc.assert(
      fc.property(anyTree, fc.record(anyPart), (tree, { skip, limit }) => {
        const page = modelVisits(tree, "breadth", 5).slice(skip, skip + limit);
        expect(readTree(arrange(page))).toEqual(treeOf(page));
      }),
      { numRuns: inDepth(12, 2000) },
    );
  });

  test("does so for the names of object stores, too", () => {
    fc.assert(
      fc.property(anyKeys, fc.record(anyPart), (keys, { skip, limit }) => {
        const depthOf = ({ path }: ModelEntry) => path.replace(/^\//, "").split("/").length;
        const entries = entriesOfKeys(keys).map((entry) => ({ ...entry, depth: depthOf(entry) }));
        const page = entries.slice(skip, skip + limit);
        expect(readTree(arrange(page))).toEqual(treeOf(page));
      }),
      { numRuns: inDepth(12, 2000) },
    );
  });

  test("joins the context lines that have nothing below them but the next, and no others", () => {
    fc.assert(
      fc.property(fc.oneof(anyTree, anyDeepTree), fc.record(anyPart), (tree, { skip, limit, dice }) => {
        const visits: readonly Visit[] = modelVisits(tree, "breadth", 9);
        const page = visits.slice(skip, skip + limit);
        const problems = visits
          .filter(({ kind }, index) => kind === "directory" && index % (dice + 2) === 0)
          .map((directory): Visit => ({ ...directory, problem: "timed out" }));
        const marked = page.map((entry) => problems.find((problem) => treePath(problem) === treePath(entry)) ?? entry);
        expect(shown(page, problems)).toEqual(modelLines(marked, problems));
      }),
      { numRuns: inDepth(12, 2000) },
    );
  });

  test("keeps children away from a file that sorts between them and their directory", () => {
    const entries = [visit("utils/"), visit("utils.ts"), visit("utils/a.ts")];
    expect(shown(entries)).toEqual(["utils.ts", "utils/", "  a.ts"]);
  });

  test("adds the directories above an entry once, as context on one line", () => {
    expect(shown([visit("a/b/c"), visit("a/b/d"), visit("e")])).toEqual(["(a/b/", "  c", "  d", "e"]);
  });

  test("splits a context line where two entries go separate ways", () => {
    const entries = [visit("a/b/c/d/e"), visit("a/b/x/y/z"), visit("a/q")];
    expect(shown(entries)).toEqual(["(a/", "  (b/", "    (c/d/", "      e", "    (x/y/", "      z", "  q"]);
    expect(shown(entries.slice(0, 2))).toEqual(["(a/b/", "  (c/d/", "    e", "  (x/y/", "    z"]);
  });

  test("never joins an entry of the page", () => {
    expect(shown([visit("a/"), visit("a/b/c/d")])).toEqual(["a/", "  (b/c/", "    d"]);
    expect(shown([visit("a/b/"), visit("a/b/c/d")])).toEqual(["(a/", "  b/", "    (c/", "      d"]);
  });

  test("marks an unreadable directory in place, or shows it as context", () => {
    const denied = (path: string) => visit(path, "permission denied");
    expect(shown([visit("a/"), visit("b")], [denied("a/")])).toEqual(["a/ permission denied", "b"]);
    expect(shown([visit("b")], [denied("a/x/")])).toEqual(["(a/x/ permission denied", "b"]);
    // The mark belongs to the last directory. One that was read after all, and has entries, ends the line.
    expect(shown([visit("a/x/y/z")], [denied("a/x/")])).toEqual(["(a/x/ permission denied", "  (y/", "    z"]);
  });

  test("keeps a file and a directory with the same name apart", () => {
    expect(shown([visit("a"), visit("a/"), visit("a/x")])).toEqual(["a", "a/", "  x"]);
  });

  test("makes no more lines than it needs, however deep the paths are", () => {
    const deep = `${"d/".repeat(2000)}`;
    const entries = Array.from({ length: 500 }, (_, index) => visit(`${deep}${index}/x`));
    const lines = arrange(entries);
    // One line for the chain, and one for each entry and its own directory.
    expect(lines).toHaveLength(1 + 2 * 500);
  });
});
