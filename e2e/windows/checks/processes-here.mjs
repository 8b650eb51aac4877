// The command, and the server over standard streams, each as a process of its own.
import { spawnSync } from "node:child_process";
import path from "node:path";

import { check, makeTree } from "./check.mjs";

const COMMAND = path.join(import.meta.dirname, "../dist/cli/main.cjs");

export function processChecks() {
  const root = makeTree("processes", ["Secret/key", "open/x", "über/y"]);
  const run = (words, input) => {
    const options = { cwd: root, encoding: "utf8", input };
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], options);
    return { status, text: stdout + stderr };
  };
  const listing = "Secret/\n  key\nopen/\n  x\nüber/\n  y\n";
  const headers = {
    [root]: root,
    "open\\..": root,
  };
  const missing = "failed to read directory: C:\\nope does not exist, but C:/ does; list that to see what is there\n";
  return [
    ...Object.entries(headers).map(([word, header]) =>
      check(`dirleaf ${word}`, () => run([word]), { status: 0, text: `Absolute path: ${header}\n${listing}` }),
    ),
    check("dirleaf for a missing path", () => run(["C:\\nope"]), { status: 1, text: missing }),
    check("dirleaf map", () => run(["map", root]), { status: 0, text: `Absolute path: ${root}\n${listing}` }),
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
    const messages = ended.text
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
