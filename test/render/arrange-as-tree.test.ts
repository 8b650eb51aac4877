import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Visit } from "../../src/core/visit.ts";
import { arrangeAsTree } from "../../src/render/arrange-as-tree.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { modelVisits, treePath } from "../support/model.ts";

function visit(path: string, problem?: Visit["problem"]): Visit {
  const names = path.replace(/\/$/, "");
  const kind = path.endsWith("/") ? "directory" : "file";
  return { path: names as ByteString, kind, depth: names.split("/").length, ...(problem !== undefined && { problem }) };
}

function shown(entries: readonly Visit[], problems: readonly Visit[] = []): string[] {
  return arrangeAsTree({
    entries: [...entries],
    problems: problems.map((problem) => ({ visit: problem, position: 0 })),
  }).map(
    ({ visit: shownVisit, isContext, key }) =>
      `${isContext ? "(" : ""}${key}${shownVisit.problem === undefined ? "" : ` ${shownVisit.problem}`}`,
  );
}

describe("arrangeAsTree", () => {
  test("puts every entry of any page below its own directory, and every entry once", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(20), fc.integer({ min: 1, max: 25 }), (tree, skip, limit) => {
        const page = modelVisits(tree, "breadth", 5).slice(skip, skip + limit);
        const lines = arrangeAsTree({ entries: page, problems: [] });
        const above: string[] = [];
        for (const { visit: line } of lines) {
          above.length = line.depth - 1;
          expect(line.path.split("/").slice(0, -1).join("/")).toBe(above.at(-1) ?? "");
          above.push(line.path);
        }
        const counted = lines.filter((line) => !line.isContext).map((line) => line.visit);
        expect(counted).toEqual(page.sort((a, b) => (treePath(a) < treePath(b) ? -1 : 1)));
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
      }),
      { numRuns: inDepth(100, 500) },
    );
  });

  test("keeps children away from a file that sorts between them and their directory", () => {
    const entries = [visit("utils/"), visit("utils.ts"), visit("utils/a.ts")];
    expect(shown(entries)).toEqual(["utils.ts", "utils/", "utils/a.ts"]);
  });

  test("adds the directories above an entry once, as context", () => {
    expect(shown([visit("a/b/c"), visit("a/b/d"), visit("e")])).toEqual(["(a/", "(a/b/", "a/b/c", "a/b/d", "e"]);
  });

  test("marks an unreadable directory where it stands, or shows it as context", () => {
    const denied = (path: string) => visit(path, "permission denied");
    expect(shown([visit("a/"), visit("b")], [denied("a/")])).toEqual(["a/ permission denied", "b"]);
    expect(shown([visit("b")], [denied("a/x/")])).toEqual(["(a/", "(a/x/ permission denied", "b"]);
  });

  test("keeps a file and a directory of one name apart", () => {
    expect(shown([visit("a"), visit("a/"), visit("a/x")])).toEqual(["a", "a/", "a/x"]);
  });
});
