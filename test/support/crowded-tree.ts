// Random trees with crowded directories: names that share beginnings and endings, and are hard to write as globs.
import fc from "fast-check";

import type { EntryKind } from "../../src/core/entry.ts";
import type { PathEntry } from "./unordered-tree.ts";

const STARTS = ["", "a", "ab", "abc", "abc-", "abc_def", "Abc", "b", "z", "test-", "test.", "x1", "x12", "."]
  .concat("[slug]", "[", "]", "{a,b}", "{", ",", "!", "!(", "@(a|b)", "(", "#", "-", "^", "\\", "a\\", "*", "a*", "?")
  .concat(" ", "a ", "a\t", "a\u0001", "é", "è", "e\u0301", "日", "本", "\u{1f600}", "\u{1f601}", "\ufffd", "\uffff")
  .concat("$&", "(3)", "(3,", "[only", "[ignored]", "[ignored", "…", '"', 'a"', "a@", "\u202e", "\u{e0001}", "[18");
const MIDDLES = ["", "", "1", "2", "10", "-", ".", "_", "a", "B", "-b", ".c", "é", " "];
const ENDS = ["", "", "", ".ts", ".ts", ".test.ts", ".t", ".d.ts", ".", "-x", ".é", ".a b", ".[b]", "]", "@", "?"];

const anyName = fc
  .tuple(fc.constantFrom(...STARTS), fc.constantFrom(...MIDDLES), fc.constantFrom(...ENDS))
  .map((pieces) => pieces.join(""))
  .filter((name) => !["", ".", ".."].includes(name));

interface Branch {
  readonly name: string;
  readonly kind: EntryKind;
  readonly children: readonly Branch[];
}

const anyKind = fc.oneof(
  { weight: 5, arbitrary: fc.constant<EntryKind>("file") },
  { weight: 3, arbitrary: fc.constant<EntryKind>("directory") },
  { weight: 1, arbitrary: fc.constantFrom<EntryKind>("symlink", "other") },
);

function crowd(children: fc.Arbitrary<readonly Branch[]>, maxLength: number): fc.Arbitrary<Branch[]> {
  const branch = fc.record({ name: anyName, kind: anyKind, children });
  return fc.uniqueArray(branch, { selector: ({ name }) => name, maxLength, size: "max" });
}

const nothing = fc.constant<Branch[]>([]);
const some = fc.oneof(
  { weight: 6, arbitrary: nothing },
  { weight: 2, arbitrary: crowd(nothing, 1) },
  crowd(nothing, 16),
);
const more = fc.oneof({ weight: 4, arbitrary: nothing }, crowd(some, 1), crowd(some, 4));
/** A tree with directories of up to forty entries. */
export const anyCrowdedTree: fc.Arbitrary<PathEntry[]> = crowd(more, 40).map((tree) => flatten(tree, ""));

function flatten(tree: readonly Branch[], above: string): PathEntry[] {
  return tree.flatMap(({ name, kind, children }) => [
    { path: above + name, kind },
    ...(kind === "directory" ? flatten(children, `${above}${name}/`) : []),
  ]);
}
