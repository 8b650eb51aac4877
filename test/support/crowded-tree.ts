// Random trees with crowded directories: names that share beginnings and endings, and are hard to write as globs.
import fc from "fast-check";

import { joinPath, type EntryKind } from "../../src/core/entry.ts";
import { anyName } from "./arbitraries.ts";
import type { ModelEntry } from "./model.ts";

const STARTS = ["", "a", "ab", "abc", "abc-", "abc_def", "Abc", "b", "z", "test-", "test.", "x1", "x12", "."]
  .concat("[slug]", "[", "]", "{a,b}", "{", ",", "!", "!(", "@(a|b)", "(", "#", "-", "^", "\\", "a\\", "*", "a*", "?")
  .concat(" ", "a ", "é", "è", "e\u0301", "日", "本", "\u{1f600}", "\u{1f601}", "\ufffd", "$&", "(3)", "[only", "…");

const MIDDLES = ["", "", "1", "2", "10", "-", ".", "_", "a", "B", "-b", ".c", "é"];

const ENDS = ["", "", "", ".ts", ".ts", ".test.ts", ".t", ".d.ts", ".", "-x", ".é", ".a b", ".[b]"];

const anyCrowdedName: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...STARTS), fc.constantFrom(...MIDDLES), fc.constantFrom(...ENDS))
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: anyName },
);

/** The name of an entry on a disk, made of the pieces above. */
const anyEntryName = anyCrowdedName.filter((name) => !["", ".", ".."].includes(name));

interface Crowd {
  readonly name: string;
  readonly kind: EntryKind;
  readonly children: readonly Crowd[];
}

const anyKind = fc.oneof(
  { weight: 5, arbitrary: fc.constant<EntryKind>("file") },
  { weight: 3, arbitrary: fc.constant<EntryKind>("directory") },
  { weight: 1, arbitrary: fc.constantFrom<EntryKind>("symlink", "other") },
);

function crowd(children: fc.Arbitrary<readonly Crowd[]>, most: number): fc.Arbitrary<Crowd[]> {
  return fc.uniqueArray(fc.record({ name: anyEntryName, kind: anyKind, children }), {
    selector: ({ name }) => name,
    maxLength: most,
    size: "max",
  });
}

const nothing = fc.constant<Crowd[]>([]);
const one = crowd(nothing, 1);
const some = fc.oneof({ weight: 6, arbitrary: nothing }, { weight: 2, arbitrary: one }, crowd(nothing, 16));
const more = fc.oneof({ weight: 4, arbitrary: nothing }, crowd(some, 1), crowd(some, 4));

/** A tree with directories of up to thirty entries. */
export const anyCrowdedTree: fc.Arbitrary<ModelEntry[]> = crowd(more, 30).map((tree) => flatten(tree, ""));

function flatten(tree: readonly Crowd[], directory: string): ModelEntry[] {
  return tree.flatMap(({ name, kind, children }) => {
    const path = joinPath(directory, name);
    return [{ path, kind }, ...(kind === "directory" ? flatten(children, path) : [])];
  });
}
