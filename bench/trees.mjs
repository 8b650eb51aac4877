// Creates the trees to list in a folder below the system's temporary folder, and keeps them there. A marker next to a tree, written
// last, says that it is complete and what it was made by. If that has changed, the tree is made again. All files but ignore files are empty.
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { beside } from "./harness.mjs";
import { pad, planTree } from "./plan-tree.mjs";
import { REFERENCE_LOCK, REFERENCE_MODULES } from "./reference.mjs";

/** The contents of the trees' ignore files. */
const IGNORED = "node_modules/\n*.log\n/dist\n";

/** The tree to search: as large as a checkout with its packages, with a match in every few directories. */
const SEARCHED = 37_000;
const DIRECTORIES_FOR_A_MATCH = 10;

/** What is searched for: the file that the tree has for it, and words of which only the first has a file. */
export const MATCH = "quote-name.ts";
export const SEARCHED_WORDS = "quote name histogram nats auth roles migration widget stream provider".split(" ");

/** The trees of the parts that list a disk. `tree` and `flat` have so many entries. */
export function makeTrees(entries) {
  const search = planSearch(SEARCHED);
  const matches = Math.ceil(search.length / DIRECTORIES_FOR_A_MATCH);
  return {
    entries,
    // Some levels deep, directories of ten to two hundred entries.
    tree: makeOnce(`tree-${entries}`, (root) => makeDirectories(root, planTree(entries))),
    flat: makeFlatTree(entries),
    ten: makeFlatTree(10),
    project: makeProjectTree(),
    checkout: makeOnce("checkout", makeCheckout),
    search: makeSearchTree(SEARCHED),
    searched: SEARCHED + matches,
    matches,
    empty: makeOnce("empty", () => {}),
  };
}

function planSearch(entries) {
  return Array.from(planTree(entries), ({ path: directory, files }, index) => ({
    path: directory,
    files: index % DIRECTORIES_FOR_A_MATCH === 0 ? [...files, MATCH] : files,
  }));
}

/** A tree to search, of so many entries, with a match in every few directories. */
export function makeSearchTree(entries) {
  return makeOnce(`search-${entries}`, (root) => makeDirectories(root, planSearch(entries)));
}

/** An ordinary project: 15 directories of 10 to 30 files. */
export function makeProjectTree() {
  return makeOnce("project", makeProject);
}

/** One directory of so many files. */
export function makeFlatTree(files) {
  return makeOnce(`flat-${files}`, (root) => {
    for (let number = 0; number < files; number += 1) {
      fs.writeFileSync(path.join(root, flatName(number)), "");
    }
  });
}

/** The files of a public repository, all of them empty. */
export function makeTree(repository, paths) {
  const make = (root) => {
    for (const file of paths) {
      makeDirectory(path.join(root, path.dirname(file)), [path.basename(file)]);
    }
  };
  return makeOnce(`paths-${repository}`, make, paths.join("\n"));
}

/** A checkout with a package whose sources are three levels below its root. */
export function makePackageTree() {
  return makeOnce("package", (root) => {
    makeRepository(root);
    makeDirectory(root, [".gitignore", "README.md"]);
    makeDirectory(path.join(root, "packages/core"), [".gitignore", "package.json"]);
    makeDirectory(
      path.join(root, "packages/core/src"),
      Array.from({ length: 25 }, (_, number) => flatName(number)),
    );
  });
}

/** The installed packages of the reference server. */
export function makeModulesTree() {
  return makeOnce(
    "modules",
    (root) => fs.cpSync(REFERENCE_MODULES, root, { recursive: true, dereference: true }),
    fs.readFileSync(REFERENCE_LOCK),
  );
}

/** One directory of so many files whose names begin alike. */
export function makeNamesTree(script, prefix, files) {
  const names = Array.from({ length: files }, (_, number) => `${prefix}${pad(number, 5)}.txt`);
  return makeOnce(`names-${script}-${files}`, (root) => makeDirectory(root, names), prefix);
}

/** The name of a file of the flat directory, by its number from 0; numbers and byte order agree. */
export function flatName(number) {
  return `file-${pad(number, 7)}.txt`;
}

/**
 * Makes a tree unless it is there, made by the code of today from the same `source`. Not named like the tests' folders, or cleaning up after
 * the tests would remove it.
 */
function makeOnce(name, make, source = "") {
  const root = path.join(os.tmpdir(), "bench-of-dirleaf", name);
  const marker = `${root}.made-by`;
  const recipe = createHash("sha256").update(source);
  ["trees.mjs", "plan-tree.mjs"].forEach((file) => recipe.update(fs.readFileSync(beside(file))));
  const madeBy = recipe.digest("hex");
  if (!fs.existsSync(root) || !fs.existsSync(marker) || fs.readFileSync(marker, "utf8") !== madeBy) {
    fs.rmSync(marker, { force: true });
    fs.rmSync(root, { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    make(root);
    fs.writeFileSync(marker, madeBy);
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

function makeProject(root) {
  makeDirectory(root, ["README.md", "LICENSE", "package.json", "tsconfig.json", ".gitignore", ".editorconfig"]);
  for (let number = 0; number < 15; number += 1) {
    const directory = path.join(root, `module-${pad(number, 4)}`);
    const numbers = Array(10 + ((number * 7) % 21)).keys();
    makeDirectory(
      directory,
      [...numbers].map((index) => `file-${pad(index + 1, 4)}.ts`),
    );
    // A level that a listing of depth 2 shows but does not enter.
    makeDirectory(path.join(directory, "fixtures"), ["input.json", "output.json"]);
  }
}

/** A checkout of git: a project with `.git` as `git init` makes it, and packages that its rules ignore. */
function makeCheckout(root) {
  makeProject(root);
  makeRepository(root);
  for (let number = 0; number < 40; number += 1) {
    makeDirectory(path.join(root, `node_modules/package-${number}`), ["index.js", "package.json"]);
  }
}

function makeRepository(root) {
  makeDirectory(path.join(root, ".git/refs/heads"), []);
  fs.writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  fs.writeFileSync(path.join(root, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}
