// Lets the disk see a mount table that a test has written. What it says can't be mounted on every machine.
import fs from "node:fs";
import path from "node:path";
import { onTestFinished, vi } from "vitest";

import { temporaryFolder } from "./make-tree.ts";

const MOUNT_TABLE = "/proc/self/mountinfo";

/** The file that is read instead of the kernel's table until the test ends, and how often it was opened. */
export function mountTableFile(text: string): { write(text: string): void; readonly reads: () => number } {
  const file = path.join(temporaryFolder(), "mounts");
  fs.writeFileSync(file, text);
  const openSync = fs.openSync.bind(fs);
  let reads = 0;
  const spy = vi.spyOn(fs, "openSync").mockImplementation((location, ...options) => {
    reads += Number(location === MOUNT_TABLE);
    return openSync(location === MOUNT_TABLE ? file : location, ...options);
  });
  onTestFinished(() => spy.mockRestore());
  return { write: (other) => fs.writeFileSync(file, other), reads: () => reads };
}
