// The slow, obvious model: a tree is a list of entries, and an order is one sort of all of them.
import type { EntryKind } from "../../src/core/entry.ts";

/** An entry of a tree, with its path below the root. */
export interface ModelEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

/** The entries down to a depth, in one of the three orders. */
export function modelEntries(
  tree: readonly ModelEntry[],
  order: "breadth" | "tree" | "path",
  depth: number,
): (ModelEntry & { readonly depth: number })[] {
  const entries = tree
    .map(({ path, kind }) => ({ path, kind, depth: path.split("/").length }))
    .filter((entry) => entry.depth <= depth);
  switch (order) {
    case "path":
      return entries.sort((a, b) => compare(a.path, b.path));
    case "tree":
      return entries.sort((a, b) => compare(treePath(a), treePath(b)));
    case "breadth":
      return entries.sort((a, b) => a.depth - b.depth || compare(treePath(a), treePath(b)));
  }
}

/** The path with every directory ending in `/`, including the entry itself. */
export function treePath({ path, kind }: ModelEntry): string {
  return kind === "directory" ? `${path}/` : path;
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
