import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { toFoldGroups } from "../../../src/core/map/fold-groups.ts";
import { buildTrie, isLeaf, type TrieNode } from "../../../src/core/map/name-trie.ts";
import { PackedNames } from "../../../src/core/map/packed-names.ts";

function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) {
      return value;
    }
  }
}

function trieOf(texts: readonly string[], mostBranches = 1024): { root: TrieNode; names: PackedNames } {
  const names = new PackedNames();
  texts.forEach((text) => names.push(toByteString(text), "file"));
  const groups = finish(toFoldGroups(names, () => true));
  const source = { names, groups, amountOf: () => ({ size: 1, weight: 1 }), mostBranches };
  const root = finish(buildTrie(source, Uint32Array.from(texts.keys())));
  return { root, names };
}

function nodesOf(node: TrieNode): TrieNode[] {
  return [node, ...(isLeaf(node) ? [] : (node.children ?? []).flatMap(nodesOf))];
}

/** The names behind a node, by a look at all of them. */
function behind(node: TrieNode, names: PackedNames): ByteString[] {
  const all = Array.from({ length: names.length }, (_, index) => names.name(index));
  return isLeaf(node) ? [names.name(node.index)] : all.filter((name) => name.startsWith(node.prefix));
}

describe("a tree of names", () => {
  test("has a branch for each beginning that several names share, with what is behind it", () => {
    const anyNames = fc.uniqueArray(fc.stringMatching(/^[ab.é日]{1,5}$/), { minLength: 1, maxLength: 40, size: "max" });
    fc.assert(
      fc.property(anyNames, (texts) => {
        const { root, names } = trieOf(texts);
        const nodes = nodesOf(root);
        expect(nodes.flatMap((node) => (isLeaf(node) ? [names.name(node.index)] : [])).toSorted()).toEqual(
          texts.map(toByteString).toSorted(),
        );
        for (const node of nodes) {
          if (!isLeaf(node)) {
            const found = behind(node, names);
            expect(node.amounts.reduce((sum, amount) => sum + (amount?.count ?? 0), 0)).toBe(found.length);
            expect(found.length).toBeGreaterThan(1);
            // The prefix is all that they share, so the next letters differ.
            expect(new Set(found.map((name) => name.charAt(node.prefix.length))).size).toBeGreaterThan(1);
          }
        }
      }),
    );
  });

  test("knows whether a prefix ends with a word in all of the names", () => {
    const words = (...texts: string[]) => {
      const { root } = trieOf(texts);
      return !isLeaf(root) && root.isWord;
    };
    expect(words("walk-a", "walk-b")).toBe(true);
    expect(words("walk1", "walk2")).toBe(true);
    expect(words("walk", "walkB")).toBe(true);
    expect(words("walka", "walkb")).toBe(false);
    expect(words("walk-", "walker")).toBe(false);
  });

  test("has few branches for many names, and loses none of them", () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `f${(index * 7919) % 20_000}`);
    const { root } = trieOf(texts, 200);
    const nodes = nodesOf(root);
    expect(nodes.length).toBeLessThan(1000);
    const ends = nodes.filter((node) => isLeaf(node) || node.children === undefined);
    const counts = ends.map((node) =>
      isLeaf(node) ? 1 : node.amounts.reduce((sum, each) => sum + (each?.count ?? 0), 0),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20_000);
  });

  test("never ends a branch of many names inside a character", () => {
    const texts = Array.from({ length: 9000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const ends = nodesOf(trieOf(texts, 100).root).filter((node) => !isLeaf(node) && node.children === undefined);
    expect(ends).toEqual([]);
  });
});
