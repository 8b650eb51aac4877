// Which directories are read at a stroke. One that is taken for small and is not holds up everybody, so doubt counts against.
import fs from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";

import { isSmallDirectory } from "../../../src/backends/disk/file-system-types.ts";
import { makeTree } from "../../support/make-tree.ts";
import { leaveOut } from "../../support/needs.ts";
import { stopClock } from "../../support/virtual-time.ts";

/** What `stat` tells of a directory, but for what the test says. */
function statOf(location: string, told: Partial<fs.Stats> = {}): fs.Stats {
  return Object.assign(fs.statSync(location), { nlink: 2 }, told);
}

/** Time passes between two turns of the event loop. */
async function passTime(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await setImmediate();
}

describe("a directory is small", () => {
  test("where its size says so, and not where that is none or large", () => {
    const location = makeTree("a", "b");
    expect(isSmallDirectory(statOf(location, { size: 1 }), location)).toBe(true);
    expect(isSmallDirectory(statOf(location, { size: 0 }), location)).toBe(false);
    expect(isSmallDirectory(statOf(location, { size: 64 * 1024 * 1024 }), location)).toBe(false);
  });

  test("only on a file system whose sizes tell something, whichever was asked about before", ({ skip }) => {
    if (process.platform !== "linux") {
      leaveOut(skip, "Linux");
    }
    const location = makeTree("a");
    // Nobody knows what a size means in /proc.
    for (const [place, isSmall] of [
      [location, true],
      ["/proc", false],
      [location, true],
    ] as const) {
      expect(isSmallDirectory(statOf(place, { size: 1 }), place)).toBe(isSmall);
    }
  });

  test("by what its device was found to hold a moment ago, and no longer", async ({ skip }) => {
    if (process.platform !== "linux") {
      leaveOut(skip, "Linux");
    }
    stopClock();
    const location = makeTree("a");
    // No device has this number, so no other test hears of it.
    const stats = statOf(location, { size: 1, dev: -1 });
    await passTime(2000);
    expect(isSmallDirectory(stats, location)).toBe(true);
    await passTime(900);
    expect(isSmallDirectory(stats, "/proc")).toBe(true);
    // The device was taken out, and another one got its number.
    await passTime(200);
    expect(isSmallDirectory(stats, "/proc")).toBe(false);
  });
});
