// Creates the trees to list in a cache folder below the system's temporary folder, and keeps them there. A marker next to a
// tree, written last, says that it is complete. Without it the tree is created again. All files but ignore files are empty.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { beside } from "./harness.mjs";
import { planTree } from "./plan-tree.mjs";
import { REFERENCE_MODULES } from "./reference.mjs";

/** Increase this when the trees change, so that nobody measures old ones. */
const VERSION = 2;

/** The contents of the trees' ignore files. */
const IGNORED = "node_modules/\n*.log\n/dist\n";

/** The tree to search: as large as a checkout with its packages, with a match in every few directories. */
const SEARCHED = 37_000;
const DIRECTORIES_FOR_A_MATCH = 10;

const REPOSITORY = beside("..");

/** The trees of the parts that list a disk. `tree` and `flat` have so many entries. */
export function makeTrees(entries, report) {
  const search = Array.from(planTree(SEARCHED), ({ path: place, files }, index) => ({
    path: place,
    files: index % DIRECTORIES_FOR_A_MATCH === 0 ? [...files, "quote-name.ts"] : files,
  }));
  const matches = Math.ceil(search.length / DIRECTORIES_FOR_A_MATCH);
  return {
    entries,
    // Some levels deep, directories of ten to two hundred entries.
    tree: makeOnce(`tree-${entries}`, (root) => makeDirectories(root, planTree(entries)), report),
    flat: makeOnce(`flat-${entries}`, (root) => makeFlat(root, entries), report),
    project: makeProjectTree(report),
    checkout: makeOnce("checkout", makeCheckout, report),
    search: makeOnce(`search-${SEARCHED}`, (root) => makeDirectories(root, search), report),
    searched: SEARCHED + matches,
    matches,
    empty: makeOnce("empty", () => {}, report),
  };
}

/** An ordinary project: 15 directories of 10 to 30 files. */
export function makeProjectTree(report) {
  return makeOnce("project", makeProject, report);
}

/** What the load test lists: `project`, the ordinary project, and `huge`, one directory of so many files. */
export function makeLoadTree(files, report) {
  const make = (root) => {
    makeProject(path.join(root, "project"));
    fs.mkdirSync(path.join(root, "huge"));
    makeFlat(path.join(root, "huge"), files);
  };
  return makeOnce(`load-${files}`, make, report);
}

/** Some files of a public repository in `economy/`, evenly chosen; by default all. */
export function makePathsTree(repository, report, most = Infinity) {
  const all = readLines(`${repository}.paths`);
  const files = Math.min(most, all.length);
  const paths = Array.from({ length: files }, (_, index) => all[Math.floor((index * all.length) / files)]);
  const make = (root) => {
    for (const file of paths) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), "");
    }
  };
  return { directory: makeOnce(`part-${repository}-${files}`, make, report), files };
}

/** The lines of a file in `economy/`. */
export function readLines(file) {
  return fs
    .readFileSync(beside(`economy/${file}`), "utf8")
    .trim()
    .split("\n");
}

/**
 * The trees whose listings a model sees, each with the directory of which one level is listed: this project, installed packages,
 * a data set. Created anew for each run, from names only.
 */
export function makeListedTrees() {
  const [project, modules, data] = ["listed-project", "listed-modules", "listed-data"].map((name) => {
    fs.rmSync(placeOf(name), { recursive: true, force: true });
    return placeOf(name);
  });
  for (const name of ["src", "test", "docs", "bench", "packaging"]) {
    copyNames(path.join(REPOSITORY, name), path.join(project, name));
  }
  copyNames(REFERENCE_MODULES, path.join(modules, "node_modules"));
  makeDataSet(data);
  return [
    { name: "this project", tree: project, level: path.join(project, "src/cli") },
    { name: "installed packages", tree: modules, level: path.join(modules, "node_modules") },
    { name: "a data set", tree: data, level: path.join(data, "images/train") },
  ];
}

/** The name of a file of the flat directory, by its number from 0; numbers and byte order agree. */
export function flatName(number) {
  return `file-${String(number).padStart(7, "0")}.txt`;
}

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

/** Where a tree is kept. Not named like the tests' folders, or cleaning up after the tests would remove it. */
function placeOf(name) {
  return path.join(os.tmpdir(), `bench-of-dirleaf-${VERSION}`, name);
}

function makeDirectory(directory, files) {
  fs.mkdirSync(directory, { recursive: true });
  for (const file of files) {
    fs.writeFileSync(path.join(directory, file), file === ".gitignore" ? IGNORED : "");
  }
}

function makeDirectories(root, planned) {
  for (const { path: place, files } of planned) {
    makeDirectory(path.join(root, place), files);
  }
}

function makeFlat(root, entries) {
  for (let number = 0; number < entries; number += 1) {
    fs.writeFileSync(path.join(root, flatName(number)), "");
  }
}

function makeProject(root) {
  makeDirectory(root, ["README.md", "LICENSE", "package.json", "tsconfig.json", ".gitignore", ".editorconfig"]);
  for (let number = 0; number < 15; number += 1) {
    const directory = path.join(root, `module-${pad(number, 4)}`);
    makeDirectory(
      directory,
      numbered(10 + ((number * 7) % 21), (index) => `file-${pad(index, 4)}.ts`),
    );
    // A level that a listing of depth 2 shows but does not enter.
    makeDirectory(path.join(directory, "fixtures"), ["input.json", "output.json"]);
  }
}

/** A checkout of git: `.git` as `git init` makes it, sources, rules at the top and further down, packages that they ignore. */
function makeCheckout(root) {
  const files = {
    ".": ["README.md", "LICENSE", "package.json", "package-lock.json", "tsconfig.json", ".gitignore"],
    // So many that a first page reads three directories whether it enters `.git` or not.
    ...Object.fromEntries(
      Object.entries({ docs: 12, test: 15, "src/core": 12, "src/render": 9, "src/tools": 6 }).map(([place, count]) => [
        place,
        numbered(count, (index) => `file-${index}.ts`),
      ]),
    ),
    ".git": ["description"],
    ".git/hooks": ["pre-commit.sample", "pre-push.sample"],
    ".git/info": ["exclude"],
    ".git/objects/info": [],
    ".git/refs/heads": [],
  };
  files["src/render"].push(".gitignore");
  for (let number = 0; number < 40; number += 1) {
    files[`node_modules/package-${number}`] = ["index.js", "package.json"];
  }
  makeDirectories(
    root,
    Object.entries(files).map(([place, names]) => ({ path: place, files: names })),
  );
  fs.writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  fs.writeFileSync(path.join(root, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

function copyNames(from, to) {
  const entries = fs.readdirSync(from, { withFileTypes: true });
  makeDirectory(
    to,
    entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name),
  );
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    // Installed packages are not part of the project.
    if (!(name === "node_modules" && from.startsWith(REPOSITORY) && from !== REFERENCE_MODULES)) {
      copyNames(path.join(from, name), path.join(to, name));
    }
  }
}

/** Pictures with their labels, and tables by year, month and day. */
function makeDataSet(root) {
  makeDirectory(root, ["README.md", "LICENSE", "dataset.yaml"]);
  for (const [place, ending] of Object.entries({ "images/train": "jpg", "labels/train": "json" })) {
    makeDirectory(
      path.join(root, place),
      numbered(500, (index) => `${pad(index * 7 - 6, 6)}.${ending}`),
    );
  }
  for (let month = 1; month <= 12; month += 1) {
    for (let day = 1; day <= 28; day += 1) {
      const place = `events/year=2026/month=${pad(month, 2)}/day=${pad(day, 2)}`;
      makeDirectory(path.join(root, place), ["_SUCCESS", "part-00000.parquet", "part-00001.parquet"]);
    }
  }
}

/** So many names, by their numbers from 1. */
function numbered(count, toName) {
  return Array.from({ length: count }, (_, index) => toName(index + 1));
}

function pad(number, digits) {
  return String(number).padStart(digits, "0");
}
