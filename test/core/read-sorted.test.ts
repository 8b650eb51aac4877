import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../src/backends/local-disk.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { Batch, FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../../src/core/filter.ts";
import { readSorted } from "../../src/core/read-sorted.ts";
import { treeKey } from "../../src/core/sibling-order.ts";
import type { SortedRead } from "../../src/core/sorted-read.ts";
import { gitignoreFilter } from "../../src/filters/gitignore-filter.ts";
import { callListDir } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { makeManyFiles } from "../support/many-files.ts";
import { memoryTree } from "../support/memory-tree.ts";
import { walkSettings } from "../support/walk-settings.ts";

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

/** A read of what is shown, if nothing else is said. */
function readOf(read: Partial<SortedRead>): SortedRead {
  const everything = { keyOf: treeKey, filter: SHOW_ALL, wants: "shown", skip: 0, needed: 100, passes: true } as const;
  return { path: "" as ByteString, ...everything, ...read };
}

async function names(fileSystem: FileSystem): Promise<string[]> {
  return (await readSorted(walkSettings(fileSystem), readOf({}))).entries.map(({ name }) => name);
}

describe("readSorted", () => {
  test.each(["none", "key"] as const)("forgets what a read gave before it started over, order %s", async (order) => {
    const fileSystem = giving(
      order,
      { entries: entries("a", "x") },
      { entries: [], startsOver: true },
      { entries: entries("a", "b") },
      { entries: entries("c") },
    );
    expect(await names(fileSystem)).toEqual(["a", "b", "c"]);
  });

  test.each(["none", "key"] as const)("tells how many entries it passed over, order %s", async (order) => {
    const fileSystem = giving(order, { entries: entries("a", "b", "c") });
    const read = (skip: number, needed: number) => readSorted(walkSettings(fileSystem), readOf({ skip, needed }));
    expect(await read(1, 1)).toEqual({ entries: entries("b"), passed: 1 });
    expect(await read(5, 4)).toEqual({ entries: [], passed: 3 });
  });

  test("does not believe an order that is none", async () => {
    await expect(names(giving("key", { entries: entries("b", "a") }))).rejects.toThrow(/order "key"/);
    await expect(names(giving("key", { entries: entries("a", "a") }))).rejects.toThrow(/order "key"/);
  });
});

describe("a filter that is slow", () => {
  /** No more than the disk gives in one batch, however large the directory's own file is. */
  const COUNT = 2000;

  /** Names that fit rules almost to the end, at every place: each rule costs each of them thousands of steps. */
  function makeHostileFolder(): string {
    const rules = `*${"a".repeat(20)}?b*\n`.repeat(inDepth(4, 20));
    const folder = makeFiles(temporaryFolder(), { ".gitignore": rules });
    makeManyFiles(
      folder,
      Array.from({ length: COUNT }, (_, index) => `${index}${"a".repeat(240)}`),
    );
    return folder;
  }

  test("is stopped in the middle of what the disk gave at once, soon after the time is over", async () => {
    const folder = makeHostileFolder();
    const [fileSystem, root] = [localDisk(), toByteString(folder)];
    const batches: number[] = [];
    for await (const { entries: given } of fileSystem.readDirectory(root, "" as ByteString, {})) {
      batches.push(given.length);
    }
    expect(batches).toEqual([COUNT + 1]);

    // The time goes by with the work: every entry that is judged takes a millisecond of it.
    const budget = 300;
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
    await expect(readSorted(settings, readOf({ filter, needed: 25 }))).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(judged).toBeGreaterThanOrEqual(budget);
    expect(judged).toBeLessThan(budget + 50);
  });

  test("costs a call its answer, not its deadline", async () => {
    const folder = makeHostileFolder();
    const call = { dir_path: folder, gitignore: "omit" };
    // The time goes by with the work: every look at the clock takes a millisecond.
    let looks = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (looks += 1));
    onTestFinished(() => clock.mockRestore());
    expect(await callListDir(call, { deadlineMs: 20 })).toMatch(/^error: .*time/);
    const hurried = looks;
    expect(await callListDir(call, { deadlineMs: 600_000 })).toMatch(/More than 25 entries found$/);
    expect(hurried).toBeLessThan((looks - hurried) / 2);
  });
});
