// Creates the trees to list in a folder below the system's temporary folder, and keeps them there. A marker next to a tree, written
// last, says that it is complete. Without it the tree is created again. All files but ignore files are empty.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { beside } from "./harness.mjs";
import { planTree } from "./plan-tree.mjs";
import { REFERENCE_MODULES } from "./reference.mjs";

/** Increase this when the trees change, so that nobody measures old ones. */
const VERSION = 3;

/** The contents of the trees' ignore files. */
const IGNORED = "node_modules/\n*.log\n/dist\n";

/** The tree to search: as large as a checkout with its packages, with a match in every few directories. */
const SEARCHED = 37_000;
const DIRECTORIES_FOR_A_MATCH = 10;

/** The trees of the parts that list a disk. `tree` and `flat` have so many entries. */
export function makeTrees(entries, report) {
  const make = (name, write) => {
    report(`making ${name}`);
    return makeOnce(name, write);
  };
  const search = Array.from(planTree(SEARCHED), ({ path: directory, files }, index) => ({
    path: directory,
    files: index % DIRECTORIES_FOR_A_MATCH === 0 ? [...files, "quote-name.ts"] : files,
  }));
  const matches = Math.ceil(search.length / DIRECTORIES_FOR_A_MATCH);
  return {
    entries,
    // Some levels deep, directories of ten to two hundred entries.
    tree: make(`tree-${entries}`, (root) => makeDirectories(root, planTree(entries))),
    flat: make(`flat-${entries}`, (root) => makeFlat(root, entries)),
    ten: make("flat-10", (root) => makeFlat(root, 10)),
    project: makeProjectTree(),
    checkout: make("checkout", makeCheckout),
    search: make(`search-${SEARCHED}`, (root) => makeDirectories(root, search)),
    searched: SEARCHED + matches,
    matches,
    empty: make("empty", () => {}),
  };
}

/** An ordinary project: 15 directories of 10 to 30 files. */
export function makeProjectTree() {
  return makeOnce("project", makeProject);
}

/** What the load test lists: `project`, the ordinary project, and `huge`, one directory of so many files. */
export function makeLoadTree(files) {
  return makeOnce(`load-${files}`, (root) => {
    makeProject(path.join(root, "project"));
    makeFlat(path.join(root, "huge"), files);
  });
}

/** Some files of a public repository in `economy/`, evenly chosen; by default all. */
export function makePathsTree(repository, most = Infinity) {
  const all = readLines(`${repository}.paths`);
  const files = Math.min(most, all.length);
  const directory = makeOnce(`part-${repository}-${files}`, (root) => {
    for (let index = 0; index < files; index += 1) {
      const file = path.join(root, all[Math.floor((index * all.length) / files)]);
      makeDirectory(path.dirname(file), [path.basename(file)]);
    }
  });
  return { directory, files };
}

/** The lines of a file in `economy/`. */
export function readLines(file) {
  const text = fs.readFileSync(beside(`economy/${file}`), "utf8");
  return text.trimEnd().split("\n");
}

/** The installed packages of the reference server, names only. */
export function makeModulesTree() {
  return makeOnce("modules", (root) => {
    for (const entry of fs.readdirSync(REFERENCE_MODULES, { withFileTypes: true, recursive: true })) {
      const directory = path.join(root, path.relative(REFERENCE_MODULES, entry.parentPath ?? entry.path));
      makeDirectory(entry.isDirectory() ? path.join(directory, entry.name) : directory, []);
      if (!entry.isDirectory()) {
        fs.writeFileSync(path.join(directory, entry.name), "");
      }
    }
  });
}

/** The name of a file of the flat directory, by its number from 0; numbers and byte order agree. */
export function flatName(number) {
  return `file-${pad(number, 7)}.txt`;
}

/** Not named like the tests' folders, or cleaning up after the tests would remove it. */
function makeOnce(name, make) {
  const root = path.join(os.tmpdir(), `bench-of-dirleaf-${VERSION}`, name);
  const marker = `${root}.complete`;
  if (!fs.existsSync(marker) || !fs.existsSync(root)) {
    fs.rmSync(root, { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    make(root);
    fs.writeFileSync(marker, "");
  }
  return root;
}

function makeDirectory(directory, files) {
  fs.mkdirSync(directory, { recursive: true });
  for (const file of files) {
    fs.writeFileSync(path.join(directory, file), file === ".gitignore" ? IGNORED : "");
  }
}

function makeDirectories(root, planned) {
  for (const { path: directory, files } of planned) {
    makeDirectory(path.join(root, directory), files);
  }
}

function makeFlat(root, entries) {
  makeDirectory(root, []);
  for (let number = 0; number < entries; number += 1) {
    fs.writeFileSync(path.join(root, flatName(number)), "");
  }
}

function makeProject(root) {
  makeDirectory(root, ["README.md", "LICENSE", "package.json", "tsconfig.json", ".gitignore", ".editorconfig"]);
  for (let number = 0; number < 15; number += 1) {
    const directory = path.join(root, `module-${pad(number, 4)}`);
    makeDirectory(directory, numbered(10 + ((number * 7) % 21), "file-"));
    // A level that a listing of depth 2 shows but does not enter.
    makeDirectory(path.join(directory, "fixtures"), ["input.json", "output.json"]);
  }
}

/** A checkout of git: `.git` as `git init` makes it, sources, rules at the top and further down, packages that they ignore. */
function makeCheckout(root) {
  const files = {
    ".": ["README.md", "LICENSE", "package.json", "package-lock.json", "tsconfig.json", ".gitignore"],
    ".git": ["description"],
    ".git/hooks": ["pre-commit.sample", "pre-push.sample"],
    ".git/info": ["exclude"],
    ".git/objects/info": [],
    ".git/refs/heads": [],
    // So many that a first page reads three directories whether it enters `.git` or not.
    docs: numbered(12, "file-"),
    test: numbered(15, "file-"),
    "src/core": numbered(12, "file-"),
    "src/render": [...numbered(9, "file-"), ".gitignore"],
    "src/tools": numbered(6, "file-"),
  };
  for (let number = 0; number < 40; number += 1) {
    files[`node_modules/package-${number}`] = ["index.js", "package.json"];
  }
  Object.entries(files).forEach(([directory, names]) => makeDirectory(path.join(root, directory), names));
  fs.writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  fs.writeFileSync(path.join(root, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

function numbered(count, prefix) {
  return Array.from({ length: count }, (_, index) => `${prefix}${pad(index + 1, 4)}.ts`);
}

function pad(number, digits) {
  return String(number).padStart(digits, "0");
}
