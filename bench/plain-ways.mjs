// The plain ways to read directories with Node alone: what dirleaf is compared with. All names in the trees are ASCII, so that
// JavaScript's order of strings is byte order.
import fs from "node:fs";

/** A page of a tree the eager way: reads every directory, collects all relative paths, sorts them once, and cuts the list. */
export function readAndSortTree(root, limit) {
  const paths = [];
  const directories = [""];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of fs.readdirSync(`${root}/${directory}`, { withFileTypes: true })) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      paths.push(path);
      if (entry.isDirectory()) {
        directories.push(path);
      }
    }
  }
  return paths.sort().slice(0, limit);
}

/** A page of one directory the eager way: collects everything with its kind, sorts it once, and cuts the list. */
export function readAndSortDirectory(directory, limit) {
  const entries = fs.readdirSync(directory, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit);
}

/** The lowest cost of reading every entry of a directory: each is read and dropped. Returns how many there were. */
export function drain(directory) {
  const handle = fs.opendirSync(directory);
  let count = 0;
  while (handle.readSync() !== null) {
    count += 1;
  }
  handle.closeSync();
  return count;
}

/** Reads a directory and those below it, one after the other, and keeps nothing. Returns how many entries there were. */
export async function readWithPromises(directory, depth) {
  const entries = await fs.promises.readdir(directory, { withFileTypes: true });
  let count = entries.length;
  for (const entry of entries) {
    if (depth > 1 && entry.isDirectory()) {
      count += await readWithPromises(`${directory}/${entry.name}`, depth - 1);
    }
  }
  return count;
}
