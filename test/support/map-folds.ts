// Whether the folds of a map list exactly what they count.
import { expect } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import type { MapContents } from "../../src/render/directory-map.ts";
import { bytesOfEntry } from "../../src/render/listing.ts";
import { openDirectories, shownNames, treeBelow } from "./map-model.ts";
import { MEMORY_ROOT, memoryTree } from "./memory-tree.ts";
import type { ModelEntry } from "./model.ts";

/** Each fold of each open directory lists as many entries as it says, with as many below them, and no entry is shown twice. */
export async function checkFolds(map: MapContents, tree: readonly ModelEntry[]): Promise<void> {
  for (const { path, contents } of openDirectories(map)) {
    const seen = shownNames(contents);
    const around = treeBelow(tree, path);
    const fileSystem = memoryTree(around);
    const kinds = new Map(around.map((entry) => [entry.path, entry.kind]));
    for (const { glob, count, below } of contents.folds) {
      const listed = await listFold(fileSystem, glob);
      const directories = listed.filter((name) => kinds.get(name) === "directory");
      const inside = directories.reduce((sum, name) => sum + treeBelow(around, name).length, 0);
      expect([glob, listed.length, directories.length === 0 ? undefined : inside]).toEqual([glob, count, below]);
      seen.push(...listed);
    }
    expect(new Set(seen).size).toBe(seen.length);
  }
}

/** What a fold of the root lists. */
async function listFold(fileSystem: FileSystem, glob: string): Promise<ByteString[]> {
  const { entries } = await listDir({
    dirPath: MEMORY_ROOT,
    include: `/${glob}`,
    depth: 1,
    limit: 1_000_000,
    gitignore: "off",
    fileSystem,
  });
  return entries.map(bytesOfEntry);
}
