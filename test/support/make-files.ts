// Creates files with text, and repositories, in a temporary folder.
import fs from "node:fs";

import { git } from "./git.ts";
import { makeDirectories } from "./make-directories.ts";

/** A location on the disk, as bytes: a folder, and the path below it, of which each character is a byte. */
export function locate(folder: string, ...below: readonly string[]): Buffer {
  const path = below.filter((part) => part !== "").map((part) => `/${part}`);
  return Buffer.concat([Buffer.from(folder), Buffer.from(path.join(""), "latin1")]);
}

/** Writes a file, and creates the directories above it as needed. Each character is a byte. */
export function write(location: Buffer, text: string): void {
  makeDirectories(location.subarray(0, location.lastIndexOf("/")));
  fs.writeFileSync(location, text, "latin1");
}

/** Creates these files in a folder and returns it. Git creates `.git/`; `name@` is a link to its text. */
export function makeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [below, text] of Object.entries(files)) {
    if (below.endsWith(".git/")) {
      makeDirectories(locate(folder, below));
      git(folder, ["init", "--quiet", below.slice(0, -".git/".length) || "."]);
    } else if (below.endsWith("@")) {
      fs.symlinkSync(text, locate(folder, below.slice(0, -1)));
    } else {
      write(locate(folder, below), text);
    }
  }
  return folder;
}
