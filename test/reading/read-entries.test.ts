import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { treeKey, type Entry } from "../../src/core/entry.ts";
import type { Batch, FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { readEntries, type EntriesRead } from "../../src/reading/read-entries.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { PageCounter, type WalkSettings } from "../../src/reading/selection.ts";
import { gitignoreFilter } from "../../src/filters/gitignore/gitignore-filter.ts";
import { callListDir } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { makeManyFiles } from "../support/many-files.ts";
import { counting, memoryTree, unordered } from "../support/memory-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

function entries(...given: readonly string[]): Entry[] {
  return given.map((name) => ({ name: name as ByteString, kind: "file" }));
}

function giving(order: FileSystem["order"], ...batches: readonly Batch[]): FileSystem {
  return {
    ...memoryTree([]),
    order,
    async *readDirectory() {
      yield* batches;
    },
  };
}

/** What is shown of the root, which can't be read as a problem. */
async function read(settings: WalkSettings, skip = 0, needed = 100): Promise<EntriesRead> {
  const root = { path: "" as ByteString, name: "" as ByteString, above: undefined };
  const counter = new PageCounter({ skip, needed });
  const asked = { ...root, keyOf: treeKey, wants: "shown", counter, skips: true } as const;
  return (await readEntries(settings, asked)) as EntriesRead;
}

async function names(fileSystem: FileSystem): Promise<string[]> {
  return (await read(walkSettings(fileSystem))).entries.map(({ name }) => name);
}

describe("a directory that is read in order", () => {
  test.each(["none", "key"] as const)("forgets what came before a read started over, order %s", async (order) => {
    const fileSystem = giving(
      order,
      { entries: entries("a", "x") },
      { entries: [], startsOver: true },
      { entries: entries("a", "b") },
      { entries: entries("c") },
    );
    expect(await names(fileSystem)).toEqual(["a", "b", "c"]);
  });

  test.each(["none", "key"] as const)("reports how many entries it skipped, order %s", async (order) => {
    const fileSystem = giving(order, { entries: entries("a", "b", "c") });
    const settings = walkSettings(fileSystem);
    expect(await read(settings, 1, 1)).toMatchObject({ entries: entries("b"), skipped: 1 });
    expect(await read(settings, 5, 4)).toMatchObject({ entries: [], skipped: 3, hasHidden: false });
  });

  test("rejects entries that are not in the promised order", async () => {
    await expect(names(giving("key", { entries: entries("b", "a") }))).rejects.toThrow(/order "key"/);
    await expect(names(giving("key", { entries: entries("a", "a") }))).rejects.toThrow(/order "key"/);
  });
});

describe("a page far into a huge directory", () => {
  const COUNT = 40_000;
  const MOST_HELD = 1000;

  /** All entries in a given order, in batches, and a count of how often they were read. */
  function huge(numberOf: (index: number) => number) {
    const work = { reads: 0 };
    const fileSystem: FileSystem = {
      ...memoryTree([]),
      order: "none",
      async *readDirectory() {
        work.reads += 1;
        for (let start = 0; start < COUNT; start += 1000) {
          const given = Array.from({ length: 1000 }, (_, index) => String(numberOf(start + index)).padStart(6, "0"));
          yield { entries: entries(...given) };
        }
      },
    };
    return { fileSystem, work };
  }

  test.each<[string, (index: number) => number]>([
    ["no order", (index) => (index * 7919) % COUNT],
    ["order", (index) => index],
    ["the opposite order", (index) => COUNT - 1 - index],
    ["an order that misleads a sample", (index) => (index % 2 === 0 ? index / 2 : COUNT - 1 - (index - 1) / 2)],
  ])("takes few reads of a directory in %s", async (_, numberOf) => {
    for (const skip of [900, 985, 1000, 1001, COUNT / 2, COUNT - 5, COUNT, 1e9]) {
      const { fileSystem, work } = huge(numberOf);
      const settings = walkSettings(fileSystem, { mostHeld: MOST_HELD });
      const { entries: found, skipped, rest } = await read(settings, skip, 20);
      const expected = Array.from({ length: 20 }, (__, index) => skip + index).filter((rank) => rank < COUNT);
      expect(found.map(({ name }) => Number(name))).toEqual(expected);
      expect(skipped).toBe(Math.min(skip, COUNT));
      expect(rest).toBeUndefined();
      expect(work.reads).toBeLessThanOrEqual(skip >= COUNT ? 1 : 4);
    }
  });

  test("is right even while the directory grows at every read", async () => {
    let size = COUNT;
    const fileSystem: FileSystem = {
      ...memoryTree([]),
      order: "none",
      async *readDirectory() {
        size += 3000;
        // New entries sort before all existing ones.
        yield { entries: entries(...Array.from({ length: size }, (_, index) => String(900_000 - index))) };
      },
    };
    const settings = walkSettings(fileSystem, { mostHeld: MOST_HELD });
    const { entries: found } = await read(settings, 20_000, 20);
    const first = Number(found[0]?.name);
    expect(found.map(({ name }) => Number(name))).toEqual(Array.from({ length: 20 }, (_, index) => first + index));
  });
});

describe("directories that only lead", () => {
  const tree = ["a", "b", "c", "d", "e", "f", "g", "h"].flatMap((letter) => [
    { path: letter as ByteString, kind: "directory" as const },
    { path: `${letter}1` as ByteString, kind: "file" as const },
  ]);
  const leading: DirectoryFilter = {
    judge: ({ kind }) => (kind === "directory" ? "lead" : "show"),
    enter: () => leading,
  };

  test.each([5, 9])("do not count, wherever the page starts, if %i entries may be held", async (mostHeld) => {
    const files = tree.filter(({ kind }) => kind === "file").map(({ path }) => path);
    for (const [skip] of files.entries()) {
      const settings = { filter: leading, depth: 2, skip, needed: 3, mostHeld };
      const visits = await collect(walkBreadth(walkSettings(unordered(memoryTree(tree)), settings), treeKey));
      expect(visits.slice(0, 3).map(({ path }) => path)).toEqual(files.slice(skip, skip + 3));
    }
  });

  test("take no other read of the directory as long as they fit beside the page", async () => {
    const { fileSystem, read: paths } = counting(unordered(memoryTree(tree)));
    await collect(
      walkBreadth(walkSettings(fileSystem, { filter: leading, depth: 2, needed: 2, mostHeld: 20 }), treeKey),
    );
    expect(paths.filter((path) => path === "")).toHaveLength(1);
  });
});

describe("a slow filter", () => {
  /** No more than the disk returns in one batch, however large the directory's own file is. */
  const COUNT = 2000;

  /** Names that almost match the rules, at every position: each rule costs each name thousands of steps. */
  function makeHostileFolder(): string {
    const rules = `*${"a".repeat(20)}?b*\n`.repeat(inDepth(4, 20));
    const folder = makeFiles(temporaryFolder(), { ".gitignore": rules });
    makeManyFiles(
      folder,
      Array.from({ length: COUNT }, (_, index) => `${index}${"a".repeat(240)}`),
    );
    return folder;
  }

  test("is stopped in the middle of a batch from the disk, soon after the time is up", async () => {
    const folder = makeHostileFolder();
    const [fileSystem, root] = [localDisk(), toByteString(folder)];
    const batches: number[] = [];
    for await (const { entries: given } of fileSystem.readDirectory(root, "" as ByteString, {})) {
      batches.push(given.length);
    }
    // Time passes with the work: each judged entry takes one millisecond. The time runs out within one batch.
    const budget = 300;
    expect(batches[0]).toBeGreaterThan(2 * budget);
    let judged = 0;
    const rules = await gitignoreFilter({ fileSystem, root, mode: "omit", environment: {}, bounds: undefined });
    const filter: DirectoryFilter = {
      judge(entry) {
        judged += 1;
        return rules.judge(entry);
      },
      enter: (name, signal) => rules.enter(name, signal),
    };
    const settings = walkSettings(fileSystem, { root, filter, timeLeft: () => budget - judged });
    await expect(read(settings, 0, 25)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(judged).toBeGreaterThanOrEqual(budget);
    expect(judged).toBeLessThan(budget + 50);
  });

  test("makes a call fail but not miss its deadline", async () => {
    const folder = makeHostileFolder();
    const call = { dir_path: folder, gitignore: "omit" };
    // Time passes with the work: each clock check takes one millisecond.
    let looks = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (looks += 1));
    onTestFinished(() => clock.mockRestore());
    expect(await callListDir(call, { deadlineMs: 20 })).toMatch(/^error: .*time/);
    const hurried = looks;
    expect(await callListDir(call, { deadlineMs: 600_000 })).toMatch(
      /More than 25 entries found; continue with offset 26$/,
    );
    expect(hurried).toBeLessThan((looks - hurried) / 2);
  });
});
