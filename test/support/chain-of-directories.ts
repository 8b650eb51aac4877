// Nested directories, deeper than the longest possible path.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { onTestFinished } from "vitest";

/** Creates `count` directories of the same name in a temporary folder, each inside the previous one. */
export function makeChain(folder: string, name: string, count: number): void {
  onTestFinished(() => {
    // Node can't remove a path that is too long to name.
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
