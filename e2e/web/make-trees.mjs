// The trees that the page is tried on: names that attack it, and a small project as most people have.
import fs from "node:fs";
import path from "node:path";

import { makeFiles } from "../workspace.mjs";

/** Names that would be markup, code, a line break, or text in the wrong direction. */
export const HOSTILE_NAMES = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)<",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "two\nlines",
  "\u202egnp.exe",
  "zero\u200bwidth",
  " spaced ",
  "tail@",
  "[ignored]",
  "größe 😀",
];

/** Directories with such names, and a file in each. */
const HOSTILE_DIRECTORIES = ["<b onclick=alert(1)>", "new\nline", '"quoted', "\u2067turned"];

export function makeHostile(root) {
  makeFiles(root, [...HOSTILE_NAMES, ...HOSTILE_DIRECTORIES.map((name) => `${name}/inside.txt`)]);
  // Bytes that are no UTF-8.
  const bytes = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x62, 0x61, 0x64, 0xff])]);
  fs.mkdirSync(bytes);
  fs.writeFileSync(Buffer.concat([bytes, Buffer.from("/inside.txt")]), "");
  return root;
}

const FILES = {
  "": ["README.md", "LICENSE", "package.json", "tsconfig.json", ".gitignore"],
  src: ["index.ts", "main.ts", "walk.ts", "render.ts"],
  "src/core": numbered("walk", 12),
  "src/filters": numbered("glob", 5),
  "src/filters/gitignore": numbered("rule", 4),
  test: numbered("walk", 9, ".test.ts"),
  "docs/decisions": numbered("decision", 6, ".md"),
  "packages/core/deep/down": ["only.txt"],
  build: numbered("chunk", 3, ".js"),
  data: numbered("row", 450, ".csv"),
  locked: ["secret"],
};

export function makeProject(root) {
  for (const [directory, names] of Object.entries(FILES)) {
    makeFiles(path.join(root, directory), names);
  }
  fs.mkdirSync(path.join(root, ".git"));
  fs.mkdirSync(path.join(root, "empty"));
  fs.writeFileSync(path.join(root, ".gitignore"), "build/\n");
  fs.symlinkSync("README.md", path.join(root, "link"));
  fs.chmodSync(path.join(root, "locked"), 0o700);
  if (process.getuid?.() !== 0) {
    fs.chmodSync(path.join(root, "locked"), 0);
  }
  return root;
}

function numbered(name, count, end = ".ts") {
  return Array.from({ length: count }, (_, index) => `${name}-${String(index + 1).padStart(3, "0")}${end}`);
}
