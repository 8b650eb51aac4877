// The trees whose listings a model sees: a project, installed packages, a data set. They are created for each run, from names
// only: all files are empty.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { REFERENCE_MODULES } from "./install-reference.mjs";
import { makeDirectory, placeOf } from "./make-trees.mjs";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/**
 * @typedef {object} ListedTree
 * @property {string} name
 * @property {string} tree
 * @property {string} level The directory in it of which one level is listed.
 */

/** @returns {ListedTree[]} */
export function makeListedTrees() {
  const project = makeAnew("listed-project");
  for (const name of ["src", "test", "docs", "bench", "packaging"]) {
    copyNames(path.join(REPOSITORY, name), path.join(project, name));
  }
  const modules = makeAnew("listed-modules");
  copyNames(REFERENCE_MODULES, path.join(modules, "node_modules"));
  const data = makeAnew("listed-data");
  makeDataSet(data);
  return [
    { name: "this project", tree: project, level: path.join(project, "src/mcp") },
    { name: "installed packages", tree: modules, level: path.join(modules, "node_modules") },
    { name: "a data set", tree: data, level: path.join(data, "images/train") },
  ];
}

/** @param {string} name */
function makeAnew(name) {
  const root = placeOf(name);
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  return root;
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyNames(from, to) {
  const entries = fs.readdirSync(from, { withFileTypes: true });
  const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  makeDirectory(
    to,
    entries.map(({ name }) => name).filter((name) => !directories.includes(name)),
  );
  for (const name of directories) {
    // Installed packages are not part of the project.
    if (!(name === "node_modules" && from.startsWith(REPOSITORY) && from !== REFERENCE_MODULES)) {
      copyNames(path.join(from, name), path.join(to, name));
    }
  }
}

/**
 * Pictures with their labels, and tables by year, month and day.
 * @param {string} root
 */
function makeDataSet(root) {
  const numbers = Array.from({ length: 500 }, (_, index) => String(index * 7 + 1).padStart(6, "0"));
  makeDirectory(root, ["README.md", "LICENSE", "dataset.yaml"]);
  makeDirectory(
    path.join(root, "images/train"),
    numbers.map((number) => `${number}.jpg`),
  );
  makeDirectory(
    path.join(root, "labels/train"),
    numbers.map((number) => `${number}.json`),
  );
  for (let month = 1; month <= 12; month += 1) {
    for (let day = 1; day <= 28; day += 1) {
      const place = `events/year=2026/month=${String(month).padStart(2, "0")}/day=${String(day).padStart(2, "0")}`;
      makeDirectory(path.join(root, place), ["_SUCCESS", "part-00000.parquet", "part-00001.parquet"]);
    }
  }
}
