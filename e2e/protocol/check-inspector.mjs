// The Inspector as a client: it must see what `dirleaf call` prints.
import assert from "node:assert/strict";

import { runProcess } from "../processes.mjs";

/** The Inspector's exit code for a result that is an error. */
const TOOL_ERROR = 5;

/** Calls to one server: `target` is its address, or the words of its command. */
export function inspectorOf({ node, inspector }, { target, era, env }) {
  const inspect = async (method, ...options) => {
    const words = ["--cli", "--protocol-era", era, "--format", "json", "--method", method, ...options];
    // After the two dashes comes the server's command with its own options.
    return runProcess(node, [inspector, ...words, "--", ...target], { env });
  };
  return {
    /** The tools. Fails if the Inspector complains about their schemas. */
    async listTools() {
      const { code, stdout, stderr } = await inspect("tools/list", "--strict");
      assert.equal(code, 0, stderr);
      assert.equal(stderr, "", "the Inspector has something to say");
      return JSON.parse(stdout).result.tools;
    },
    /** The text of a tool's answer, and whether it is an error. */
    async callTool(name, toolArguments) {
      const json = JSON.stringify(toolArguments);
      const { code, stdout, stderr } = await inspect("tools/call", "--tool-name", name, "--tool-args-json", json);
      assert.ok(code === 0 || code === TOOL_ERROR, `exit code ${code}: ${stderr}`);
      const { content, structuredContent, isError = false } = JSON.parse(stdout).result;
      assert.equal(isError, code === TOOL_ERROR);
      assert.equal(content.length, 1);
      const isStructured = name === "list_directory" && !isError;
      assert.deepEqual(structuredContent, isStructured ? JSON.parse(content[0].text) : undefined);
      return { text: content[0].text, isError };
    },
  };
}
