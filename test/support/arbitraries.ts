// Random trees with names that are hard to sort, quote and page.
import fc from "fast-check";

import type { EntryKind } from "../../src/core/entry.ts";
import type { ModelEntry } from "./model-tree.ts";

const NAMES_THAT_SORT_ODDLY = ["a", "a-b", "a.b", "a b", "a0", "ab", "B", "b", "\u{1f600}", "\uff21", "é", "e\u0301"];

const NAMES_THAT_LIE = "end@ end? [slug].tsx [empty] [empty].ts [slug] … ..."
  .split(" ")
  .concat("two\nlines", "More than 3 entries found", "Absolute path: x", '"quoted"', '"', "back\\slash", "a\\b")
  .concat(" lead", "trail ", "\u00a0", "\u202egnp.exe", "\u2028", "\u2800", "\ufffa", "\u0085", "\x1b[31m", "\x7f")
  .concat("tab\t", "\ufeff", "x [timed out]", "x [ignored]", "[only x]", "[no entry matches the filters]")
  .concat("[no entry matches the filters; a glob matches whole names: try *x*]", "[nothing matches a, b]")
  .concat("[stopped after 3 directories; narrow the search]", "[311 more: roles 204]", "[1,204+ more are older]")
  .concat("More than x", "More than 3 entries found; continue with offset 4", "zero\u200bwidth", "tag\u{e0001}")
  .concat("\\n");

/** Parts of names that only together pretend to be something. */
const PARTS = [
  "a",
  " ",
  "[",
  "]",
  "…",
  "@",
  "?",
  '"',
  "\\",
  "U",
  "u",
  "0041",
  "[only ",
  "\u200b",
  "\ufe0f",
  "\u{e0001}",
];

/** How many code points are halves of a pair, from this one on. Alone they are no characters. */
const HALVES = 0x800;
const FIRST_HALF = 0xd800;

function characterAt(index: number): string {
  return String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES);
}

/** Any character. Fast-check's own `unit: "binary"` makes the same ones, but takes a second for a table of them. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10_ffff - HALVES).map(characterAt, (text) => {
  const point = String(text).codePointAt(0) ?? NaN;
  const index = point < FIRST_HALF ? point : point - HALVES;
  if (characterAt(index) !== text) {
    throw new Error("not one character");
  }
  return index;
});

/** A name from the lists, or any text that a name can be. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES_THAT_SORT_ODDLY) },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES_THAT_LIE) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 6 })
      .map((text) => text.replaceAll(/[\0/]/g, "."))
      .filter((name) => name !== "." && name !== ".."),
  },
);

interface Branch {
  readonly name: string;
  readonly kind: EntryKind;
  readonly children: readonly Branch[];
}

const { branches } = fc.letrec<{ branches: Branch[] }>((tie) => ({
  branches: fc.uniqueArray(
    fc.record({
      name: anyName,
      kind: fc.oneof(
        { weight: 4, arbitrary: fc.constant<EntryKind>("directory") },
        { weight: 4, arbitrary: fc.constant<EntryKind>("file") },
        { weight: 1, arbitrary: fc.constantFrom<EntryKind>("symlink", "other") },
      ),
      children: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constant([]), tie("branches")),
    }),
    { selector: ({ name }) => name, maxLength: 7 },
  ),
}));

/** A tree as a list of entries. */
export const anyTree: fc.Arbitrary<ModelEntry[]> = branches.map((tree) => flatten(tree, ""));

/** Such a tree at the end of a chain of directories. */
export const anyDeepTree: fc.Arbitrary<ModelEntry[]> = fc
  .tuple(fc.array(anyName, { minLength: 1, maxLength: 5 }), anyTree)
  .map(([chain, tree]) => {
    const above = chain.map((_, index) => chain.slice(0, index + 1).join("/"));
    const top = above.at(-1) as string;
    return [
      ...above.map((path): ModelEntry => ({ path, kind: "directory" })),
      ...tree.map(({ path, kind }) => ({ path: `${top}/${path}`, kind })),
    ];
  });

function flatten(tree: readonly Branch[], directory: string): ModelEntry[] {
  return tree.flatMap(({ name, kind, children }) => {
    const path = directory + name;
    return [{ path, kind }, ...(kind === "directory" ? flatten(children, `${path}/`) : [])];
  });
}
