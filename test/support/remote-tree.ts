// Mounts that a test can put to sleep, disks that read them, and the processes that these disks start.
import childProcess, { type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { afterEach, beforeEach, vi, type MockInstance } from "vitest";

import { DECODES_NAMES } from "../../src/backends/disk/disk-path.ts";
import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { Batch, FileSystem, WaitOptions } from "../../src/core/file-system.ts";
import { mountBindfs, type BindfsMount } from "./bindfs-mount.ts";
import { makeEntries, makeFolder, type TreeEntry } from "./make-tree.ts";
import { leaveOut, type Skip } from "./needs.ts";

const ANY_TREE: readonly TreeEntry[] = [
  { path: "a/deep/deeper/file", kind: "file" },
  { path: "a-b", kind: "file" },
  { path: "日本", kind: "dir" },
  { path: "link", kind: "symlink", target: "a" },
  { path: "two\nlines", kind: "file" },
  { path: "pipe", kind: "fifo" },
  { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
];

/** What this runtime can create of it. */
const TREE = ANY_TREE.filter(({ path_b64: base64 }) => base64 === undefined || !DECODES_NAMES);

/** Far more than any read needs, unless it hangs. */
export const AMPLE_MS = 20_000;

/** A mount, and a disk that reads it through other processes. */
export interface RemoteTree {
  readonly mount: BindfsMount;
  readonly disk: Required<FileSystem>;
  readonly point: ByteString;
  read(below?: string, wait?: WaitOptions): Promise<Entry[]>;
}

/** Mounts a folder elsewhere, at `point` if that is given. Leaves the test out if mounting is impossible. */
export async function mountFolder(skip: Skip, source: string, point?: string): Promise<BindfsMount> {
  return (await mountBindfs(source, point)) ?? leaveOut(skip, "bindfs");
}

/** Mounts a tree, by default one with a bit of everything, and returns it with a disk. */
export async function mountTree(skip: Skip, tree: readonly TreeEntry[] = TREE): Promise<RemoteTree> {
  const source = makeFolder();
  fs.chmodSync(source, 0o755);
  makeEntries(source, tree);
  const mount = await mountFolder(skip, source);
  const point = toByteString(mount.point);
  const disk = localDisk() as Required<FileSystem>;
  return {
    mount,
    disk,
    point,
    read: (below = "", wait = { timeoutMs: AMPLE_MS }) => readAll(disk.readDirectory(point, below as ByteString, wait)),
  };
}

/** Tracks the processes that each test of a file starts, and ends them. Returns a function that lists the children of its disks. */
export function watchChildren(): () => ChildProcess[] {
  let spawned: MockInstance<typeof childProcess.spawn>;
  // Not the process that keeps a mount.
  const children = () =>
    spawned.mock.results
      .map(({ value }) => value as ChildProcess)
      .filter(({ spawnfile }) => spawnfile === process.execPath);
  beforeEach(() => {
    spawned = vi.spyOn(childProcess, "spawn");
  });
  afterEach(() => {
    // The children of the test's disks would end on their own, but later.
    children().forEach((child) => child.kill("SIGKILL"));
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  return children;
}

/** All entries of a directory. */
export async function readAll(batches: AsyncIterable<Batch>): Promise<Entry[]> {
  let all: Entry[] = [];
  for await (const { entries, startsOver } of batches) {
    all = startsOver === true ? [...entries] : all.concat(entries);
  }
  return all;
}

/** Entries in the order of their names. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** How a piece of work ended: with the code of its error, or answered. */
export async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "answered",
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
}
