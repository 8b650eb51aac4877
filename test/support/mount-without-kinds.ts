// A file system that does not report the kinds of its entries.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";

import { makeFolder } from "./make-tree.ts";
import { leaveOut, type Skip } from "./needs.ts";

/** Mounts an ext4 without that feature and returns its location. It is unmounted when the test ends. */
export function mountWithoutKinds(skip: Skip): string {
  const image = path.join(makeFolder(), "image");
  const mounted = makeFolder();
  fs.writeFileSync(image, "");
  fs.truncateSync(image, 16 * 1024 * 1024);
  try {
    execFileSync("mkfs.ext4", ["-q", "-O", "^filetype", image], { stdio: "ignore" });
    execFileSync("mount", ["-o", "loop", image, mounted], { stdio: "ignore" });
  } catch {
    return leaveOut(skip, "loop mounts");
  }
  onTestFinished(() => {
    execFileSync("umount", [mounted]);
  });
  return mounted;
}
