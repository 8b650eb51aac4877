// The public repositories that are searched, and what is looked for in them. Of three we chose the constants of maps and searches: their paths and
// changes lie here. Three others were looked at by nobody who tuned anything, and are read from clones, because they are not ours to copy.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { beside } from "../harness.mjs";

/**
 * @typedef {object} Repository
 * @property {string} name
 * @property {readonly string[]} paths All files.
 * @property {readonly { call: object, wanted: readonly (readonly string[])[] }[]} guesses Calls as a model wrote them, each for ten changes of which
 * it knew nothing but the summaries; for each change the files that it touched.
 */

/** The lines of a file of this folder. */
export function readLines(file) {
  return fs
    .readFileSync(beside(`economy/${file}`), "utf8")
    .trimEnd()
    .split("\n");
}

/** @returns {Repository[]} */
export function tunedRepositories() {
  return ["codex", "django", "ai"].map((name) => ({
    name,
    paths: readLines(`${name}.paths`),
    guesses: readLines(`${name}.guesses`).map((line) => {
      const { wanted, budget: _budget, ...call } = JSON.parse(line);
      return { call, wanted };
    }),
  }));
}

/** Calls by the words of commit messages, verbs and fillers included, each for one change. */
export function commitsOf({ name }) {
  return readLines(`${name}.find`).map((line) => {
    const [text, ...files] = line.split("\t");
    return { call: { words: text.split(" ") }, wanted: [files] };
  });
}

/**
 * `untuned.json` has the commit at which each is read, and for each call the guesses and the changes by their commits.
 * @param {string} clones The folder of the clones, each under the name that the repository has there.
 * @returns {Repository[]}
 */
export function untunedRepositories(clones) {
  const untuned = JSON.parse(fs.readFileSync(beside("economy/untuned.json"), "utf8"));
  return Object.entries(untuned).map(([name, { commit, calls }]) => {
    const git = (...words) => {
      const options = { encoding: "utf8", maxBuffer: 2 ** 28 };
      const text = execFileSync(
        "git",
        ["-C", path.join(clones, name), "-c", "core.quotePath=false", ...words],
        options,
      );
      return text.split("\n").filter((line) => line !== "");
    };
    return {
      name,
      paths: git("ls-tree", "-r", "--name-only", commit),
      guesses: calls.map(({ words, changes }) => ({
        call: { words },
        wanted: changes.map((change) =>
          git("diff-tree", "--no-commit-id", "--no-renames", "--name-only", "-r", change),
        ),
      })),
    };
  });
}
