// Installs programs that others wrote, for e2e checks and packaging: exactly what the lock file of a folder names.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** No scripts: none of these programs needs one, and they would run with our rights. */
export const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Installs a folder's packages, unless that was done since its lock file last changed. Returns their location.
 * @param {string} folder
 * @param {readonly string[]} [options] More options for npm, such as a system that is not this one.
 * @returns {string}
 */
export function installLocked(folder, options = []) {
  const modules = path.join(folder, "node_modules");
  const lock = fs.readFileSync(path.join(folder, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).update(options.join(" ")).digest("hex");
  // Written last: without it, an installation was interrupted.
  const stamp = path.join(modules, ".installed-from");
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== wanted) {
    const count = Object.keys(JSON.parse(lock.toString()).packages).length - 1;
    console.error(`installing up to ${count} packages into ${path.relative(process.cwd(), modules)}`);
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    try {
      execFileSync(npm, ["ci", ...QUIETLY, ...options], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
    } catch (error) {
      throw new Error(
        `npm ci failed in ${path.basename(path.dirname(folder))}/${path.basename(folder)}; it is needed here`,
        {
          cause: error,
        },
      );
    }
    fs.writeFileSync(stamp, wanted);
  }
  return modules;
}

/**
 * A Node of at least this version: the one that a folder's packages include, since the newest programs need a newer Node
 * than ours, or else the current one.
 * @param {string} modules
 * @param {number} major
 * @returns {string}
 */
export function findNewerNode(modules, major) {
  const installed = path.join(modules, `node-linux-${process.arch}`, "bin/node");
  const node = process.platform === "linux" && fs.existsSync(installed) ? installed : process.execPath;
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  if (Number(/^v(\d+)/.exec(version)?.[1]) < major) {
    throw new Error(
      `Node ${major} is needed, this is ${version}, and npm has no Node for ${process.platform}-${process.arch}: ` +
        `run this with Node ${major} or newer`,
    );
  }
  return node;
}
