// Trees on the drive `C:`.
import fs from "node:fs";
import path from "node:path";

/**
 * Makes a new directory with these entries, and returns its path. A path that ends in a slash is a directory.
 * @param {string} name
 * @param {Record<string, string> | readonly string[]} entries Paths, or the contents of files by their paths.
 */
export function makeTree(name, entries) {
  const root = `C:\\trees\\${name}`;
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  const files = Array.isArray(entries) ? entries.map((entry) => [entry, ""]) : Object.entries(entries);
  for (const [entry, content] of files) {
    const location = `${root}\\${entry.replaceAll("/", "\\")}`;
    if (entry.endsWith("/")) {
      fs.mkdirSync(location, { recursive: true });
    } else {
      fs.mkdirSync(path.dirname(location), { recursive: true });
      fs.writeFileSync(location, content);
    }
  }
  return root;
}
