// The kinds of disks that the sandbox must hold on, for suites that run on each of them.
import { foldersOnFoldingDisk } from "./folding-disk.ts";
import { makeEntries, makeTree, toEntries } from "./make-tree.ts";
import type { Skip } from "./needs.ts";

/** Makes a tree on a disk, as `makeTree` does, and returns its root. */
export type TreeMaker = (skip: Skip, ...names: readonly string[]) => string;

/** Call each within its own `describe`: a disk is mounted for all tests in there. */
export const DISKS: readonly (readonly [string, () => TreeMaker])[] = [
  [
    "an ordinary disk",
    () =>
      (_, ...names) =>
        makeTree(...names),
  ],
  [
    "a disk that folds names",
    () => {
      const makeFolder = foldersOnFoldingDisk();
      return (skip, ...names) => {
        const { root, source } = makeFolder(skip);
        makeEntries(source, toEntries(names));
        return root;
      };
    },
  ],
];
