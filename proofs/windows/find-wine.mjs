// The Wine to run Windows programs with, or how to get one.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { unpackWine } from "./unpack-wine.mjs";

/**
 * @typedef {object} Wine
 * @property {string} version
 * @property {string} drive The folder that is the drive `C:`.
 * @property {(words: readonly string[]) => [string, string[]]} command The program to start, and its words.
 */

/** Where Debian has them: not on the PATH. */
const LOADER = "/usr/lib/wine/wine64";
const SERVER = "/usr/lib/wine/wineserver64";

/** The first version that runs Windows programs on ARM. */
const FIRST_FOR_ARM = 10;

/** Nothing of our environment, no messages of Wine's own, names as UTF-8. */
const ENVIRONMENT = [
  "WINEDEBUG=-all",
  `WINESERVER=${SERVER}`,
  "WINEDLLOVERRIDES=winemenubuilder.exe=d",
  "LANG=C.UTF-8",
];

/** Mounts what Wine needs to see, where only it sees it, and makes the folder its root directory. */
const IN_ROOT = 'root=$1; shift; mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && exec env -i "$@"';

/**
 * Finds Wine, or gets it into the folder. Throws if this machine has none.
 * @param {string} folder
 * @returns {Wine}
 */
export function findWine(folder) {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new Error(`this needs Linux on x64 or ARM, not ${process.platform} on ${process.arch}`);
  }
  const version = readVersion();
  if (process.arch === "x64" || (version ?? 0) >= FIRST_FOR_ARM) {
    if (version === undefined) {
      throw new Error("this needs Wine: apt-get install --no-install-recommends wine wine64");
    }
    return ownWine(folder, version);
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`on ARM, this needs Wine ${FIRST_FOR_ARM}, or root, to run one from a folder`);
  }
  return wineInRoot(unpackWine(folder));
}

/** The major version of the machine's Wine; undefined if it has none. */
function readVersion() {
  if (!fs.existsSync(LOADER)) {
    return undefined;
  }
  return Number(/\d+/.exec(execFileSync(LOADER, ["--version"], { encoding: "utf8" }))?.[0]);
}

/**
 * @param {string} folder
 * @param {number} version
 * @returns {Wine}
 */
function ownWine(folder, version) {
  const prefix = path.join(folder, "prefix");
  const own = [...ENVIRONMENT, `HOME=${folder}`, `WINEPREFIX=${prefix}`];
  return {
    version: `${version}`,
    drive: path.join(prefix, "drive_c"),
    command: (words) => ["/usr/bin/env", ["-i", ...own, LOADER, ...words]],
  };
}

/**
 * @param {string} root
 * @returns {Wine}
 */
function wineInRoot(root) {
  const own = [...ENVIRONMENT, "HOME=/tmp", "WINEPREFIX=/tmp/prefix", "/usr/sbin/chroot", root];
  return {
    version: `${FIRST_FOR_ARM}, unpacked`,
    drive: path.join(root, "tmp/prefix/drive_c"),
    command: (words) => ["unshare", ["--mount", "sh", "-c", IN_ROOT, "sh", root, ...own, LOADER, ...words]],
  };
}
