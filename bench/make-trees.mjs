// Creates the trees to list in a cache folder below the system's temporary folder, and keeps them there. A marker next to a
// tree, written last, says that it is complete. Without it the tree is created again.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { planTree } from "./plan-tree.mjs";

/** Increase this when the trees change, so that nobody measures old ones. */
const VERSION = 2;

/** The contents of the trees' ignore files. */
const IGNORED = "node_modules/\n*.log\n/dist\n";

/**
 * @typedef {object} Trees
 * @property {number} entries The size of `tree` and of `flat`.
 * @property {string} tree Some levels deep, directories of ten to two hundred entries.
 * @property {string} flat One directory, files only.
 * @property {string} project An ordinary project: 15 directories of 10 to 30 files.
 * @property {string} checkout A checkout of git: `.git`, sources, rules at the top and further down, packages that they ignore.
 * @property {string} search A tree to search by name, like `tree`.
 * @property {number} searched How many entries `search` has.
 * @property {number} matches How many of them match the search.
 * @property {string} empty An empty directory.
 */

/** The tree to search: as large as a checkout with its packages, with a match in every few directories. */
const SEARCHED = 37_000;
const DIRECTORIES_FOR_A_MATCH = 10;

/**
 * The trees, created if they do not exist yet.
 * @param {number} entries
 * @param {(message: string) => void} report
 * @returns {Trees}
 */
export function makeTrees(entries, report) {
  return {
    entries,
    tree: makeOnce(`tree-${entries}`, (root) => makeTree(root, entries), report),
    flat: makeOnce(`flat-${entries}`, (root) => makeFlat(root, entries), report),
    project: makeProjectTree(report),
    checkout: makeOnce("checkout", makeCheckout, report),
    search: makeOnce(`search-${SEARCHED}`, (root) => planSearch().forEach(makeIn(root)), report),
    searched: SEARCHED + countMatches(planSearch()),
    matches: countMatches(planSearch()),
    empty: makeOnce("empty", () => {}, report),
  };
}

/** The directories of the tree to search. */
function planSearch() {
  return Array.from(planTree(SEARCHED), ({ path: place, files }, index) => ({
    path: place,
    files: index % DIRECTORIES_FOR_A_MATCH === 0 ? [...files, "quote-name.ts"] : files,
  }));
}

/** @param {readonly import("./plan-tree.mjs").PlannedDirectory[]} directories */
function countMatches(directories) {
  return Math.ceil(directories.length / DIRECTORIES_FOR_A_MATCH);
}

/**
 * Just the ordinary project.
 * @param {(message: string) => void} report
 */
export function makeProjectTree(report) {
  return makeOnce("project", makeProject, report);
}

/**
 * What the load test lists: `project`, the ordinary project, and `huge`, one directory of so many files.
 * @param {number} files
 * @param {(message: string) => void} report
 */
export function makeLoadTree(files, report) {
  const make = (/** @type {string} */ root) => {
    makeProject(path.join(root, "project"));
    fs.mkdirSync(path.join(root, "huge"));
    makeFlat(path.join(root, "huge"), files);
  };
  return makeOnce(`load-${files}`, make, report);
}

/**
 * A project as large as a real one: the files of a public repository, all empty.
 * @param {string} repository A name in `economy/`.
 * @param {(message: string) => void} report
 */
export function makePathsTree(repository, report) {
  return makeOnce(`paths-${repository}`, (root) => makePaths(root, readPaths(repository)), report);
}

/**
 * A part of such a project: some of its files, evenly chosen.
 * @param {string} repository
 * @param {number} most
 * @param {(message: string) => void} report
 */
export function makePartOfPaths(repository, most, report) {
  const all = readPaths(repository);
  const files = Math.min(most, all.length);
  const paths = Array.from({ length: files }, (_, index) => all[Math.floor((index * all.length) / files)] ?? "");
  return { directory: makeOnce(`part-${repository}-${files}`, (root) => makePaths(root, paths), report), files };
}

/** @param {string} repository */
function readPaths(repository) {
  const text = fs.readFileSync(new URL(`./economy/${repository}.paths`, import.meta.url), "utf8");
  return text.trim().split("\n");
}

/**
 * @param {string} root
 * @param {readonly string[]} paths
 */
function makePaths(root, paths) {
  for (const file of paths) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), "");
  }
}

/**
 * The name of a file of the flat directory; numbers and byte order agree.
 * @param {number} number From 0.
 */
export function flatName(number) {
  return `file-${String(number).padStart(7, "0")}.txt`;
}

/**
 * @param {string} name
 * @param {(root: string) => void} make
 * @param {(message: string) => void} report
 * @returns {string}
 */
function makeOnce(name, make, report) {
  const root = placeOf(name);
  const marker = `${root}.complete`;
  if (!fs.existsSync(marker) || !fs.existsSync(root)) {
    report(`making ${name}`);
    fs.rmSync(root, { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    make(root);
    fs.writeFileSync(marker, "");
  }
  return root;
}

/**
 * Where a tree is kept. Not named like the tests' folders, or cleaning up after the tests would remove it.
 * @param {string} name
 */
export function placeOf(name) {
  return path.join(os.tmpdir(), `bench-of-dirleaf-${VERSION}`, name);
}

/**
 * @param {string} root
 * @param {number} entries
 */
function makeTree(root, entries) {
  Array.from(planTree(entries)).forEach(makeIn(root));
}

/**
 * @param {string} root
 * @returns {(directory: import("./plan-tree.mjs").PlannedDirectory) => void}
 */
function makeIn(root) {
  return ({ path: place, files }) => makeDirectory(path.join(root, place), files);
}

/**
 * @param {string} root
 * @param {number} entries
 */
function makeFlat(root, entries) {
  for (let number = 0; number < entries; number += 1) {
    fs.writeFileSync(path.join(root, flatName(number)), "");
  }
}

/** @param {string} root */
function makeProject(root) {
  makeDirectory(root, ["README.md", "LICENSE", "package.json", "tsconfig.json", ".gitignore", ".editorconfig"]);
  for (let number = 0; number < 15; number += 1) {
    const directory = path.join(root, `module-${String(number).padStart(4, "0")}`);
    const count = 10 + ((number * 7) % 21);
    const files = Array.from({ length: count }, (_, index) => `file-${String(index + 1).padStart(4, "0")}.ts`);
    makeDirectory(directory, files);
    // A level that a listing of depth 2 shows but does not enter.
    makeDirectory(path.join(directory, "fixtures"), ["input.json", "output.json"]);
  }
}

/** @param {string} root */
function makeCheckout(root) {
  makeDirectory(root, ["README.md", "LICENSE", "package.json", "package-lock.json", "tsconfig.json", ".gitignore"]);
  // So many that a first page reads three directories whether it enters `.git` or not.
  for (const [place, count] of Object.entries({
    docs: 12,
    test: 15,
    "src/core": 12,
    "src/render": 9,
    "src/tools": 6,
  })) {
    makeDirectory(
      path.join(root, place),
      Array.from({ length: count }, (_, index) => `file-${index + 1}.ts`),
    );
  }
  makeDirectory(path.join(root, "src/render"), [".gitignore"]);
  for (let number = 0; number < 40; number += 1) {
    makeDirectory(path.join(root, "node_modules", `package-${number}`), ["index.js", "package.json"]);
  }
  // As `git init` makes it, but without git.
  const git = path.join(root, ".git");
  makeDirectory(git, ["description"]);
  makeDirectory(path.join(git, "hooks"), ["pre-commit.sample", "pre-push.sample"]);
  makeDirectory(path.join(git, "info"), ["exclude"]);
  makeDirectory(path.join(git, "objects/info"), []);
  makeDirectory(path.join(git, "refs/heads"), []);
  fs.writeFileSync(path.join(git, "HEAD"), "ref: refs/heads/main\n");
  fs.writeFileSync(path.join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

/**
 * @param {string} directory
 * @param {readonly string[]} files
 */
export function makeDirectory(directory, files) {
  fs.mkdirSync(directory, { recursive: true });
  for (const file of files) {
    fs.writeFileSync(path.join(directory, file), file === ".gitignore" ? IGNORED : "");
  }
}
