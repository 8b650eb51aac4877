// Installs a host into the cache, in exactly the versions that it names, and keeps it for the next run.
import fs from "node:fs";
import path from "node:path";

import { runProcess } from "../run-process.mjs";

/** @typedef {import("./host.mjs").Host} Host */

/** Hundreds of megabytes over a slow line. */
const TIMEOUT_MS = 15 * 60_000;

/**
 * Returns the file to run.
 * @param {Host} host
 * @param {string} cache
 * @param {(message: string) => void} report
 */
export async function installHost(host, cache, report) {
  const folder = path.join(cache, `${host.name}-${host.version}-${process.platform}-${process.arch}`);
  const program = path.join(folder, "node_modules", host.program);
  // Written last: a folder without it is an interrupted installation.
  const mark = path.join(folder, "installed");
  if (!fs.existsSync(mark)) {
    report(`installing ${host.packages.join(" ")}`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    await installPackages(host.packages, folder);
    if (!fs.existsSync(program)) {
      throw new Error(`npm installed ${host.packages.join(" ")}, but there is no ${host.program}`);
    }
    fs.writeFileSync(mark, "");
  }
  return program;
}

/**
 * @param {readonly string[]} packages
 * @param {string} folder
 */
async function installPackages(packages, folder) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // No scripts: they would only copy a program that we can run where it is.
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...packages];
  const { code, stderr } = await runProcess(npm, words, { cwd: folder, env: process.env, timeoutMs: TIMEOUT_MS });
  if (code !== 0) {
    throw new Error(`npm could not install ${packages.join(" ")}:\n${stderr.trim()}`);
  }
}
