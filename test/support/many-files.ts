// Creates directories with very many files quickly.
import fs from "node:fs";
import path from "node:path";

import { makeFolder } from "./make-tree.ts";

/**
 * A folder for directories with hundreds of thousands of names, which is removed when the run ends. In memory if there is room: there, names
 * are made in half the time and removed in a twentieth. Directories of that size are read in the same way on every file system; smaller ones
 * belong on the disk.
 */
export function makeHugeFolder(): string {
  return fs.mkdtempSync(path.join(process.env["DIRLEAF_TEST_MEMORY"] as string, "folder-"));
}

/** File systems allow at least 65,000. */
const MOST_LINKS = 50_000;

/**
 * Creates files with these names in a directory, as links to one empty file, which takes a tenth of the time of new files. They are created in
 * no order, because some file systems list what was created last first. With `latin1`, each character of a name is one byte.
 */
export function makeManyFiles(directory: string, names: Iterable<string>, encoding: "utf8" | "latin1" = "utf8"): void {
  let origin = "";
  let links = MOST_LINKS;
  for (const name of shuffled(names)) {
    if (links === MOST_LINKS) {
      // A link can't lead to another file system.
      const isInMemory = directory.startsWith(`${process.env["DIRLEAF_TEST_MEMORY"]}/`);
      origin = path.join(isInMemory ? makeHugeFolder() : makeFolder(), "origin");
      fs.writeFileSync(origin, "");
      links = 0;
    }
    fs.linkSync(origin, Buffer.from(path.join(directory, name), encoding));
    links += 1;
  }
}

/** The same order each time. */
function shuffled(names: Iterable<string>): string[] {
  const all = [...names];
  let dice = all.length;
  for (let left = all.length; left > 1; left -= 1) {
    dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
    const chosen = Math.floor((dice / 2 ** 32) * left);
    [all[left - 1], all[chosen]] = [all[chosen] as string, all[left - 1] as string];
  }
  return all;
}

/** `count` names, each made of the prefix and a number. */
export function numbered(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}
