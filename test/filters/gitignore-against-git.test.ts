// The filter ignores what git ignores. The tests ask git itself about generated trees and rules.
import fs from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import type { EntryKind } from "../../src/core/entry.ts";
import { inDepth } from "../support/deep.ts";
import { folderWith, list, setHome } from "../support/filtered-tree.ts";
import { git, ignoredByGit } from "../support/git.ts";
import { anyRuledTree, ignoreText, type RuledTree } from "../support/ruled-tree.ts";

const REPOSITORIES = inDepth(1, 8);
const TREES_IN_EACH = inDepth(20, 100);
const SEED = 20261115;

function locate(...names: readonly string[]): Buffer {
  return Buffer.from(names.filter(Boolean).join("/"), "latin1");
}

/** Puts a tree on the disk, in a directory of a repository, and returns its entries with their paths in the repository. */
function putTree(folder: string, name: string, { kinds, ignoreFiles }: RuledTree): [string, EntryKind][] {
  const entries: [string, EntryKind][] = [[name, "directory"]];
  fs.mkdirSync(locate(folder, name));
  for (const [below, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const location = locate(folder, name, below);
    entries.push([`${name}/${below}`, kind]);
    if (kind === "directory") {
      fs.mkdirSync(location);
    } else if (kind === "symlink") {
      fs.symlinkSync(".", location);
    } else {
      fs.writeFileSync(location, "");
    }
  }
  for (const [directory, text] of ignoreFiles) {
    fs.writeFileSync(locate(folder, name, directory, ".gitignore"), text, "latin1");
    entries.push([[name, directory, ".gitignore"].filter(Boolean).join("/"), "file"]);
  }
  return entries;
}

beforeEach(() => setHome("/nowhere"));

describe.each([false, true])("where core.ignoreCase is %s", (ignoresCase) => {
  const trees = fc.sample(anyRuledTree, { seed: SEED, numRuns: REPOSITORIES * TREES_IN_EACH });
  const somePaths = trees.slice(0, 100).flatMap(({ kinds }) => [...kinds.keys()]);
  const texts = fc.sample(ignoreText(somePaths, 2), { seed: SEED, numRuns: 3 * REPOSITORIES });

  test(`the filter and git ignore the same in ${trees.length} trees`, async () => {
    for (let index = 0; index < REPOSITORIES; index += 1) {
      const chosen = trees.slice(index * TREES_IN_EACH, (index + 1) * TREES_IN_EACH);
      const [top, exclude = "", user = ""] = texts.slice(3 * index);
      const folder = folderWith({});
      git(folder, ["init", "--quiet"]);
      git(folder, ["config", "core.ignoreCase", String(ignoresCase)]);
      git(folder, ["config", "core.excludesFile", `${folder}/.git/user`]);
      fs.writeFileSync(`${folder}/.gitignore`, `${top}\n!/tree-*/\n`, "latin1");
      fs.writeFileSync(`${folder}/.git/info/exclude`, exclude, "latin1");
      fs.writeFileSync(`${folder}/.git/user`, user, "latin1");
      const kinds = new Map<string, EntryKind>([
        [".gitignore", "file"],
        ...chosen.flatMap((tree, number) => putTree(folder, `tree-${number}`, tree)),
      ]);
      const byGit = ignoredByGit(folder, kinds.keys());
      const shown = async (directory: string) => {
        const lines = await list([folder, directory].filter(Boolean).join("/"), { gitignore: "omit" });
        return lines.map((line) => [directory, line.replace(/\/$/, "")].filter(Boolean).join("/"));
      };
      const toText = (bytes: string) => Buffer.from(bytes, "latin1").toString();
      const expected = [...kinds.keys()].filter((full) => !byGit.has(full));
      const found = await shown("");
      expect(found.sort()).toEqual(expected.map(toText).sort());

      // The same from directories further down, which must know the rules above them.
      const directories = expected.filter((full) => kinds.get(full) === "directory");
      for (const directory of directories.filter((_, number) => number % 10 === 0).map(toText)) {
        const below = expected.map(toText).filter((full) => full.startsWith(`${directory}/`));
        expect((await shown(directory)).sort()).toEqual(below.sort());
      }
    }
  }, 300_000);
});
