// Tests the packed package with the real agent frameworks, and runs the examples: `npm run e2e -- frameworks [name ...]`.
// The frameworks have their own lock file. Everything talks to a mock model on loopback.
import fs from "node:fs";
import path from "node:path";

import { findNewerNode, installLocked, QUIETLY } from "../../scripts/install-locked.mjs";
import { packPackage } from "../../scripts/pack-package.mjs";
import { chooseFrom, endProof, makeProofFolder, runProof } from "../checks.mjs";
import { runProcess } from "../processes.mjs";

const project = path.join(import.meta.dirname, "../..");
const frameworks = import.meta.dirname;
const modules = path.join(frameworks, "node_modules");
const folder = makeProofFolder("frameworks");

/** Two minutes, and more while the frameworks are being installed. */
const LONGEST_MS = 1_200_000;

/** Tests that also run on the current Node, not only on the one that the newest frameworks require. */
const ALSO_ON_THIS_NODE = new Set(["ai-sdk-6", "anthropic", "examples", "langchain", "openai"]);

/** Disables telemetry, and hides keys and addresses that a developer has set. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:OPENAI|ANTHROPIC|LANGCHAIN|LANGSMITH|MASTRA|AI_)/.test(name)),
  ),
  OPENAI_AGENTS_DISABLE_TRACING: "1",
  LANGSMITH_TRACING: "false",
  MASTRA_OFFLINE: "1",
  MASTRA_TELEMETRY_DISABLED: "1",
  AI_SDK_LOG_WARNINGS: "false",
};

/** Runs a program, and returns its output. Throws if it fails. */
async function run(program, args, cwd) {
  const { code, stdout, stderr } = await runProcess(program, args, { cwd, env: environment, timeoutMs: LONGEST_MS });
  if (code !== 0) {
    throw new Error(`${path.basename(program)} ${args[0]} ended with ${code}: ${stdout}${stderr}`);
  }
  return stdout;
}

/** Installs the package next to the frameworks, as a user would get it. */
async function installPackage() {
  const tarball = path.join(folder, packPackage(folder).filename);
  fs.rmSync(path.join(modules, "dirleaf"), { recursive: true, force: true });
  await run("npm", ["install", "--no-save", ...QUIETLY, tarball], frameworks);
}

/** Runs test files with the given Node. */
async function test(node, names, cwd, extension) {
  const version = (await run(node, ["--version"], cwd)).trim();
  const files = names.map((name) => `${name}.test.${extension}`);
  const args = ["--test", "--test-concurrency=2", "--test-timeout=120000", "--test-force-exit", "--test-reporter=spec"];
  const printed = await run(node, [...args, ...files], cwd);
  console.log(`\n# Node ${version}: ${names.join(", ")}\n${printed.slice(printed.lastIndexOf("ℹ tests")).trimEnd()}`);
}

/** Copies the test files next to the installed frameworks, because programs look for packages next to their own files. */
function layOut() {
  fs.symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  fs.writeFileSync(path.join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  for (const name of fs.readdirSync(frameworks).filter((file) => /\.ts$|^tsconfig\.json$/.test(file))) {
    fs.cpSync(path.join(frameworks, name), path.join(folder, "e2e/frameworks", name));
  }
  fs.cpSync(path.join(project, "examples"), path.join(folder, "examples"), { recursive: true });
  for (const name of ["calls.mjs", "model.mjs", "workspace.mjs"]) {
    fs.cpSync(path.join(project, "e2e", name), path.join(folder, "e2e", name));
  }
}

async function main() {
  const tests = fs.readdirSync(frameworks).filter((name) => name.endsWith(".test.ts"));
  const wanted = chooseFrom(tests.map((name) => path.basename(name, ".test.ts")));
  // The newest frameworks need a newer Node than ours, which is installed with them.
  installLocked(frameworks);
  await installPackage();
  layOut();

  // Type-checks tests and examples against the types of the frameworks, and makes of them what an older Node can run.
  await run(path.join(modules, ".bin/tsc"), ["-p", "e2e/frameworks/tsconfig.json"], folder);
  console.log("ok: the types fit");

  await test(findNewerNode(modules, 24), wanted, path.join(folder, "e2e/frameworks"), "ts");
  const here = wanted.filter((name) => ALSO_ON_THIS_NODE.has(name));
  if (here.length > 0) {
    await test(process.execPath, here, path.join(folder, "built/e2e/frameworks"), "js");
  }
  console.log("\nok: the frameworks take the tools");
}

await runProof({ main, cleanUp: () => endProof(folder), longestMs: LONGEST_MS });
