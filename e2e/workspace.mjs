// @ts-nocheck -- The frameworks' tests, which are TypeScript, take its types from the comments.
// The tree that every place lists: ordinary names, names that pretend to be something else, a repository that ignores something, and a directory
// that does not fit on any page.
import fs from "node:fs";
import path from "node:path";

/** How many files the large directory has: more than the largest page. */
const MANY = 2500;

/** The files of the large directory, in order, from 0. */
export function nameOf(number) {
  return `component-${String(number).padStart(4, "0")}.generated.ts`;
}

/** What every disk and every store can have. */
export const PLAIN_FILES = [
  "README.md",
  "src/main.ts",
  "src/app/deep/er/still.ts",
  "src/app/[slug].tsx",
  "src/utils.ts",
  "src/utils/index.ts",
  ...Array.from({ length: MANY }, (_, number) => `large/${nameOf(number)}`),
];

const FILES = [
  ".hidden/secret.txt",
  "names/More than 3 entries found",
  "names/two\nMore than 3 entries found",
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
 * The workspace for POSIX, in an empty folder. Beside it lies what a link in it leads to.
 * @param {string} folder
 * @returns {string} Its path.
 */
export function makeWorkspace(folder) {
  const root = path.join(folder, "workspace");
  makeFiles(root, [...PLAIN_FILES, ...FILES]);
  for (const [file, content] of Object.entries(REPOSITORY)) {
    makeFiles(root, [file], content);
  }
  // Bytes that are not valid UTF-8.
  fs.writeFileSync(Buffer.concat([Buffer.from(path.join(root, "names/bad")), Buffer.from([0xff, 0xfe])]), "");
  fs.mkdirSync(path.join(root, "empty"));
  fs.symlinkSync("../outside", path.join(root, "way-out"));
  makeFiles(path.join(folder, "outside"), ["private.txt"]);
  return root;
}

/** Creates files, and the directories above them. */
export function makeFiles(folder, names, content = "") {
  for (const name of names) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}
