// How much memory a walk uses for a huge directory: in proportion to the page, not to what is passed over or only leads.
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Entry, EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import type { Visits } from "../../src/core/visit.ts";
import { inDepth } from "../support/deep.ts";
import { watchHeldMemory } from "../support/held-memory.ts";
import { memoryTree } from "../support/memory-tree.ts";
import { collect, walkSettings, type GivenSettings } from "../support/walk-settings.ts";
import { WALKS } from "../support/walks.ts";

const MEBIBYTE = 2 ** 20;
const COUNT = inDepth(50_000, 200_000);
const BATCH = 1000;

/** A directory small enough for a test needs an even smaller limit. */
const MOST_HELD = inDepth(8000, 16_384);
const MOST_BYTES = inDepth(5, 10) * MEBIBYTE;

/** How many entries are read between two memory measurements. */
const STRIDE = inDepth(50_000, 100_000);

/** A root with very many entries in no order, created as they are read. Its directories are empty. */
function hugeRoot(kindOf: (index: number) => EntryKind, look: () => void): FileSystem {
  return {
    ...memoryTree([]),
    order: "none",
    async *readDirectory(_, path) {
      if (path !== "") {
        return;
      }
      for (let start = 0; start < COUNT; start += BATCH) {
        yield {
          entries: Array.from({ length: BATCH }, (__, index): Entry => {
            // A full-period step through the numbers.
            const number = ((start + index) * 7919) % COUNT;
            return { name: `name ${String(number).padStart(8, "0")}` as ByteString, kind: kindOf(number) };
          }),
        };
        if ((start + BATCH) % STRIDE === 0) {
          look();
        }
      }
    },
  };
}

const isFile = (): EntryKind => "file";
const isMixed = (index: number): EntryKind => (index % 20_000 === 7 ? "directory" : "file");
const isDirectory = (): EntryKind => "directory";

/** Shows no directory but lets all of them lead. */
const LEADING: DirectoryFilter = { judge: () => "lead", enter: () => LEADING };

async function heldBy(walk: string, kindOf: (index: number) => EntryKind, settings: GivenSettings) {
  const memory = watchHeldMemory();
  const fileSystem = hugeRoot(kindOf, memory.look);
  const visits = await collect(
    WALKS[walk]?.(walkSettings(fileSystem, { needed: 26, mostHeld: MOST_HELD, ...settings })) as Visits,
  );
  return { names: visits.map(({ path }) => path), held: memory.most() };
}

function nameAt(rank: number): string {
  return `name ${String(rank).padStart(8, "0")}`;
}

// These walks share most of their code, so a quick run tries only the first.
const SOME_WALKS = ["tree", "path", "breadth", "codex-sorted"].slice(0, inDepth(1, 4));

describe.each(SOME_WALKS)("%s", (walk) => {
  test.each<[string, number, number, (index: number) => EntryKind]>([
    ["files", 1, 1e9, isFile],
    ["files, among which directories would be entered", 9, 1e9, isFile],
    ["files and some directories that are entered", 9, 1e9, isMixed],
    ["files, among which directories would be entered", 9, COUNT / 2, isFile],
    ["files and some directories", 1, COUNT - 3, isMixed],
  ])("keeps little of %s in memory, depth %i, when it passes over %i", async (_, depth, skip, kindOf) => {
    const { names, held } = await heldBy(walk, kindOf, { depth, skip });
    expect(names.slice(0, 26)).toEqual(
      Array.from({ length: 26 }, (__, index) => skip + index)
        .filter((rank) => rank < COUNT)
        .map(nameAt),
    );
    expect(held).toBeLessThan(MOST_BYTES);
  });

  test("keeps no directory that only leads if none is entered", async () => {
    const { names, held } = await heldBy(walk, isDirectory, { depth: 1, filter: LEADING });
    expect(names).toEqual([]);
    expect(held).toBeLessThan(MEBIBYTE);
  });
});

describe("directories that only lead", () => {
  test.each(["tree", "breadth"])("are kept in memory in parts, order %s", async (walk) => {
    const memory = watchHeldMemory();
    const { readDirectory, ...fileSystem } = hugeRoot(isDirectory, memory.look);
    let read = 0;
    const counted: FileSystem = {
      ...fileSystem,
      readDirectory(root, path, options) {
        read += Number(path !== "");
        return readDirectory(root, path, options);
      },
    };
    const settings = walkSettings(counted, { needed: 26, mostHeld: MOST_HELD / 2, depth: 2, filter: LEADING });
    await collect(WALKS[walk]?.(settings) as Visits);
    expect(read).toBe(COUNT);
    expect(memory.most()).toBeLessThan(1.2 * MOST_BYTES);
  });
});
