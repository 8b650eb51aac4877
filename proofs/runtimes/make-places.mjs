// What the runtimes list: directories that some of them once got wrong. Our own Node creates all of it, because not every
// runtime can.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

import { makeFiles, makeWorkspace } from "../workspace.mjs";

/** A directory of more than 256 KiB, which is not read in one go. Names beyond ASCII and beyond U+FFFF. */
const HUGE = 20_000;

/** Some names that are no text. */
const ODD_NAMES = ["bad\xff", "bad\xfe", "dir\xff/in"];

/** Creates the places in a folder, and mounts one of them if that is possible. */
export async function makePlaces(folder) {
  const [huge, locked, odd, deep] = ["huge", "locked", "odd", "deep"].map((name) => path.join(folder, name));
  const workspace = makeWorkspace(folder);
  fs.mkdirSync(huge);
  fs.writeFileSync(path.join(huge, "name 0 größe \u{10000}"), "");
  for (let index = 1; index < HUGE; index += 1) {
    // Linking takes a tenth of the time of creating.
    fs.linkSync(path.join(huge, "name 0 größe \u{10000}"), path.join(huge, `name ${index} größe \u{10000}`));
  }
  makeFiles(locked, ["open", "shut/in"]);
  fs.chmodSync(path.join(locked, "shut"), 0o000);
  fs.mkdirSync(odd);
  for (const name of ODD_NAMES) {
    const location = Buffer.concat([Buffer.from(`${odd}/`), Buffer.from(name, "latin1")]);
    fs.mkdirSync(location.subarray(0, location.lastIndexOf("/")), { recursive: true });
    fs.writeFileSync(location, "");
  }
  makeChain(deep, "d".repeat(250), 20);
  const mount = await mountDirectory(path.join(workspace, "src"), path.join(folder, "mount"));
  return { workspace, huge, locked, odd, deep, mount, swapped: path.join(folder, "swapped") };
}

/** Directories inside each other, deeper than a path can be long. */
function makeChain(folder, name, count) {
  const before = process.cwd();
  fs.mkdirSync(folder);
  process.chdir(folder);
  try {
    for (let depth = 0; depth < count; depth += 1) {
      fs.mkdirSync(name);
      process.chdir(name);
    }
  } finally {
    process.chdir(before);
  }
}

/**
 * Mounts a directory by FUSE, which may stop answering. Undefined without bindfs or the right to mount; CI must have both.
 */
async function mountDirectory(directory, point) {
  fs.mkdirSync(point);
  const keeper = spawn("sh", [path.join(import.meta.dirname, "../../test/support/keep-bindfs.sh"), directory, point], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(keeper, "close");
  const [told] = await Promise.race([once(keeper.stdout, "data"), ended]);
  if (!Buffer.isBuffer(told)) {
    if (process.env.DIRLEAF_REQUIRE_ALL === "1") {
      throw new Error("bindfs can't mount here: apt-get install bindfs, and run as root on a Linux with /dev/fuse");
    }
    return undefined;
  }
  const answerer = Number(told.toString());
  return {
    point,
    stop: () => process.kill(answerer, "SIGSTOP"),
    wake: () => process.kill(answerer, "SIGCONT"),
    async unmount() {
      keeper.stdin.end();
      await ended;
    },
  };
}
