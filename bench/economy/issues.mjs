// The issues of SWE-bench Verified, whose texts are not ours to copy: where a fix was made, and what somebody who has read the issue would search for.
// No model is asked, so it does not matter whether models know these repositories.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/**
 * @typedef {object} Issue
 * @property {string} repo `owner/name`.
 * @property {() => readonly string[]} paths All files at the commit that the issue is about.
 * @property {readonly string[]} files Those that the fix changed and that were there before.
 * @property {Readonly<Record<string, readonly string[]>>} queries
 */

/** Of the twelve repositories these were looked at when constants were chosen. */
const TUNED = new Set([
  "django/django",
  "mwaskom/seaborn",
  "pallets/flask",
  "psf/requests",
  "pydata/xarray",
  "pylint-dev/pylint",
  "pytest-dev/pytest",
]);

/** @returns {Issue[]} */
export function readIssues(data, clones) {
  const lines = fs.readFileSync(data, "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { repo, base_commit: commit, problem_statement: text, patch } = JSON.parse(line);
      const paths = () => {
        const clone = path.join(clones, repo.split("/")[1]);
        if (!fs.existsSync(clone)) {
          throw new Error(`run git clone --bare --filter=blob:none https://github.com/${repo} ${clone}`);
        }
        const git = ["-C", clone, "-c", "core.quotePath=false"];
        const words = [...git, "ls-tree", "-r", "--name-only", commit];
        return execFileSync("git", words, { encoding: "utf8", maxBuffer: 2 ** 28 })
          .trimEnd()
          .split("\n");
      };
      const files = Array.from(patch.matchAll(/^--- a\/(.+)$/gm), ([, file]) => file);
      return { repo, isTuned: TUNED.has(repo), paths, files, queries: queriesOf(text) };
    });
}

const MOST_WORDS = 64;

/** Words of the title and what looks like code; and the words of the beginning, as they are. */
export function queriesOf(text) {
  const [title] = text.split("\n", 1);
  const words = title.match(/[A-Za-z_][\w./-]{2,}/g) ?? [];
  const code = text.slice(0, 4000).match(/[A-Za-z_][\w/]*[_./][\w./]*\w|[A-Za-z]+[a-z][A-Z]\w+/g) ?? [];
  return {
    "words of the title, and code": guessesOf([...words, ...code]),
    "the first 1,200 characters": guessesOf(text.slice(0, 1200).split(/\s+/).filter(Boolean)),
  };
}

/** Each once, without addresses and paths of somebody's machine. */
function guessesOf(words) {
  const short = [...new Set(words)].filter((word) => word.length < 200).slice(0, MOST_WORDS);
  return short.filter(
    (word) =>
      !/\/(?:tmp|home|root|usr|var|opt|Users)\/|\/\/|\.(?:org|com|io|net)\b/i.test(`/${word.replace(/^\/+/, "")}`),
  );
}
