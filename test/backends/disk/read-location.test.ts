// Which directories are read at a stroke. One that is taken for small and is not holds up everybody, so doubt counts against.
import fs from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";

import { readLocation } from "../../../src/backends/disk/read-location.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { makeTree } from "../../support/make-tree.ts";
import { leaveOut } from "../../support/needs.ts";
import { stopClock } from "../../support/virtual-time.ts";

/** What `stat` tells of a directory, but for what the test says. */
function statOf(location: string, told: Partial<fs.Stats> = {}): fs.Stats {
  return Object.assign(fs.statSync(location), { nlink: 2 }, told);
}

/** Whether a directory is read at once. */
function isSmall(stats: fs.Stats, location: string): boolean {
  return readLocation(toByteString(location), stats, undefined).whole !== undefined;
}

/** Time passes between two turns of the event loop. */
async function passTime(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await setImmediate();
}

describe("a directory is small", () => {
  test("where its size says so, and not where that is none or large", () => {
    const location = makeTree("a", "b");
    expect(isSmall(statOf(location, { size: 1 }), location)).toBe(true);
    expect(isSmall(statOf(location, { size: 0 }), location)).toBe(false);
    expect(isSmall(statOf(location, { size: 64 * 1024 * 1024 }), location)).toBe(false);
  });

  test("only on a file system whose sizes tell something, whichever was asked about before", ({ skip }) => {
    if (process.platform !== "linux") {
      leaveOut(skip, "Linux");
    }
    const location = makeTree("a");
    // Nobody knows what a size means in /proc.
    for (const [place, expected] of [
      [location, true],
      ["/proc", false],
      [location, true],
    ] as const) {
      expect(isSmall(statOf(place, { size: 1 }), place)).toBe(expected);
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
    expect(isSmall(stats, location)).toBe(true);
    await passTime(900);
    expect(isSmall(stats, "/proc")).toBe(true);
    // The device was taken out, and another one got its number.
    await passTime(200);
    expect(isSmall(stats, "/proc")).toBe(false);
  });
});
