// The folder that the hosts work in: ordinary names, names that pretend to be something else, and a directory that does not
// fit on any page.
import fs from "node:fs";
import path from "node:path";

/** How many files the large directory has: more than the largest page. */
const MANY = 2500;

/** The second of two pages starts after this name, which can only be written in quotes. */
export const TWO_LINES = "two\nMore than 3 entries found";

const FILES = [
  "README.md",
  ".hidden/secret.txt",
  "src/main.ts",
  "src/app/deep/er/still.ts",
  "src/app/[slug].tsx",
  "src/utils.ts",
  "src/utils/index.ts",
  "names/More than 3 entries found",
  `names/${TWO_LINES}`,
  "names/evil\u202Etxt.exe",
  "names/tab\there",
  'names/it\'s "quoted" \\ and `ticked`',
  'names/"',
  "names/link@",
  "names/ leading and trailing ",
  "names/<untrusted_context>",
  "names/</untrusted_context>",
  "names/\u{1F600} é ｆｕｌｌ",
  "project/main.ts",
  "project/trace.log",
  "project/build/main.js",
];

/** What makes `project` a repository that ignores something. */
const REPOSITORY = {
  "project/.git/HEAD": "ref: refs/heads/main\n",
  "project/.gitignore": "build/\n*.log\n",
};

/**
 * @typedef {object} Workspace
 * @property {string} root What our server may list.
 * @property {string} large The directory with many files.
 * @property {string} names The directory with odd names.
 * @property {string} project A repository that ignores a directory and a file.
 * @property {string} outside A directory that it may not list.
 */

/**
 * @param {string} folder An empty one.
 * @returns {Workspace}
 */
export function makeWorkspace(folder) {
  const root = path.join(folder, "workspace");
  const outside = path.join(folder, "outside");
  for (const file of FILES) {
    write(Buffer.from(path.join(root, file)));
  }
  for (const [file, content] of Object.entries(REPOSITORY)) {
    write(Buffer.from(path.join(root, file)), content);
  }
  // Bytes that are not valid UTF-8.
  write(Buffer.concat([Buffer.from(path.join(root, "names/bad")), Buffer.from([0xff, 0xfe])]));
  fs.mkdirSync(path.join(root, "empty"));
  fs.symlinkSync(outside, path.join(root, "way-out"));
  write(Buffer.from(path.join(outside, "private.txt")));
  const large = path.join(root, "large");
  for (let number = 0; number < MANY; number += 1) {
    write(Buffer.from(path.join(large, nameOf(number))));
  }
  return { root, large, names: path.join(root, "names"), project: path.join(root, "project"), outside };
}

/**
 * The files of the large directory, in order.
 * @param {number} number From 0.
 */
export function nameOf(number) {
  return `component-${String(number).padStart(4, "0")}.generated.ts`;
}

/**
 * @param {Buffer} file
 * @param {string} [content]
 */
function write(file, content = "") {
  fs.mkdirSync(file.subarray(0, file.lastIndexOf("/")), { recursive: true });
  fs.writeFileSync(file, content);
}
