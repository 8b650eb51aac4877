// Tests the package on Windows, as far as Wine is one: `npm run prove -- windows`, or `npm run test:windows`. Node for Windows comes from
// programs/, and runs the plain scripts in checks/ on a drive `C:` in a temporary folder.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { installLocked } from "../../packaging/install-locked.mjs";
import { bundleCommand, bundleLibrary } from "../../packaging/bundle.mjs";
import { findWine } from "./find-wine.mjs";
import { runProof } from "../run-proof.mjs";

/** Getting Wine, starting it for the first time, and the checks: about a minute together, and more on a busy machine. */
const LONGEST_MS = 900_000;

const project = path.join(import.meta.dirname, "../..");
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-windows-")));

/** @type {import("./find-wine.mjs").Wine | undefined} */
let wine;

/**
 * Runs a Windows program until it ends. Its output goes through files: Node can't write to a pipe that is not Wine's own.
 * @param {import("./find-wine.mjs").Wine} started
 * @param {readonly string[]} words
 */
async function runWindows(started, words) {
  const files = ["output", "errors"].map((name) => path.join(folder, name));
  const descriptors = files.map((file) => fs.openSync(file, "w"));
  const [program, all] = started.command(words);
  const child = spawn(program, all, { cwd: folder, stdio: ["ignore", ...descriptors] });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", resolve);
  });
  descriptors.forEach((descriptor) => fs.closeSync(descriptor));
  const [text = "", errors = ""] = files.map((file) => fs.readFileSync(file, "utf8"));
  return { code, text, errors };
}

/**
 * Puts the package with what it depends on, Node and the checks on the drive.
 * @param {string} drive
 */
async function fillDrive(drive) {
  const place = path.join(drive, "dirleaf");
  await bundleLibrary(path.join(place, "dist"));
  await bundleCommand(path.join(place, "dist"));
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  copyPackages(Object.keys(dependencies), path.join(place, "node_modules"));
  fs.copyFileSync(path.join(project, "package.json"), path.join(place, "package.json"));
  fs.cpSync(path.join(import.meta.dirname, "checks"), path.join(place, "checks"), { recursive: true });
  fs.cpSync(path.join(project, "test/vectors"), path.join(place, "vectors"), { recursive: true });
  const name = `node-win-${process.arch}`;
  const modules = installLocked(path.join(import.meta.dirname, "programs"), ["--os=win32", `--cpu=${process.arch}`]);
  fs.copyFileSync(path.join(modules, name, "bin/node.exe"), path.join(place, "node.exe"));
  fs.chmodSync(path.join(place, "node.exe"), 0o755);
}

/**
 * @param {readonly string[]} names
 * @param {string} modules
 */
function copyPackages(names, modules) {
  for (const name of names.filter((known) => !fs.existsSync(path.join(modules, known)))) {
    const source = path.join(project, "node_modules", name);
    fs.cpSync(source, path.join(modules, name), { recursive: true, dereference: true });
    const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(source, "package.json"), "utf8"));
    copyPackages(Object.keys(dependencies), modules);
  }
}

async function main() {
  wine = findWine(folder);
  for (const words of [
    ["wineboot", "-i"],
    ["winecfg", "-v", "win10"],
  ]) {
    const { code, text, errors } = await runWindows(wine, words);
    if (code !== 0) {
      throw new Error(`${words.join(" ")} ended with ${code}: ${text}${errors}`);
    }
  }
  await fillDrive(wine.drive);
  console.log(`Wine ${wine.version}`);
  const { code, text, errors } = await runWindows(wine, ["C:\\dirleaf\\node.exe", "C:\\dirleaf\\checks\\main.mjs"]);
  process.stdout.write(text);
  // Both: a script that ends too early has no last line.
  const isRight = code === 0 && /\n\d+ passed, 0 failed\n$/.test(text);
  if (!isRight) {
    // Wine, too, says things here, that it has no fonts for instance.
    process.stderr.write(errors);
  }
  return isRight ? 0 : 1;
}

/** Ends Wine's own processes, which outlive the program, and removes everything. */
function cleanUp() {
  if (wine !== undefined) {
    const [program, words] = wine.command(["wineboot", "--kill"]);
    try {
      execFileSync(program, words, { stdio: "ignore", timeout: 30_000 });
    } catch {
      // It was not running.
    }
  }
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });
