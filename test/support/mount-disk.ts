// Real file systems of several types, each with its own idea of when a directory has changed.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";

import { makeFolder } from "./make-tree.ts";
import { leaveOut, type Need, type Skip } from "./needs.ts";

/** `ext4-128` tells whole seconds; on `ext4-encrypt` directories may be encrypted. */
export type DiskType = "ext4" | "ext4-128" | "ext4-encrypt" | "xfs" | "btrfs" | "tmpfs" | "overlay";

const MAKERS: Partial<Record<DiskType, readonly [string, ...string[]]>> = {
  ext4: ["mkfs.ext4", "-q", "-I", "256"],
  "ext4-128": ["mkfs.ext4", "-q", "-I", "128"],
  "ext4-encrypt": ["mkfs.ext4", "-q", "-O", "encrypt"],
  xfs: ["mkfs.xfs", "-q"],
  btrfs: ["mkfs.btrfs", "-q"],
};

const NEEDED: Partial<Record<DiskType, Need>> = { xfs: "XFS", btrfs: "Btrfs", overlay: "overlay mounts" };

/** Mounts an empty file system and returns its location. It is unmounted when the test ends. */
export function mountDisk(skip: Skip, type: DiskType): string {
  const mounted = path.join(makeFolder(), "mounted");
  fs.mkdirSync(mounted);
  try {
    mountAt(mounted, type);
  } catch {
    return leaveOut(skip, NEEDED[type] ?? "loop mounts");
  }
  onTestFinished(() => {
    execFileSync("umount", ["--recursive", mounted]);
  });
  return type === "overlay" ? path.join(mounted, "merged") : mounted;
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
  if (type === "overlay") {
    const [lower, upper, work, merged] = ["lower", "upper", "work", "merged"].map((name) => path.join(mounted, name));
    [lower, upper, work, merged].forEach((folder) => fs.mkdirSync(folder as string));
    run(
      "mount",
      "-t",
      "overlay",
      "-o",
      `lowerdir=${lower},upperdir=${upper},workdir=${work}`,
      "overlay",
      merged as string,
    );
  }
}
