// The runtimes that the package must work in: which versions, where they are installed, and how each starts a program.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { installLocked } from "../../scripts/install-locked.mjs";

/**
 * @typedef {object} Runtime
 * @property {string} name By which it is chosen.
 * @property {string} version What it says of itself.
 * @property {string} program
 * @property {readonly string[]} words What comes before the name of a script.
 */

/** The processor, as each vendor spells it. Bun's plain build for x64 needs a newer processor than some machines have. */
const CPUS = {
  arm64: { node: "arm64", bun: "aarch64", deno: "arm64" },
  x64: { node: "x64", bun: "x64-baseline", deno: "x64" },
};

const NODES = [22, 24, 26];

export const NEWEST_NODE = `node${NODES.at(-1)}`;

/**
 * Installs the runtimes. None needs a script for that: each package contains the program.
 * @returns {Runtime[]}
 */
export function installRuntimes() {
  const cpu = CPUS[process.arch];
  if (process.platform !== "linux" || cpu === undefined) {
    throw new Error(`the runtimes are pinned for Linux on arm64 and x64, this is ${process.platform}-${process.arch}`);
  }
  const modules = installLocked(path.join(import.meta.dirname, "programs"));
  const nodes = NODES.map((major) => ({
    name: `node${major}`,
    program: path.join(modules, `node-${major}-linux-${cpu.node}`, "bin/node"),
    words: [],
  }));
  const bun = {
    name: "bun",
    program: path.join(modules, `@oven/bun-linux-${cpu.bun}`, "bin/bun"),
    words: [],
  };
  const deno = {
    name: "deno",
    program: path.join(modules, `@deno/linux-${cpu.deno}-glibc`, "deno"),
    words: ["run", "-A"],
  };
  return [...nodes, bun, deno].map((runtime) => {
    if (!fs.existsSync(runtime.program)) {
      throw new Error(`${runtime.name} was not installed: remove e2e/runtimes/programs/node_modules, run again`);
    }
    const said = execFileSync(runtime.program, ["--version"], { encoding: "utf8" });
    return { ...runtime, version: /\d+\.\d+\.\d+/.exec(said)?.[0] ?? said.trim() };
  });
}

/** The Node that runs this proof. What it answers is what the others must answer. */
export const THIS_NODE = {
  name: "node",
  version: process.versions.node,
  program: process.execPath,
  words: [],
};
