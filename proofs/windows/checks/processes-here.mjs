// The command, and the server over standard streams, each as a process of its own.
import { spawnSync } from "node:child_process";
import path from "node:path";

import { check, makeTree } from "./check.mjs";

const COMMAND = path.join(import.meta.dirname, "../dist/cli/main.cjs");

export function processChecks() {
  const root = makeTree("processes", ["Secret/key", "open/x", "über/y"]);
  const run = (words, input) => {
    const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...words], { cwd: root, encoding: "utf8", input });
    return { status, stdout };
  };
  const listing = "Secret/\n  key\nopen/\n  x\nüber/\n  y\n";
  const headers = {
    [root]: root,
    "c:/trees/processes": "c:/trees/processes",
    "\\trees\\processes": root,
    "open\\..": root,
  };
  return [
    ...Object.entries(headers).map(([word, header]) =>
      check(`dirleaf ${word}`, () => run([word]), { status: 0, stdout: `Absolute path: ${header}\n${listing}` }),
    ),
    check("dirleaf for a missing path", () => run(["C:\\nope"]).status === 0, false),
    check("dirleaf map", () => run(["map", root]).stdout, /open\/|open/),
    ...serverChecks(root, run),
  ];
}

function serverChecks(root, run) {
  const paths = {
    [root]: `Absolute path: ${root}\nopen/\n  x`,
    [`${root}\\SECRET`]: /blocked by policy/,
    [`${root}\\ÜBER\\nope`]: /blocked by policy/,
    "C:\\windows": /is outside/,
  };
  const clientInfo = { name: "check", version: "1.0.0" };
  const asked = [
    ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }],
    ...Object.keys(paths).map((dirPath) => ["tools/call", { name: "list_dir", arguments: { dir_path: dirPath } }]),
  ];
  const lines = asked.map(([method, params], id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const words = ["mcp", "--deny", "**\\secret", "--deny", "C:\\trees\\processes\\über", root];
  let ended;
  const answer = (id) => {
    ended ??= run(words, lines.join(""));
    const messages = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return messages.find((message) => message.id === id).result;
  };
  return [
    check("the server answers", () => answer(0).serverInfo.name, "dirleaf"),
    ...Object.entries(paths).map(([dirPath, expected], index) =>
      check(`the server lists ${dirPath}`, () => answer(index + 1).content[0].text, expected),
    ),
    check("the server ends with its input", () => ended.status, 0),
  ];
}
