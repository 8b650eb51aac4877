// The formats of Anthropic's API. proofs/frameworks tests against the client library itself.
import { expect, test } from "vitest";

import { createAnthropicTools } from "../../src/adapters/anthropic.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);

function toolUse(name: string, input: unknown) {
  return { type: "tool_use", id: `toolu ${name}`, name, input };
}

test("definitions", () => {
  expect(createAnthropicTools().tools).toEqual(
    createToolRouter()
      .specs()
      .map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  );
});

test("answers the calls in a message, marks mistakes, and ignores other tools", async () => {
  const { answerToolUses } = createAnthropicTools({ fileSystem, tools: ["list_dir", "list_directory"] });
  const content = [
    { type: "text", text: "Let me see." },
    toolUse("list_dir", { dir_path: "/repo" }),
    toolUse("read_file", {}),
    toolUse("list_directory", {}),
  ];
  expect(await answerToolUses(content)).toEqual([
    { type: "tool_result", tool_use_id: "toolu list_dir", content: "Absolute path: /repo\na.txt" },
    {
      type: "tool_result",
      tool_use_id: "toolu list_directory",
      content: "failed to parse function arguments: missing field `path`",
      is_error: true,
    },
  ]);
});

test("a runnable tool returns the text of a mistake, or throws it as the library's own error class", async () => {
  class ToolError extends Error {}
  const input = { dir_path: "" };
  const [plain] = createAnthropicTools({ fileSystem }).runnableTools;
  expect(await plain?.run(plain.parse(input))).toBe("dir_path must be an absolute path");
  const [marked] = createAnthropicTools({ fileSystem, ToolError }).runnableTools;
  const thrown: unknown = await marked?.run(input).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ToolError);
  expect((thrown as Error).message).toBe("dir_path must be an absolute path");
});
