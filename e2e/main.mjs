// `npm run e2e -- <proof> [options]`: proves our promises with programs of others. Each proof is a folder here, installs what it needs from npm in
// exact versions, and exits with 1 if anything failed.
//
// calls.mjs has the calls that are made in every place and what they must give, workspace.mjs the tree that they list, model.mjs the model that makes
// them where there is an agent. A new place is one file: hosts/codex.mjs, frameworks/langchain.test.ts, an entry in runtimes/runtimes.mjs.
import { spawnSync } from "node:child_process";
import path from "node:path";

/** What each proof runs, and where. `.ci/run` runs all but the last two. */
const PROOFS = {
  protocol: "the official conformance suite, the Inspector and the bundle's packer, against the MCP server",
  frameworks: "the calls and the examples, in the real agent frameworks",
  runtimes: "the calls, and places that runtimes got wrong, in Node 20, 22, 24 and 26, Bun and Deno",
  windows: "the calls and the contract's vectors, in Node for Windows, run by Wine; what paths are there",
  stores: "the suite that every file system passes, faults and requests, on a real Ceph on loopback",
  web: "the page of dirleaf web, in the system's Chromium and in hosts of MCP Apps; --pictures draws it for the documents",
  hosts:
    "the calls and our integrations, in the real Codex, Claude Code, Gemini CLI, opencode and Copilot CLI; installs gigabytes",
  fuzz: "a million random calls, or as many as are given",
};

const [name, ...options] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(PROOFS, name)) {
  const lines = Object.entries(PROOFS).map(([proof, what]) => `  ${proof.padEnd(10)}  ${what}`);
  console.error(`Usage: npm run e2e -- <proof> [options]\n\n${lines.join("\n")}`);
  process.exitCode = 2;
} else {
  const file = path.join(import.meta.dirname, name, "main.mjs");
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
