// Parsed arguments turned back into JSON text.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { writeArguments } from "../../src/tooling/write-arguments.ts";

test("parsed arguments become JSON again, whatever they are", () => {
  expect([undefined, null, {}, [1], "text", { limit: 2 ** 63 }].map(writeArguments)).toEqual([
    "{}",
    "null",
    "{}",
    "[1]",
    '"text"',
    '{"limit":9223372036854776000}',
  ]);
});

test("arguments that can't be serialized get an error message, not a stack overflow", async () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level += 1) {
    deep = [deep];
  }
  const payload = { type: "function", arguments: writeArguments({ dir_path: "/", deep }) } as const;
  const router = createToolRouter({ fileSystem: memory(["/a"]) });
  const { content, success } = await router.respond({ toolName: "list_dir", callId: "1", payload });
  expect(success).toBe(false);
  expect(content).toBe('failed to parse function arguments: expected a JSON object, got "something that is no JSON"');
});
