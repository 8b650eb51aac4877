// The command, and the server over standard streams, each as a process of its own.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";

import { makeTree } from "./make-tree.mjs";

const COMMAND = path.join(import.meta.dirname, "../dist/cli/main.cjs");

/** @param {import("./checks.mjs").Checks} checks */
export async function checkProcesses(checks) {
  const root = makeTree("processes", ["Secret/key", "open/x", "über/y"]);
  const run = (words, cwd = root) => spawnSync(process.execPath, [COMMAND, ...words], { cwd, encoding: "utf8" });
  const text = "Secret/\n  key\nopen/\n  x\nüber/\n  y\n";
  for (const [words, first] of [
    [[root], root],
    [["c:/trees/processes"], "c:/trees/processes"],
    [["\\trees\\processes"], root],
    [[], root],
    [["open\\.."], root],
  ]) {
    const { stdout, status } = run(words);
    checks.equal(`dirleaf ${words.join(" ")}`, [stdout, status], [`Absolute path: ${first}\n${text}`, 0]);
  }
  checks.equal("dirleaf for a missing path", run(["C:\\nope"]).status === 0, false);
  checks.equal("dirleaf map", run(["map", root]).stdout, /^open\/ \(1\)|open/m);
  await checkServer(checks, root);
}

/**
 * @param {import("./checks.mjs").Checks} checks
 * @param {string} root
 */
async function checkServer(checks, root) {
  const words = ["mcp", "--deny", "**\\secret", "--deny", "C:\\trees\\processes\\über", root];
  const child = spawn(process.execPath, [COMMAND, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method, params) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return JSON.parse((await lines.next()).value);
  };
  const call = async (given) => {
    const { result } = await ask("tools/call", { name: "list_dir", arguments: given });
    return result.content[0].text;
  };
  const clientInfo = { name: "check", version: "1.0.0" };
  const { result } = await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  checks.equal("the server answers", result.serverInfo.name, "dirleaf");
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const tools = (await ask("tools/list", {})).result.tools.map(({ name }) => name);
  checks.equal("the server's tools", tools.includes("list_dir"), true);
  checks.equal("the server lists a root", await call({ dir_path: root }), `Absolute path: ${root}\nopen/\n  x`);
  checks.equal("the server denies", await call({ dir_path: `${root}\\SECRET` }), /blocked by policy/);
  checks.equal(
    "the server denies a path on a drive",
    await call({ dir_path: `${root}\\ÜBER\\nope` }),
    /blocked by policy/,
  );
  checks.equal("the server keeps to its root", await call({ dir_path: "C:\\windows" }), /is outside/);
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  child.stdin.end();
  checks.equal("the server ends with its input", await ended, 0);
}
