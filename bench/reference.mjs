// The reference server and the token counter: 108 packages, too many for those who only build and test. They are installed into
// `bench/reference/` when they are first needed, in exactly the versions that its lock file names.
import { execFileSync } from "node:child_process";
import fs from "node:fs";

import { beside } from "./harness.mjs";

const FOLDER = beside("reference/");

/** The packages of the reference, which are also a tree to list. */
export const REFERENCE_MODULES = `${FOLDER}node_modules`;

/** The program of the reference server. */
export const REFERENCE_SERVER = `${REFERENCE_MODULES}/@modelcontextprotocol/server-filesystem/dist/index.js`;

export function installReference() {
  // npm writes this file last: it is the lock file of what is installed.
  const installed = `${REFERENCE_MODULES}/.package-lock.json`;
  if (!fs.existsSync(installed) || fs.statSync(installed).mtimeMs < fs.statSync(`${FOLDER}package-lock.json`).mtimeMs) {
    const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    execFileSync(npm, words, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  }
}

/** Returns a function that counts the tokens of a text in the encoding o200k. */
export async function loadTokenizer() {
  const { countTokens } = await import(`${REFERENCE_MODULES}/gpt-tokenizer/esm/encoding/o200k_base.js`);
  return countTokens;
}
