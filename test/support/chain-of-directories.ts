// Directories in directories, deeper than any path can be long.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { onTestFinished } from "vitest";

/** Makes `count` directories of one name in a temporary folder, each in the one before. */
export function makeChain(folder: string, name: string, count: number): void {
  onTestFinished(() => {
    // Node can't remove what it can't name.
    execFileSync("rm", ["-rf", folder]);
  });
  const cwd = process.cwd();
  process.chdir(folder);
  try {
    for (let depth = 0; depth < count; depth += 1) {
      fs.mkdirSync(name);
      process.chdir(name);
    }
  } finally {
    process.chdir(cwd);
  }
}
