// Names that are kept in memory against another process that changes the directories: whatever was changed before a look must be
// seen by that look.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";

import { readThroughCache } from "../../src/backends/disk/read-location.ts";
import { type Clock, NamesCache } from "../../src/backends/disk/names-cache.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { inDepth } from "../support/deep.ts";
import { makeFolder } from "../support/make-tree.ts";
import { mountDisk, type DiskType } from "../support/mount-disk.ts";
import { numbered } from "../support/many-files.ts";
import { onlyInDepth } from "../support/needs.ts";

const LOOKUPS = inDepth(1000, 100_000);

/** Whole seconds are not trusted, and neither is what an overlay says: these are read each time, which takes long. */
const UNTRUSTED: ReadonlySet<DiskType> = new Set(["ext4-128", "overlay"]);

/** A clock that is ahead: to it, every directory has long been as it is. */
const AHEAD: Clock = { now: () => Date.now() + 3_600_000, elapsed: () => performance.now() };

/** Directories with a thousand files, and one that says which change it is at. */
function makeDirectories(disk: string, count: number): string[] {
  const origin = path.join(disk, "origin");
  fs.writeFileSync(origin, "");
  return numbered(count, "d").map((name) => {
    const directory = path.join(disk, name);
    fs.mkdirSync(directory);
    for (const file of numbered(1000, "file-")) {
      fs.linkSync(origin, path.join(directory, file));
    }
    fs.writeFileSync(path.join(directory, "v00000000"), "");
    return directory;
  });
}

/** Starts to change directories. Returns how to learn at which change a directory is. */
function startChanging(directories: readonly string[], longestMs: number): (index: number) => number {
  const numbers = path.join(makeFolder(), "numbers");
  fs.writeFileSync(numbers, Buffer.alloc(4 * directories.length));
  const program = path.join(import.meta.dirname, "../support/change-directories.mjs");
  const child = spawn(process.execPath, [program, numbers, String(longestMs), ...directories], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const descriptor = fs.openSync(numbers, "r");
  onTestFinished(async () => {
    child.stdin.end();
    await new Promise((resolve) => child.once("exit", resolve));
    fs.closeSync(descriptor);
  });
  const bytes = Buffer.alloc(4);
  return (index) => {
    fs.readSync(descriptor, bytes, 0, 4, 4 * index);
    return bytes.readUInt32LE();
  };
}

/** The number in the directory's `v…`, and whether it came from memory. */
async function look(directory: string, cache: NamesCache): Promise<{ version: number; isKnown: boolean }> {
  const read = { path: toByteString(directory), stats: fs.statSync(directory), followsLink: true };
  let newest = -1;
  let isKnown = false;
  const take = (name: ByteString): void => {
    newest = name.startsWith("v") ? Math.max(newest, Number(name.slice(1))) : newest;
  };
  for await (const { entries, names } of readThroughCache(read, { takesNames: true }, cache)) {
    entries.forEach(({ name }) => take(name));
    for (let place = names?.indexAfter("v") ?? 0; place < (names?.length ?? 0); place += 1) {
      isKnown = true;
      take(names?.entryAt(place).name as ByteString);
    }
  }
  return { version: newest, isKnown };
}

/** Looks again and again. Counts the answers from memory, and those that were out of date. */
async function race(directories: readonly string[], cache: NamesCache, longestMs: number, lookups: number) {
  const versionOf = startChanging(directories, longestMs);
  const found = { known: 0, stale: 0 };
  for (let count = 0; count < lookups; count += 1) {
    const index = Math.floor(Math.random() * directories.length);
    const complete = versionOf(index);
    const { version, isKnown } = await look(directories[index] as string, cache);
    found.known += Number(isKnown);
    // Between the two steps of a change there may be none.
    found.stale += Number(version !== -1 && version < complete);
    if (count % 16 === 0) {
      await sleep(Math.random() * inDepth(20, 4));
    }
  }
  return found;
}

describe.each<DiskType>(["ext4", "ext4-128", "xfs", "btrfs", "tmpfs", "overlay"])("on %s", (type) => {
  test("not one answer from memory is out of date", async ({ skip }) => {
    if (type !== "tmpfs") {
      onlyInDepth(skip);
    }
    const directories = makeDirectories(mountDisk(skip, type), inDepth(8, 64));
    await sleep(2200);
    const isTrusted = !UNTRUSTED.has(type);
    const lookups = isTrusted ? LOOKUPS : LOOKUPS / 5;
    const { known, stale } = await race(directories, new NamesCache(64 * 1024 * 1024), inDepth(300, 200), lookups);
    expect(stale).toBe(0);
    expect(known > 0).toBe(isTrusted);
  });
});

test("the same race finds answers that are out of date if a directory may just have changed", async ({ skip }) => {
  onlyInDepth(skip);
  const directories = makeDirectories(mountDisk(skip, "tmpfs"), 1);
  const cache = new NamesCache(64 * 1024 * 1024, AHEAD);
  const { stale } = await race(directories, cache, 0, 20_000);
  expect(stale).toBeGreaterThan(0);
});
