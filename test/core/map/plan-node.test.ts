import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { CountedDirectory } from "../../../src/core/map/counted-directory.ts";
import { EntryOptions } from "../../../src/core/map/entry-options.ts";
import { toFoldGroups } from "../../../src/core/map/fold-groups.ts";
import { PackedNames } from "../../../src/core/map/packed-names.ts";
import type { FoldOption, PlanNode } from "../../../src/core/map/plan.ts";
import { toPlanNode } from "../../../src/core/map/plan-node.ts";
import { runNow } from "../../../src/core/map/yielding-work.ts";
import { estimateTokens } from "../../../src/render/estimate-tokens.ts";
import { mapCosts } from "../../../src/render/map-costs.ts";

function nodeOf(texts: readonly string[]): PlanNode {
  const names = new PackedNames();
  texts.forEach((text) => names.push(toByteString(text), "file"));
  const groups = runNow(toFoldGroups(names, () => true));
  const settings = { costs: mapCosts(estimateTokens), budget: 500 };
  const options = new EntryOptions(new CountedDirectory(), names, groups, settings);
  return runNow(toPlanNode(options, Uint32Array.from(texts.keys())));
}

function childrenOf(node: PlanNode): readonly PlanNode[] {
  return node.name === undefined ? node.children : [];
}

function foldOf(node: PlanNode): FoldOption | undefined {
  return node.name === undefined ? node.fold : undefined;
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...childrenOf(node).flatMap(nodesOf)];
}

/** The names behind a node, by a look at all of them. */
function behind({ name, prefix }: PlanNode, all: readonly ByteString[]): ByteString[] {
  return all.filter((each) => (name === undefined ? each.startsWith(prefix) : each === prefix));
}

describe("a tree of names", () => {
  test("has a branch for each beginning that several names share, with what is behind it", () => {
    const anyNames = fc.uniqueArray(fc.stringMatching(/^[ab.é日]{1,5}$/), { minLength: 1, maxLength: 40, size: "max" });
    fc.assert(
      fc.property(anyNames, (texts) => {
        const all = texts.map(toByteString);
        const nodes = nodesOf(nodeOf(texts));
        const named = nodes.flatMap(({ name, prefix }) => (name === undefined ? [] : [prefix]));
        expect(named.toSorted()).toEqual(all.toSorted());
        for (const node of nodes) {
          const found = behind(node, all);
          expect(node.amount.count).toBe(found.length);
          expect(node.amount.shortest).toBe(Math.min(...found.map(({ length }) => length)));
          if (node.name === undefined) {
            // The prefix is all that they share, so the next letters differ.
            expect(new Set(found.map((name) => name.charAt(node.prefix.length))).size).toBeGreaterThan(1);
          }
        }
      }),
    );
  });

  test("has its names compared once each if they come in order, as most disks give them", () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `n${String(index).padStart(4, "0")}`);
    const compare = vi.spyOn(PackedNames.prototype, "compare");
    const parts = (given: readonly string[]) => nodesOf(nodeOf(given)).map(({ prefix }) => prefix);
    const inOrder = parts(texts);
    expect(compare.mock.calls.length).toBeLessThan(texts.length);
    expect(parts(texts.toReversed())).toEqual(inOrder);
    compare.mockRestore();
  });

  test("says more where a prefix ends with a word in all of the names", () => {
    const lossOf = (...texts: string[]) => foldOf(nodeOf(texts))?.loss as number;
    const told = lossOf("walk-a", "walk-b");
    expect(lossOf("walk1", "walk2")).toBe(told);
    expect(lossOf("walk", "walkB")).toBe(told);
    expect(lossOf("walka", "walkb")).toBeGreaterThan(told);
    expect(lossOf("walk-", "walker")).toBeGreaterThan(told);
  });

  test("parts many names byte by byte, and loses none of them", () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `f${(index * 7919) % 20_000}`);
    const root = nodeOf(texts);
    expect(root.prefix).toBe("f");
    expect(childrenOf(root).map(({ prefix }) => prefix)).toEqual(Array.from({ length: 10 }, (_, digit) => `f${digit}`));
    expect(childrenOf(root).reduce((sum, { amount }) => sum + amount.count, 0)).toBe(20_000);
    expect(nodesOf(root).filter(({ name }) => name !== undefined)).toHaveLength(20_000);
  });

  test("writes a fold without the part of a character that its names share", () => {
    const texts = Array.from({ length: 9000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const folds = nodesOf(nodeOf(texts)).flatMap((node) => foldOf(node)?.fold.glob ?? []);
    expect(folds.every((glob) => glob === "*")).toBe(true);
  });
});
