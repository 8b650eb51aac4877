// Small directories are read in a row and worked on in a row; whatever has to be waited for, or is large, ends the row.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { toByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../../src/core/filter.ts";
import { countTree } from "../../src/maps/count-tree.ts";
import type { CountedDirectory } from "../../src/maps/counted-directory.ts";
import { mapSettings } from "../support/map-settings.ts";
import { makeTree } from "../support/make-tree.ts";

const NAMES = Array.from({ length: 20 }, (_, index) => `d${String(index).padStart(2, "0")}`);

/** Counts a tree. Returns the counted root and what happened in order: `read a`, `work a`, `pause`. */
async function watch(
  root: string,
  fileSystem: FileSystem = localDisk(),
  timeLeft: () => number = () => Infinity,
): Promise<{ counted: CountedDirectory; log: string[] }> {
  const log: string[] = [];
  const filter: DirectoryFilter = {
    ...SHOW_ALL,
    enter(name) {
      log.push(`work ${name}`);
      return filter;
    },
  };
  const logged: FileSystem = {
    ...fileSystem,
    readDirectory(...given: Parameters<FileSystem["readDirectory"]>) {
      log.push(`read ${given[1]}`);
      return fileSystem.readDirectory(...given);
    },
  };
  const pause = () => {
    log.push("pause");
    return undefined;
  };
  const settings = mapSettings(logged, { timeLeft, pause, root: toByteString(root), rootFilter: () => filter });
  return { counted: await countTree(settings), log };
}

/** What happened, without the pauses. */
function withoutPauses(log: readonly string[]): string[] {
  return log.filter((line) => line !== "pause");
}

test("small directories are read in a row, and worked on in a row", async () => {
  const { counted, log } = await watch(makeTree(...NAMES.flatMap((name) => [`${name}/`, `${name}/file`])));
  const rows = [NAMES.slice(0, 8), NAMES.slice(8, 16), NAMES.slice(16)];
  expect(withoutPauses(log)).toEqual([
    "read ",
    ...rows.flatMap((row) => [...row.map((name) => `read ${name}`), ...row.map((name) => `work ${name}`)]),
  ]);
  expect(counted.below).toBe(40);
});

test("a row ends after some hundred entries, so that others get a turn", async () => {
  const files = Array.from({ length: 600 }, (_, index) => String(index));
  const { log } = await watch(makeTree(...["a", "b"].flatMap((name) => files.map((file) => `${name}/${file}`))));
  const first = log.indexOf("read a");
  const second = log.indexOf("read b");
  expect(log.slice(first, second)).toEqual(expect.arrayContaining(["work a", "pause"]));
});

test("a directory that has to be waited for is read to its end before the next one", async () => {
  const disk = localDisk();
  const slow: FileSystem = {
    ...disk,
    readDirectory(root, directory, options) {
      const read = disk.readDirectory(root, directory, options);
      return directory === "d02" ? { [Symbol.asyncIterator]: () => read[Symbol.asyncIterator]() } : read;
    },
  };
  const { counted, log } = await watch(makeTree(...NAMES.map((name) => `${name}/file`)), slow);
  const inOrder = withoutPauses(log).slice(1, 9).join(", ");
  expect(inOrder).toBe("read d00, read d01, read d02, work d00, work d01, work d02, read d03, read d04");
  expect(counted.below).toBe(40);
});

test("one that is gone costs only itself", async () => {
  const root = makeTree(...NAMES.map((name) => `${name}/file`));
  const disk = localDisk();
  const losing: FileSystem = {
    ...disk,
    readDirectory(from, directory, options) {
      if (directory === "d03") {
        fs.rmSync(path.join(root, "d03"), { recursive: true });
      }
      return disk.readDirectory(from, directory, options);
    },
  };
  const { counted } = await watch(root, losing);
  expect(counted.below).toBe(39);
  const problems = [...counted.directories.values()].map(({ problem }) => problem);
  expect(problems.filter((problem) => problem !== undefined)).toEqual(["no longer exists"]);
});

test("what was read to its end is no part, even if the time is up then", async () => {
  const root = makeTree(...NAMES.map((name) => `${name}/file`));
  let looks = 0;
  const { counted } = await watch(root, localDisk(), () => {
    looks += 1;
    // Enough for the root and the first row.
    return looks <= 5 ? 1000 : 0;
  });
  const parts = [...counted.directories.values()].map(({ isCut, isPartial }) => isCut || isPartial);
  expect(parts.slice(0, 8)).not.toContain(true);
  expect(parts.slice(8)).not.toContain(false);
});

test("a small directory does not take a turn of the queue", async () => {
  const root = makeTree(...Array.from({ length: 200 }, (_, index) => `d${index}/file`));
  let turns = 0;
  const state = { isDone: false };
  const counting = watch(root).then(({ counted }) => {
    state.isDone = true;
    return counted.below;
  });
  for (; !state.isDone && turns < 10_000; turns += 1) {
    await undefined;
  }
  expect(await counting).toBe(400);
  expect(turns).toBeLessThan(200);
});
