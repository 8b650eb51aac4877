// What not every machine has, and how to get it. A test says what it needs; where that is missing it is left out, and the
// run ends with a line that says so.
import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

/** Skips a test: that of the test's context. */
export type Skip = TestContext["skip"];

/** What a test may need, each with how to get it. */
export const NEEDS = {
  bash: "apt-get install bash",
  zsh: "apt-get install zsh",
  fish: "apt-get install fish",
  script: "apt-get install bsdutils",
  bindfs: "apt-get install bindfs, and run as root on a Linux with /dev/fuse",
  "loop mounts": "run as root on a Linux with loop devices, with e2fsprogs installed",
  "overlay mounts": "run as root on a Linux with overlayfs",
  "mount namespaces": "run as root on a Linux with unshare",
  Linux: "run on Linux",
  exFAT: "apt-get install exfat-fuse exfatprogs, and run as root on a Linux with /dev/fuse and loop devices",
} as const;

export type Need = keyof typeof NEEDS;

/** Leaves the test out for want of something. */
export function leaveOut(skip: Skip, need: Need): never {
  return skip(need);
}

/** Leaves the test out unless a program can be started. */
export function needProgram(skip: Skip, program: "bash" | "zsh" | "fish" | "script"): void {
  // `script` may be there and be another one: that of BSD knows no `-c`.
  const words = program === "script" ? ["-qec", "true", "/dev/null"] : ["-c", "exit 0"];
  if (spawnSync(program, words, { stdio: "ignore" }).status !== 0) {
    leaveOut(skip, program);
  }
}
