// What the runtimes list: directories that some of them once got wrong. Our own Node creates all of it, because not every
// runtime can.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

/** A directory of more than 256 KiB, which is not read in one go. Names beyond ASCII and beyond U+FFFF. */
const HUGE = 20_000;

/** Some names that are no text. */
const ODD_NAMES = ["bad\xff", "bad\xfe", "dir\xff/in"];

/**
 * Creates the places in a folder, and mounts one of them if that is possible.
 * @param {string} folder
 */
export async function makePlaces(folder) {
  const project = path.join(folder, "project");
  makeFiles(project, [
    "src/größe.ts",
    "src/\u{1f600}/deep",
    "build/out.js",
    "keep/build/x",
    "a.log",
    "b.LOG",
    " spaced ",
  ]);
  fs.writeFileSync(path.join(project, ".gitignore"), "/build/\n*.log\r\n");
  execFileSync("git", ["init", "--quiet", project]);
  makeFiles(project, ["secret/key", "ordner/Secret/key"]);
  fs.symlinkSync("src/\u{1f600}", path.join(project, "link-é"));
  fs.symlinkSync("../outside", path.join(project, "leads-out"));
  fs.symlinkSync("nowhere", path.join(project, "dangling"));
  makeFiles(path.join(folder, "outside"), ["private"]);

  const huge = path.join(folder, "huge");
  fs.mkdirSync(huge);
  fs.writeFileSync(path.join(huge, "name 0 größe \u{10000}"), "");
  for (let index = 1; index < HUGE; index += 1) {
    // Linking takes a tenth of the time of creating.
    fs.linkSync(path.join(huge, "name 0 größe \u{10000}"), path.join(huge, `name ${index} größe \u{10000}`));
  }

  const locked = path.join(folder, "locked");
  makeFiles(locked, ["open", "shut/in"]);
  fs.chmodSync(path.join(locked, "shut"), 0o000);

  const odd = path.join(folder, "odd");
  fs.mkdirSync(odd);
  for (const name of ODD_NAMES) {
    const location = Buffer.concat([Buffer.from(`${odd}/`), Buffer.from(name, "latin1")]);
    fs.mkdirSync(location.subarray(0, location.lastIndexOf("/")), { recursive: true });
    fs.writeFileSync(location, "");
  }

  makeChain(path.join(folder, "deep"), "d".repeat(250), 20);
  const mount = await mountProject(project, path.join(folder, "mount"));
  return {
    project,
    swapped: path.join(folder, "swapped"),
    huge,
    locked,
    odd,
    deep: path.join(folder, "deep"),
    mount,
  };
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

/** Creates empty files, and the directories above them. */
export function makeFiles(folder, names) {
  for (const name of names) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), "");
  }
}

/**
 * Mounts the project by FUSE, which may stop answering. Undefined without bindfs or the right to mount; CI must have both.
 */
async function mountProject(project, point) {
  fs.mkdirSync(point);
  const keeper = spawn("sh", [path.join(import.meta.dirname, "../../test/support/keep-bindfs.sh"), project, point], {
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
