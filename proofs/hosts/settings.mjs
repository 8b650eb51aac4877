// The settings from the command line and the environment.
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { BUILT_COMMAND } from "./host.mjs";

export const HELP = `Usage: npm run prove -- hosts [options]

Runs real agent hosts against our MCP server, each with a mock model on loopback.

Options:
  --only <names>      hosts, by commas: codex, claude, gemini, opencode (default: all)
  --transport <name>  stdio or http (default: both)
  --program <file>    the command to test (default: dist/cli/main.cjs)
  --keep              keep the folder of the run: configurations, requests, traffic
  --help              show this help

DIRLEAF_E2E_CACHE names the folder into which hosts are installed.
`;

/** @typedef {"stdio" | "http"} Transport */

/**
 * @typedef {object} Settings
 * @property {boolean} help
 * @property {readonly string[]} only Names of hosts.
 * @property {readonly Transport[]} transports
 * @property {string} program The built command line.
 * @property {string} cache Where hosts are installed.
 * @property {boolean} keep
 */

/** @type {readonly Transport[]} */
const TRANSPORTS = ["stdio", "http"];

/**
 * @param {readonly string[]} words
 * @param {readonly string[]} hosts The names of all hosts.
 * @returns {Settings}
 */
export function parseSettings(words, hosts) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: "string" },
      transport: { type: "string" },
      program: { type: "string" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const only = values.only?.split(",") ?? hosts;
  const unknown = only.find((name) => !hosts.includes(name));
  if (unknown !== undefined) {
    throw new Error(`unknown host '${unknown}'; there are ${hosts.join(", ")}`);
  }
  const transports = TRANSPORTS.filter((name) => name === (values.transport ?? name));
  if (transports.length === 0) {
    throw new Error(`unknown transport '${values.transport}'; there are ${TRANSPORTS.join(", ")}`);
  }
  return {
    help: values.help,
    only,
    transports,
    program: path.resolve(values.program ?? BUILT_COMMAND),
    cache: path.resolve(process.env["DIRLEAF_E2E_CACHE"] ?? path.join(cacheFolder(), "dirleaf-e2e")),
    keep: values.keep,
  };
}

function cacheFolder() {
  return process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache");
}
