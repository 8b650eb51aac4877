// A case-insensitive disk: exFAT through FUSE, which counts as remote, and an overlay over it, which counts as local.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export interface FoldingDisk {
  /** The exFAT file system, through FUSE. Don't write to it once the overlay is mounted. */
  readonly remote: string;
  /** The same as a read-only overlay. */
  readonly near: string;
}

/** Mounts a disk with what `fill` creates. Returns undefined if that is impossible: without exfat-fuse, or without root. */
export function mountFoldingDisk(fill: (folder: string) => void): FoldingDisk | undefined {
  const base = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "dirleaf-exfat-"));
  const [image, remote, near, nothing] = ["image", "far", "near", "nothing"].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  const mounted: string[] = [];
  onTestFinished(() => {
    for (const point of mounted.toReversed()) {
      execFileSync("umount", [point]);
    }
    fs.rmSync(base, { recursive: true });
  });
  const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: "ignore" });
  try {
    [remote, near, nothing].forEach((folder) => fs.mkdirSync(folder));
    fs.writeFileSync(image, "");
    fs.truncateSync(image, 16 * 1024 * 1024);
    run("mkfs.exfat", image);
    run("mount", "-t", "exfat-fuse", "-o", "loop", image, remote);
    mounted.push(remote);
    fill(remote);
    run("mount", "-t", "overlay", "-o", `lowerdir=${remote}:${nothing}`, "overlay", near);
    mounted.push(near);
    return { remote, near };
  } catch {
    return undefined;
  }
}
