// Another process swaps directories for links as fast as it can while they are read. Not one name from outside may appear.
import fs from "node:fs";
import { expect, test } from "vitest";

import { AccessPolicy } from "../../src/access/access-policy.ts";
import { readErrorCode } from "../../src/core/problem.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { inDepth } from "../support/deep.ts";
import { readPlainEntries } from "../support/read-entries.ts";
import { makeTree } from "../support/make-tree.ts";
import { keepSwapping } from "../support/keep-swapping.ts";
import { leaveOut } from "../support/needs.ts";
import { countDescriptors } from "../support/process-state.ts";

const READS = inDepth(1000, 20_000);

/** A tree in which directories can become links to others outside. */
function makeSwappable(...swapped: string[]): { folder: string; swap: () => Promise<void> } {
  const inside = ["in/", "in/a/", "in/a/inside", "in/b/", "in/b/c/", "in/b/c/inside"];
  const outside = ["out/", "out/SECRET", "out/c/", "out/c/SECRET", "out/b/", "out/b/c/", "out/b/c/SECRET"];
  const folder = makeTree(...inside, ...outside);
  swapped.forEach((name) => fs.symlinkSync(`${folder}/out`, `${folder}/${name}.link`));
  return { folder, swap: () => keepSwapping(folder, swapped) };
}

/** Counts how reads end. */
async function countOutcomes(count: number, read: (round: number) => Promise<readonly string[]>) {
  const outcomes = { read: 0, failed: 0, leaked: 0 };
  for (let round = 0; round < count; round += 1) {
    try {
      const names = await read(round);
      outcomes.read += 1;
      outcomes.leaked += names.includes("SECRET") ? 1 : 0;
    } catch (error) {
      expect(readErrorCode(error) ?? (error as Error).message).toMatch(/^E(?:NOENT|NOTDIR|LOOP|INVAL)|^access denied/);
      outcomes.failed += 1;
    }
  }
  return outcomes;
}

test(`${READS} reads give nothing from outside while directories are swapped for links`, async ({ skip }) => {
  if (process.platform !== "linux") {
    leaveOut(skip, "Linux");
  }
  const { folder, swap } = makeSwappable("in/a", "in/b/c", "in/b");
  await swap();
  const disk = localDisk();
  const directories = ["in/a", "in/b", "in/b/c"];
  const before = countDescriptors(process.pid);
  const outcomes = await countOutcomes(READS, async (round) => {
    const directory = `${folder}/${directories[round % 3]}`;
    const entries = await readPlainEntries(disk, directory);
    const file = disk.readFile?.(`${directory}/SECRET`, { maxBytes: 10, refusesLinks: true });
    const secret = { name: "SECRET", kind: "file" } as const;
    const [details] = (await disk.readDetails?.(directory, [secret], {})) ?? [];
    const names = entries.map((entry) => entry.name);
    return (await file) === undefined && details === undefined ? names : [...names, "SECRET"];
  });
  expect(outcomes.leaked).toBe(0);
  expect(outcomes.read).toBeGreaterThan(READS / 20);
  expect(outcomes.failed).toBeGreaterThan(0);
  // A directory may stay open until the event loop turns.
  await new Promise((resolve) => setImmediate(resolve));
  expect(countDescriptors(process.pid)).toBe(before);
  // The test can tell: reading by the path alone, after a look at it, leaks sooner or later.
  let leaked = 0;
  while (leaked === 0) {
    const plain = await countOutcomes(READS, async (round) => {
      const directory = `${folder}/${directories[round % 3]}`;
      return fs.lstatSync(directory).isDirectory() ? fs.readdirSync(directory) : [];
    });
    ({ leaked } = plain);
  }
});

test("what is admitted and read stays inside, whatever is swapped on the way to a root", async ({ skip }) => {
  if (process.platform !== "linux") {
    leaveOut(skip, "Linux");
  }
  const { folder, swap } = makeSwappable("in/b", "in");
  const disk = localDisk();
  const roots = [`${folder}/in/b`];
  const policy = new AccessPolicy(disk, roots, []);
  // The first call finds out where the root is.
  await policy.admit(`${folder}/in/b`, () => "it", {});
  await swap();
  const outcomes = await countOutcomes(READS, async () => {
    const { realPath } = await policy.admit(`${folder}/in/b/c`, () => "it", {});
    return (await readPlainEntries(disk, realPath)).map((entry) => entry.name);
  });
  expect(outcomes.leaked).toBe(0);
  expect(outcomes.failed).toBeGreaterThan(0);
});

test("inspecting a path reveals nothing outside, either", async ({ skip }) => {
  if (process.platform !== "linux") {
    leaveOut(skip, "Linux");
  }
  const { folder, swap } = makeSwappable("in/b");
  const disk = localDisk();
  const roots = [`${folder}/in`];
  const policy = new AccessPolicy(disk, roots, []);
  await policy.admit(`${folder}/in/b`, () => "it", {});
  await swap();
  const outcomes = await countOutcomes(READS, async () => {
    await policy.admit(`${folder}/in/b/SECRET`, () => "it", {});
    return ["SECRET"];
  });
  expect(outcomes).toEqual({ read: 0, leaked: 0, failed: READS });
});
