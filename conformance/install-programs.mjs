// The programs of others by which the server is tested: installs them, and says how each is run.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "programs");
const modules = path.join(folder, "node_modules");

/** The conformance suite does not start on an older one. */
const NODE_MAJOR = 24;

const ENTRIES = {
  conformance: "@modelcontextprotocol/conformance/dist/index.js",
  inspector: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  mcpb: "@anthropic-ai/mcpb/dist/cli/cli.js",
};

/** Installs what the lock file says, unless that was done. Gives the newer Node and the programs' files. Never skips. */
export function installPrograms() {
  const wanted = createHash("sha256")
    .update(fs.readFileSync(path.join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = path.join(modules, ".installed-from");
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== wanted) {
    // They do not name the Node that runs npm here among theirs; they run on the one that is installed with them.
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    try {
      execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
    } catch (error) {
      throw new Error(`npm ${args.join(" ")} failed in conformance/programs; the tests can't do without it`, {
        cause: error,
      });
    }
    fs.writeFileSync(stamp, wanted);
  }
  const programs = { node: findNode() };
  for (const [name, entry] of Object.entries(ENTRIES)) {
    programs[name] = path.join(modules, entry);
    if (!fs.existsSync(programs[name])) {
      throw new Error(
        `${name} was installed, but has no ${entry}: remove conformance/programs/node_modules, run again`,
      );
    }
  }
  return programs;
}

function findNode() {
  const installed = path.join(modules, `node-linux-${process.arch}`, "bin/node");
  const node = process.platform === "linux" && fs.existsSync(installed) ? installed : process.execPath;
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  if (Number(/^v(\d+)/.exec(version)?.[1]) < NODE_MAJOR) {
    throw new Error(
      `the protocol tests need Node ${NODE_MAJOR}: npm has it as node-linux-${process.arch}, which was not installed, and ` +
        `this is ${version}. Run them with Node ${NODE_MAJOR} or newer.`,
    );
  }
  return node;
}
