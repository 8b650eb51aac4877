// Disks that find an entry by any spelling of its name: one of our own that folds all that APFS and NTFS fold, and exFAT. Both are FUSE
// file systems, which count as remote. An overlay over each counts as local.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";

import { inDepth, isQuick } from "./deep.ts";
import { endRemoteReaders } from "./end-remote-readers.ts";
import { makeFolder } from "./make-tree.ts";
import { leaveOut, type Need, type Skip } from "./needs.ts";

export type FoldingDisk = "folding disk" | "overlay on a folding disk" | "exFAT" | "overlay on exFAT";

const ALL_DISKS: readonly FoldingDisk[] = ["folding disk", "overlay on a folding disk", "exFAT", "overlay on exFAT"];

/** The last differs from the others in nothing that they don't show. */
export const FOLDING_DISKS: readonly FoldingDisk[] = ALL_DISKS.slice(0, isQuick() ? 1 : inDepth(3, 4));

const PROGRAM = path.join(import.meta.dirname, "folding-disk-program.mjs");

/**
 * Mounts a disk with what `fill` creates for all tests of a file or a `describe`, and returns a function that gives its location. An
 * overlay can't be written to. Where mounting is impossible, that function leaves out the test that calls it.
 */
export function foldingDisk(which: FoldingDisk, fill: (folder: string) => void = () => {}): (skip: Skip) => string {
  const undo: Undo = [];
  let missing: Need | undefined;
  let disk: string | undefined;
  beforeAll(async () => {
    const isExfat = which.endsWith("exFAT");
    disk = isExfat ? mountExfat(undo) : await mountFolding(undo);
    if (disk === undefined) {
      missing = isExfat ? "exFAT" : "FUSE";
      return;
    }
    fill(disk);
    if (which.startsWith("overlay")) {
      disk = mountOverlayOn(disk, undo);
      missing = "overlay mounts";
    }
  });
  afterAll(() => undoAll(undo));
  return (skip) => disk ?? leaveOut(skip, missing ?? "FUSE");
}

/** A folder on our own disk: where it is mounted, and the same folder on the disk below, which tells names apart. */
export interface FolderOnFoldingDisk {
  readonly root: string;
  readonly source: string;
}

/** Mounts our own disk for all tests of a file or a `describe`, and returns a function that makes folders on it. */
export function foldersOnFoldingDisk(): (skip: Skip) => FolderOnFoldingDisk {
  const undo: Undo = [];
  const source = makeFolder();
  let point: string | undefined;
  let made = 0;
  beforeAll(async () => {
    point = await mountFolding(undo, source);
  });
  afterAll(() => undoAll(undo));
  return (skip) => {
    made += 1;
    const name = `folder-${made}`;
    const root = `${point ?? leaveOut(skip, "FUSE")}/${name}`;
    fs.mkdirSync(`${source}/${name}`);
    return { root, source: `${source}/${name}` };
  };
}

async function undoAll(undo: Undo): Promise<void> {
  await endRemoteReaders();
  for (const step of undo.toReversed()) {
    await step();
  }
}

type Undo = (() => Promise<void> | void)[];

/** Our own disk, empty; undefined if it can't be mounted. */
async function mountFolding(undo: Undo, source: string = makeFolder()): Promise<string | undefined> {
  if (process.platform !== "linux") {
    return undefined;
  }
  const point = temporaryPoint(undo);
  fs.chmodSync(source, 0o755);
  // It unmounts itself when its input ends, so that it does not outlive a killed process.
  const keeper = spawn(process.execPath, [PROGRAM, source, point], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(keeper, "close");
  undo.push(async () => {
    keeper.stdin.end();
    await ended;
  });
  const [told] = (await Promise.race([once(keeper.stdout, "data"), ended])) as [unknown];
  return Buffer.isBuffer(told) ? point : undefined;
}

function mountExfat(undo: Undo): string | undefined {
  const [image, point] = [path.join(makeFolder(), "image"), temporaryPoint(undo)];
  try {
    fs.writeFileSync(image, "");
    fs.truncateSync(image, 16 * 1024 * 1024);
    execFileSync("mkfs.exfat", [image], { stdio: "ignore" });
    mount("exfat-fuse", "loop", image, point, undo);
    return point;
  } catch {
    return undefined;
  }
}

function mountOverlayOn(disk: string, undo: Undo): string | undefined {
  const point = temporaryPoint(undo);
  try {
    mount("overlay", `lowerdir=${disk}:${makeFolder()}`, "overlay", point, undo);
    return point;
  } catch {
    return undefined;
  }
}

function mount(type: string, options: string, source: string, point: string, undo: Undo): void {
  execFileSync("mount", ["-t", type, "-o", options, source, point], { stdio: "ignore" });
  undo.push(() => {
    execFileSync("umount", [point]);
  });
}

/** Not among the other folders of the run, because these are removed recursively when it ends. */
function temporaryPoint(undo: Undo): string {
  const point = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "dirleaf-folding-"));
  fs.chmodSync(point, 0o755);
  undo.push(() => fs.rmdirSync(point));
  return point;
}
