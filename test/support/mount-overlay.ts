// An overlay: a file system made of two others. For a merged directory it reports the size of only one of the two.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";

import { makeEntries, temporaryFolder } from "./make-tree.ts";
import { leaveOut, type Skip } from "./needs.ts";

/**
 * Mounts an overlay and returns its location. Its directory `merged` has `count` files from the lower layer and one from the
 * upper, whose size it reports; `lower` and `upper` have one layer each. Everything is removed when the test ends.
 */
export function mountOverlay(skip: Skip, count: number): string {
  const folder = temporaryFolder();
  if (!mount("tmpfs", "size=1g,nr_inodes=2m", folder)) {
    return leaveOut(skip, "overlay mounts");
  }
  onTestFinished(() => {
    execFileSync("umount", ["--recursive", folder]);
  });
  const files = ["lower/lower/a", "upper/upper/b", "upper/merged/last"];
  makeEntries(
    folder,
    files.map((name) => ({ path: name, kind: "file" })),
  );
  for (const name of ["lower/merged", "work", "mounted"]) {
    fs.mkdirSync(path.join(folder, name));
  }
  const mounted = path.join(folder, "mounted");
  const layers = ["lower", "upper", "work"].map((layer) => `${layer}dir=${path.join(folder, layer)}`);
  for (let index = 0; index < count; index += 1) {
    fs.writeFileSync(path.join(folder, "lower/merged", `f${index}`), "");
  }
  return mount("overlay", layers.join(","), mounted) ? mounted : leaveOut(skip, "overlay mounts");
}

function mount(type: string, options: string, point: string): boolean {
  try {
    execFileSync("mount", ["-t", type, "-o", options, type, point], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
