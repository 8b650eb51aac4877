// `npm run prove -- <proof> [options]`: proves our promises with third-party programs. Each proof is a folder here, installs
// what it needs from its own lock file, and exits with 1 if anything failed.
import { spawnSync } from "node:child_process";
import path from "node:path";

/** What each proof proves. */
const PROOFS = {
  protocol: "the MCP server, by the official conformance suite, the Inspector and the bundle's packer",
  frameworks: "the adapters and the examples, in the real agent frameworks",
  runtimes: "the package and its tests in Node 22, 24 and 26, Bun and Deno",
  stores: "object stores: a real Ceph on loopback",
  windows: "the package on Windows: Node for Windows, run by Wine",
  web: "the page of dirleaf web, in the system's Chromium; --pictures draws it for the documents",
  hosts: "the MCP server in the real Codex, Claude Code, Gemini CLI and opencode; installs a gigabyte",
  fuzz: "a million random calls, or as many as are given",
};

const [name, ...options] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(PROOFS, name)) {
  const lines = Object.entries(PROOFS).map(([proof, what]) => `  ${proof.padEnd(10)}  ${what}`);
  console.error(`Usage: npm run prove -- <proof> [options]\n\n${lines.join("\n")}`);
  process.exitCode = 2;
} else {
  const file = path.join(import.meta.dirname, name, "main.mjs");
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
