// What some machines lack, and how to get it. A test says what it needs. If that is missing, the test is left out, and the
// run ends with a line that says so.
import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

import { isQuick } from "./deep.ts";

/** The `skip` of a test's context. */
export type Skip = TestContext["skip"];

/** What a test may need, and how to get it. */
export const NEEDS = {
  bash: "apt-get install bash",
  zsh: "apt-get install zsh",
  fish: "apt-get install fish",
  script: "apt-get install bsdutils",
  bindfs: "apt-get install bindfs, and run as root on a Linux with /dev/fuse",
  "loop mounts": "run as root on a Linux with loop devices, with e2fsprogs installed",
  overlayfs: "run as root on a Linux with overlayfs",
  "mount namespaces": "run as root on a Linux with unshare",
  Linux: "run on Linux",
  "another user": "run as root on Linux",
} as const;

export type Need = keyof typeof NEEDS;

/** Why a test was skipped that the machine could have run. */
export const IN_DEPTH = "only in depth";

/** Leaves the test out because something is missing. */
export function leaveOut(skip: Skip, need: Need): never {
  return skip(need);
}

/** For a test that is slow however small its numbers are: `npm test` skips it, and `npm run test:deep` runs it. */
export function onlyInDepth(skip: Skip): void {
  if (isQuick()) {
    skip(IN_DEPTH);
  }
}

/** Leaves the test out unless a program can be started. */
export function needProgram(skip: Skip, program: "bash" | "zsh" | "fish" | "script"): void {
  // `script` may exist but be a different one: the BSD version has no `-c`.
  const words = program === "script" ? ["-qec", "true", "/dev/null"] : ["-c", "exit 0"];
  if (spawnSync(program, words, { stdio: "ignore" }).status !== 0) {
    leaveOut(skip, program);
  }
}
