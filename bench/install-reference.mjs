// The reference server and the token counter of the MCP rows: 108 packages, too many for those who only build and test. They
// are installed into `bench/reference/` when they are first needed, in exactly the versions that its lock file names.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("./reference/", import.meta.url));
const SERVER = `${FOLDER}node_modules/@modelcontextprotocol/server-filesystem/dist/index.js`;

/** The packages of the reference, which are also a tree to list. */
export const REFERENCE_MODULES = `${FOLDER}node_modules`;

/**
 * The program of the reference server, installed if necessary.
 * @param {(message: string) => void} report
 * @returns {string}
 */
export function installReference(report) {
  // npm writes this file last: it is the lock file of what is installed.
  const installed = `${REFERENCE_MODULES}/.package-lock.json`;
  if (!fs.existsSync(installed) || fs.statSync(installed).mtimeMs < fs.statSync(`${FOLDER}package-lock.json`).mtimeMs) {
    report("installing the reference server");
    const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const { status, error, stderr } = spawnSync(npm, words, { cwd: FOLDER, encoding: "utf8" });
    if (status !== 0) {
      const reason = (error?.message ?? stderr).trim();
      throw new Error(
        `the MCP rows need the packages of bench/reference, and \`npm ci\` there could not install them:\n${reason}`,
      );
    }
  }
  return SERVER;
}

/**
 * Counts the tokens of a text in the encoding o200k.
 * @returns {Promise<(text: string) => number>}
 */
export async function loadTokenizer() {
  const { countTokens } = await import(`${REFERENCE_MODULES}/gpt-tokenizer/esm/encoding/o200k_base.js`);
  return countTokens;
}
