// Files with text in them, repositories among them, in a temporary folder.
import fs from "node:fs";

import { toByteString } from "../../src/core/byte-string.ts";
import { git } from "./git.ts";

/** Where something is on the disk: the path of a directory in a folder, and names in it, as bytes. */
export function locate(folder: string, ...below: readonly string[]): Buffer {
  return Buffer.from([toByteString(folder), ...below.filter((part) => part !== "")].join("/"), "latin1");
}

/** Writes a file, with the directories above it as needed. Each character is a byte. */
export function write(location: Buffer, text: string): void {
  fs.mkdirSync(location.subarray(0, location.lastIndexOf("/")), { recursive: true });
  fs.writeFileSync(location, text, "latin1");
}

/** Makes these files in a folder; `.git/` is made by git, `name@` is a link to its text. Gives the folder. */
export function makeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [below, text] of Object.entries(files)) {
    if (below.endsWith(".git/")) {
      fs.mkdirSync(locate(folder, below), { recursive: true });
      git(folder, ["init", "--quiet", below.slice(0, -".git/".length) || "."]);
    } else if (below.endsWith("@")) {
      fs.symlinkSync(text, locate(folder, below.slice(0, -1)));
    } else {
      write(locate(folder, below), text);
    }
  }
  return folder;
}
