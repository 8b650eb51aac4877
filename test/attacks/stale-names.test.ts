// Names that are kept in memory, while another process changes the directories: no answer shows one as it was before a change that was
// complete when the call began.
import { spawn, execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { FileSystem } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { inDepth } from "../support/deep.ts";
import { makeFolder } from "../support/make-tree.ts";
import { numbered } from "../support/many-files.ts";
import { onlyInDepth, leaveOut, type Skip } from "../support/needs.ts";

/** `ext4-128` tells whole seconds. */
type DiskType = "tmpfs" | "ext4" | "ext4-128";

const MAKERS: Partial<Record<DiskType, readonly [string, ...string[]]>> = {
  ext4: ["mkfs.ext4", "-q", "-I", "256"],
  "ext4-128": ["mkfs.ext4", "-q", "-I", "128"],
};

/** Mounts an empty file system and returns its location. It is unmounted when the test ends. */
function mountDisk(skip: Skip, type: DiskType): string {
  const mounted = path.join(makeFolder(), "mounted");
  fs.mkdirSync(mounted);
  try {
    mountAt(mounted, type);
  } catch {
    return leaveOut(skip, "loop mounts");
  }
  onTestFinished(() => {
    execFileSync("umount", ["--recursive", mounted]);
  });
  return mounted;
}

function mountAt(mounted: string, type: DiskType): void {
  const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: "ignore" });
  const maker = MAKERS[type];
  if (maker !== undefined) {
    const image = path.join(makeFolder(), "image");
    fs.writeFileSync(image, "");
    fs.truncateSync(image, 512 * 1024 * 1024);
    run(...maker, image);
    run("mount", "-o", "loop", image, mounted);
    return;
  }
  run("mount", "-t", "tmpfs", "-o", "size=512m", "tmpfs", mounted);
}

const LOOKUPS = inDepth(1000, 2500);

/** Directories of which names are kept, each with a file that says which change it is at. */
function makeDirectories(disk: string, count: number): string[] {
  return numbered(count, "d").map((name) => {
    // A file takes only so many links.
    const origin = path.join(disk, `origin-${name}`);
    fs.writeFileSync(origin, "");
    const directory = path.join(disk, name);
    fs.mkdirSync(directory);
    for (const file of numbered(5000, "a-file-of-many-")) {
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

/** The number in the directory's `v…`, -1 if there is none, and whether it came from memory. */
async function look(disk: FileSystem, directory: string): Promise<{ version: number; isKnown: boolean }> {
  const { batches, isSorted } = await disk.readDirectory(directory, { after: "u", limit: 10 });
  let version = -1;
  for await (const entries of batches) {
    for (const { name } of entries) {
      version = name.startsWith("v") ? Math.max(version, Number(name.slice(1))) : version;
    }
  }
  return { version, isKnown: isSorted };
}

/** Looks again and again. Counts the answers from memory, and those that were out of date. */
async function race(directories: readonly string[], longestMs: number, lookups: number) {
  const disk = localDisk();
  const versionOf = startChanging(directories, longestMs);
  const counts = { known: 0, stale: 0 };
  for (let count = 0; count < lookups; count += 1) {
    const index = Math.floor(Math.random() * directories.length);
    const complete = versionOf(index);
    const { version, isKnown } = await look(disk, directories[index] as string);
    counts.known += Number(isKnown);
    // Between the two steps of a change there may be none.
    counts.stale += Number(version !== -1 && version < complete);
    if (count % 16 === 0) {
      await sleep(Math.random() * inDepth(20, 4));
    }
  }
  return counts;
}

describe.each<DiskType>(["tmpfs", "ext4", "ext4-128"])("on %s", (type) => {
  test("not one answer from memory is out of date", async ({ skip }) => {
    if (type !== "tmpfs") {
      onlyInDepth(skip);
    }
    const directories = makeDirectories(mountDisk(skip, type), inDepth(8, 24));
    await sleep(2200);
    const { known, stale } = await race(directories, 300, LOOKUPS);
    expect(stale).toBe(0);
    expect(known).toBeGreaterThan(0);
  });
});

test("the same race finds answers that are out of date if a directory may just have changed", async ({ skip }) => {
  onlyInDepth(skip);
  const directories = makeDirectories(mountDisk(skip, "tmpfs"), 1);
  const now = Date.now.bind(Date);
  // To such a clock every directory has long been as it is.
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 3_600_000);
  onTestFinished(() => clock.mockRestore());
  expect((await race(directories, 0, 10_000)).stale).toBeGreaterThan(0);
});
