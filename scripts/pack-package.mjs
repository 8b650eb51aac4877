// Packs the package as it would be published, for the checks that install it as a user would.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";

const project = path.join(import.meta.dirname, "..");

/** What `npm run build` reads. */
const SOURCES = ["package.json", "tsconfig.json", "tsconfig.build.json", "scripts/*.mjs", "src/**"];

/** What it writes last: a build that was interrupted does not have both. */
const BUILT = ["dist/index.js", "dist/cli/main.cjs"];

/** When these were changed. Folders count, too: they change when something in them is removed. */
function changes(globs) {
  const files = globSync(globs, { cwd: project, absolute: true, onlyFiles: false });
  return files.map((file) => fs.statSync(file).mtimeMs);
}

function isBuilt() {
  const built = changes(BUILT);
  return built.length === BUILT.length && Math.min(...built) > Math.max(...changes(SOURCES));
}

function npm(...words) {
  return execFileSync("npm", words, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/**
 * Puts the package into a folder, and returns what npm says of it. Builds only if something has changed since the last build: checks
 * that run side by side must not remove each other's `dist/`.
 * @param {string} folder
 * @returns {{ filename: string, files: { path: string }[], size: number, unpackedSize: number }}
 */
export function packPackage(folder) {
  if (!isBuilt()) {
    npm("run", "build", "--silent");
  }
  return JSON.parse(npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder))[0];
}
