// How paths are written on Windows: drives, both separators, other case, `\\?\`, quotes, names that used to be devices.
import fs from "node:fs";

import { callTool, listDir } from "./call.mjs";
import { makeTree } from "./make-tree.mjs";

/** @param {import("./checks.mjs").Checks} checks */
export async function checkPaths(checks) {
  const root = makeTree("paths", ["open/x", "Upper/y", "größe/z", "zero\u200bwidth/in"]);
  const inside = ["Upper/", "  y", "größe/", "  z", "open/", "  x", '"zero\\u200bwidth"/', "  in"].join("\n");
  const slashes = root.replaceAll("\\", "/");
  for (const path of [
    root,
    slashes,
    root.toLowerCase(),
    slashes.toUpperCase(),
    `c${root.slice(1)}`,
    `\\\\?\\${root}`,
    `//?/${slashes}`,
    `\\\\.\\${root}`,
    `${root}\\`,
    `${slashes}/`,
    `${root}\\.\\open\\..`,
    "C:\\trees/paths",
    "C:\\\\trees\\\\paths",
  ]) {
    checks.equal(`the path ${path}`, await listDir(path), `Absolute path: ${path}\n${inside}`);
  }
  await checkDrives(checks);
  await checkRefusals(checks, root);
  await checkQuotes(checks, root);
  await checkNames(checks);
  await checkReading(checks);
}

/** How many entries there are in a directory that is read in several batches. */
const MANY = 2500;

/**
 * The size of a directory says nothing on Windows, so all of them are read in batches.
 * @param {import("./checks.mjs").Checks} checks
 */
async function checkReading(checks) {
  const names = Array.from({ length: MANY }, (_, index) => `f${String(index).padStart(4, "0")}`);
  const root = makeTree("many", names);
  const seen = [];
  for (let offset = 1; offset <= MANY; offset += 1000) {
    const lines = (await listDir(root, {}, { offset, limit: 1000 })).split("\n");
    seen.push(...lines.filter((line) => /^f\d+$/.test(line)));
  }
  checks.equal("pages of a large directory hold every entry once", seen, names);
  const last = await listDir(root, {}, { order: "tree", after: names.at(-2) });
  checks.equal("a cursor far inside it", last, `Absolute path: ${root}\n…\n${names.at(-1)}`);
  const detailed = makeTree("details", { "a.txt": "12345" });
  const text = await listDir(detailed, {}, { details: true });
  checks.equal("size and time of a file", text, /\na\.txt \[5, \d{4}-\d\d-\d\d \d\d:\d\d\]$/);
}

/** @param {import("./checks.mjs").Checks} checks */
async function checkDrives(checks) {
  const inC = { workingDirectory: "C:\\trees" };
  const inZ = { workingDirectory: "Z:\\" };
  checks.equal("the top of a drive", await listDir("C:\\", {}, { depth: 1 }), /^trees\/$/m);
  checks.equal("the top of a drive, with a slash", await listDir("c:/", {}, { depth: 1 }), /^trees\/$/m);
  for (const path of ["\\trees\\paths\\open", "/trees/paths/open"]) {
    const listed = "Absolute path: C:\\trees\\paths\\open\nx";
    checks.equal(`${path} is on the drive of the working directory`, await listDir(path, inC), listed);
    checks.equal(`${path} is not on another drive`, await listDir(path, inZ), /does not exist, but Z:\//);
    const json = JSON.parse(await callTool("list_directory", { path }, inC));
    checks.equal(`${path} for list_directory`, json.directory, "C:\\trees\\paths\\open");
    checks.equal(`${path} in a root without a drive`, await listDir(path, { ...inC, roots: ["\\trees"] }), listed);
  }
  const { files } = JSON.parse(await callTool("list_directory", { path: "paths\\open" }, inC));
  checks.equal("list_directory from the working directory", files, ["x"]);
}

/**
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkRefusals(checks, root) {
  const options = { workingDirectory: root };
  for (const path of ["open", ".\\open", "./open"]) {
    checks.equal(`${path} is relative`, await listDir(path, options), `Absolute path: ${root}/open\nx`);
  }
  checks.equal("C:open is refused", await listDir("C:open", options), /^error: dir_path must be an absolute path/);
  checks.equal(
    "a missing path is answered with the nearest",
    await listDir(`${root}\\opne`),
    `error: failed to read directory: ${root}\\opne does not exist, but C:/trees/paths does; did you mean C:/trees/paths/open?`,
  );
  checks.equal("the nearest path can be listed", await listDir("C:/trees/paths/open"), /\nx$/);
  checks.equal(
    "a file is no directory",
    await listDir(`${root}\\open\\x`),
    /is not a directory; list C:\/trees\/paths\/open instead/,
  );
  checks.equal(
    "a drive that does not exist",
    await listDir("Q:\\x"),
    /^error: failed to read directory: Q:\\x does not exist/,
  );
  checks.equal("~ is no path", await listDir("~\\x"), /dir_path must be an absolute path; ~ stands for nothing here/);
}

/**
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkQuotes(checks, root) {
  const header = (await listDir(`${root}\\zero\u200bwidth`)).split("\n")[0]?.replace("Absolute path: ", "") ?? "";
  checks.equal("a name with a character that nobody sees", header, '"C:\\\\trees\\\\paths\\\\zero\\u200bwidth"');
  for (const path of [header, `${root}\\"zero\\u200bwidth"`, 'C:/trees/paths/"zero\\u200bwidth"']) {
    for (const roots of [undefined, [root]]) {
      const title = `${path} as it is shown${roots === undefined ? "" : ", in a root"}`;
      checks.equal(title, await listDir(path, { roots }), `Absolute path: ${path}\nin`);
    }
    checks.equal(`${path} outside the roots`, await listDir(path, { roots: [`${root}\\open`] }), /is outside/);
  }
  const json = await callTool("list_directory", { path: header });
  checks.equal("the header in list_directory", JSON.parse(json).files, ["in"]);
  checks.equal(
    "the header in map_dir",
    await callTool("map_dir", { dir_path: header }),
    `Absolute path: ${header}\nin`,
  );
}

/**
 * Node gives Windows paths that it takes as they are, so what programs can't say otherwise are names like any other.
 * @param {import("./checks.mjs").Checks} checks
 */
async function checkNames(checks) {
  const names = ["CON", "NUL", "aux.txt", "dot.", "space ", "com1"];
  const root = makeTree(
    "names",
    names.map((name) => `${name}/in`),
  );
  const shown = ["CON/", "NUL/", "aux.txt/", "com1/", "dot./", '"space "/'];
  const text = ["Absolute path: C:\\trees\\names", ...shown].join("\n");
  checks.equal("reserved names are listed", await listDir(root, {}, { depth: 1 }), text);
  for (const name of ["CON", "NUL", "aux.txt", "com1"]) {
    const path = `${root}\\${name}`;
    checks.equal(`${JSON.stringify(name)} as a path`, await listDir(path), `Absolute path: ${path}\nin`);
  }
  // The names with a dot or a space at their end can't be opened by a path, so they can't be where a page starts either.
  for (const after of shown.slice(0, 4)) {
    const first = ["Absolute path: C:\\trees\\names", `${after}`, "  in"].join("\n");
    const page = await listDir(root, {}, { after, limit: 1 });
    checks.equal(`${after} as a cursor`, page.split("\n").slice(0, 3).join("\n"), first);
  }
  for (const device of ["C:\\NUL", "C:\\CON", "\\\\.\\NUL", "C:\\trees\\names\\PRN"]) {
    checks.equal(`${device} is no directory`, await listDir(device), /^error: failed to read directory/);
  }
  const deep = `${root}\\${Array.from({ length: 10 }, () => "n".repeat(40)).join("\\")}`;
  fs.mkdirSync(`${deep}\\in`, { recursive: true });
  checks.equal("a path of more than 260 characters", await listDir(deep), `Absolute path: ${deep}\nin/ [empty]`);
}
