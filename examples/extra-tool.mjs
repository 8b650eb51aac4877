// A tool of your own, read_file, beside ours. Every adapter and dirleaf/mcp take `extraTools`, too.
// Run: node examples/extra-tool.mjs [directory [file]]
import fs from "node:fs/promises";
import path from "node:path";
import { createToolRouter, FunctionCallError } from "dirleaf";

const [directory = ".", name = "README.md"] = process.argv.slice(2);
const root = await fs.realpath(directory);

/** @type {import("dirleaf").Tool} */
const readFile = {
  name: "read_file",
  description: "Reads a text file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string", description: "Absolute path." } },
    required: ["path"],
  },
  supportsParallelCalls: true,
  async handle({ payload, signal }) {
    try {
      const given = JSON.parse(payload.type === "function" ? payload.arguments : "");
      // Where the path leads to, so that no link leads out of the directory.
      const file = await fs.realpath(given.path);
      if (file.startsWith(root + path.sep)) {
        return { content: await fs.readFile(file, { encoding: "utf8", signal }), success: true };
      }
    } catch {
      // No JSON, no path or no file: the same answer as for a file elsewhere.
    }
    throw new FunctionCallError("respond_to_model", `no such file in ${root}; list_dir shows which there are`);
  },
};

const router = createToolRouter({ roots: [root], extraTools: [readFile] });
console.log(router.specs().map((spec) => spec.name));
const json = JSON.stringify({ path: path.resolve(root, name) });
const { output } = await router.answer({ type: "function_call", name: "read_file", arguments: json, call_id: "1" });
console.log(output);
