import { describe, expect, test } from "vitest";

import { NamesCache, type Clock } from "../../../src/backends/disk/names-cache.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import type { Entry } from "../../../src/core/entry.ts";

const SECOND = 1_000_000_000n;
const NOW_MS = 1_800_000_000_000;

/** The time at which a test runs, which it can set. */
function clockAt(now: number): Clock & { wall: number; since: number } {
  return {
    wall: now,
    since: 0,
    now() {
      return this.wall;
    },
    elapsed() {
      return this.since;
    },
  };
}

/** A directory that changed some seconds before the tests' time. */
function statsOf(ino: number, changes: Partial<Record<"mtimeNs" | "ctimeNs" | "size" | "nlink" | "dev", bigint>> = {}) {
  const time = BigInt(NOW_MS) * 1_000_000n - 10n * SECOND + 1n;
  return { dev: 1n, ino: BigInt(ino), mtimeNs: time, ctimeNs: time, size: 40_000n, nlink: 2n, ...changes };
}

function entries(count: number, length = 10): Entry[] {
  return Array.from({ length: count }, (_, index) => ({
    name: String(index).padStart(length, "0") as ByteString,
    kind: "file",
  }));
}

/** A name is still there. */
const isFound = () => true;

/** Reads a directory into the cache. Returns whether it is known after that. */
function remember(cache: NamesCache, stats: ReturnType<typeof statsOf>, count = 1000, length = 10, after = stats) {
  const recording = cache.record(stats);
  recording?.add(entries(count, length));
  recording?.keep(after, isFound);
  return cache.find(stats, isFound) !== undefined;
}

const MIB = 1024 * 1024;

describe("NamesCache", () => {
  test("knows the names of a directory that is as it was", async () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    expect(remember(cache, statsOf(1))).toBe(true);
    const names = await cache.find(statsOf(1), isFound)?.sort(() => undefined);
    expect(names?.length).toBe(1000);
    expect(names?.entryAt(999)).toEqual({ name: "0000000999", kind: "file" });
  });

  test.each([
    ["another device", { dev: 2n }],
    ["another size", { size: 40_020n }],
    ["another number of links", { nlink: 3n }],
    ["a later change", { mtimeNs: statsOf(1).mtimeNs + 1n }],
    ["an earlier change, as after a backup was restored", { mtimeNs: statsOf(1).mtimeNs - SECOND }],
    ["another change of the inode", { ctimeNs: statsOf(1).ctimeNs + 1n }],
  ])("knows nothing of a directory with %s", (_, changes) => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    remember(cache, statsOf(1));
    expect(cache.find(statsOf(1, changes), isFound)).toBeUndefined();
  });

  test("forgets a directory that has changed, even if it seems to change back", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    remember(cache, statsOf(1));
    cache.find(statsOf(1, { size: 1n }), isFound);
    expect(cache.find(statsOf(1), isFound)).toBeUndefined();
  });

  test.each([
    ["a moment ago", { mtimeNs: BigInt(NOW_MS) * 1_000_000n - 2n * SECOND + 1n }],
    ["a moment ago, in its inode", { ctimeNs: BigInt(NOW_MS) * 1_000_000n - 2n * SECOND + 1n }],
    ["in the future", { mtimeNs: BigInt(NOW_MS) * 1_000_000n + 3600n * SECOND + 1n }],
    ["at a whole second, as far as the disk can tell", { mtimeNs: 1000n * SECOND, ctimeNs: 1000n * SECOND }],
  ])("keeps nothing of a directory that changed %s", (_, changes) => {
    expect(remember(new NamesCache(MIB, clockAt(NOW_MS)), statsOf(1, changes))).toBe(false);
  });

  test("keeps nothing of a directory that changed while it was read, or that is small", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    const after = statsOf(1, { mtimeNs: statsOf(1).mtimeNs + 1n });
    const recording = cache.record(statsOf(1));
    recording?.add(entries(1000));
    recording?.keep(after, isFound);
    expect(cache.find(after, isFound)).toBeUndefined();
    expect(remember(cache, statsOf(1), 1000, 10, after)).toBe(false);
    expect(remember(cache, statsOf(2), 999)).toBe(false);
    expect(remember(cache, statsOf(3), 1000)).toBe(true);
  });

  test("forgets a directory if one of its names is not found, and keeps none whose first name is not", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    remember(cache, statsOf(1));
    expect(cache.find(statsOf(1), () => false)).toBeUndefined();
    expect(cache.find(statsOf(1), isFound)).toBeUndefined();
    const recording = cache.record(statsOf(1));
    recording?.add(entries(1000));
    recording?.keep(statsOf(1), (name) => name !== "0000000000");
    expect(cache.find(statsOf(1), isFound)).toBeUndefined();
  });

  test("looks up any of the names, always the same one of a directory", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    const looked = new Set<string>();
    for (let ino = 0; ino < 20; ino += 1) {
      const recording = cache.record(statsOf(ino));
      entries(1000).forEach((entry) => recording?.add([entry]));
      recording?.keep(statsOf(ino), isFound);
      [1, 2].forEach(() => cache.find(statsOf(ino), (name) => looked.add(name).size > 0));
    }
    expect(looked.size).toBeGreaterThan(10);
    expect(looked.size).toBeLessThanOrEqual(20);
  });

  test("forgets everything when the clock is set back, also what is being read, and goes on after that", () => {
    const clock = clockAt(NOW_MS);
    const cache = new NamesCache(MIB, clock);
    remember(cache, statsOf(1));
    const recording = cache.record(statsOf(2));
    recording?.add(entries(1000));
    // Time goes by, as the clock says.
    Object.assign(clock, { wall: NOW_MS + 5000, since: 5000 });
    expect(cache.find(statsOf(1), isFound)).toBeDefined();
    // It is set back by a tenth of a second.
    Object.assign(clock, { wall: NOW_MS + 4900, since: 5000 });
    expect(cache.find(statsOf(1), isFound)).toBeUndefined();
    recording?.keep(statsOf(2), isFound);
    expect(cache.find(statsOf(2), isFound)).toBeUndefined();
    expect(remember(cache, statsOf(1))).toBe(true);
  });

  test("forgets the directories that were used least recently when there is no room", () => {
    const cache = new NamesCache(80_000, clockAt(NOW_MS));
    [1, 2, 3].forEach((ino) => expect(remember(cache, statsOf(ino))).toBe(true));
    cache.find(statsOf(1), isFound);
    const isKnown = (ino: number) => cache.find(statsOf(ino), isFound) !== undefined;
    remember(cache, statsOf(4), 2000);
    expect([2, 3, 1, 4].map(isKnown)).toEqual([false, true, true, true]);
    // One that is larger than all the room pushes others out only as it is read, and is not kept.
    expect(remember(cache, statsOf(5), 20_000)).toBe(false);
  });

  test("keeps no more in all than it may, however many directories are read at once", () => {
    const most = 4 * MIB;
    const cache = new NamesCache(most, clockAt(NOW_MS));
    const recordings = Array.from({ length: 8 }, (_, index) => cache.record(statsOf(index)));
    for (let step = 0; step < 20; step += 1) {
      recordings.forEach((recording) => recording?.add(entries(1000, 200)));
      const bytes = recordings.reduce((sum, recording) => sum + (recording?.names.size ?? 0), 0);
      // Each may grow by a step before it is noticed.
      expect(bytes).toBeLessThan(most + 8 * 1.6 * MIB);
    }
    recordings.forEach((recording, index) => recording?.keep(statsOf(index), isFound));
    expect(recordings.filter((_, index) => cache.find(statsOf(index), isFound) !== undefined).length).toBeLessThan(2);
  });

  test("is filled once by listings that read the same directory at the same time", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    const first = cache.record(statsOf(1));
    expect(cache.record(statsOf(1))).toBeUndefined();
    first?.end();
    expect(cache.record(statsOf(1))).toBeDefined();
    // The first read comes to its end: the second is still the only one.
    first?.end();
    expect(cache.record(statsOf(1))).toBeUndefined();
  });

  test("notes which directories were huge, as long as their size is the same", () => {
    const cache = new NamesCache(MIB, clockAt(NOW_MS));
    expect(cache.wasHuge({ ino: 1, size: 20_000 })).toBeUndefined();
    cache.noteCount({ ino: 1, size: 20_000 }, 999);
    cache.noteCount({ ino: 2, size: 20_000 }, 1000);
    expect(cache.wasHuge({ ino: 1, size: 20_000 })).toBe(false);
    expect(cache.wasHuge({ ino: 2, size: 20_000 })).toBe(true);
    expect(cache.wasHuge({ ino: 2, size: 24_000 })).toBeUndefined();
    for (let ino = 3; ino < 10_000; ino += 1) {
      cache.noteCount({ ino, size: 1 }, 1);
    }
    expect(cache.wasHuge({ ino: 1, size: 20_000 })).toBeUndefined();
  });
});
