// Arguments between frameworks and tools: a schema that only describes and leaves rejecting to the tool, and the JSON text.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { toArgumentsSchema, writeArguments } from "../../src/tooling/arguments-schema.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

test.each(createToolRouter().specs())("the schema of $name is the one that models get, word for word", (spec) => {
  const { jsonSchema, validate } = toArgumentsSchema(spec)["~standard"];
  expect(jsonSchema.input()).toBe(spec.parameters);
  expect(validate({ limit: "many" })).toEqual({ value: { limit: "many" } });
});

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

/** The answer of a tool to these arguments. */
async function answerTo(input: object): Promise<{ content: string; success: boolean }> {
  const payload = { type: "function", arguments: writeArguments(input) } as const;
  const router = createToolRouter({ fileSystem: memory(["/a"]) });
  const { content, success } = await router.respond({ toolName: "list_dir", callId: "1", payload });
  return { content, success };
}

const REFUSED = {
  content: 'failed to parse function arguments: expected a JSON object, got "something that is no JSON"',
  success: false,
};

test("arguments that can't be serialized get an error message", async () => {
  const round: Record<string, unknown> = { dir_path: "/" };
  round["again"] = round;
  expect(await answerTo(round)).toEqual(REFUSED);
  expect(await answerTo({ dir_path: "/", limit: 1n })).toEqual(REFUSED);
});

test("arguments nested too deep for the stack get an error message, and those that fit are read", async () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level += 1) {
    deep = [deep];
  }
  // Node 26 serializes them; older ones run out of stack. An argument that the tool does not know is ignored.
  const fits = (() => {
    try {
      return JSON.stringify(deep) !== "";
    } catch {
      return false;
    }
  })();
  expect(await answerTo({ dir_path: "/", deep })).toEqual(
    fits ? { content: "Absolute path: /\na", success: true } : REFUSED,
  );
});
