// What a router makes of a tool that fails: errors for the model are answers, all others are fatal, and none is long.
import { describe, expect, test } from "vitest";

import { FunctionCallError, modelError } from "../../src/tooling/function-call-error.ts";
import { ToolRouter } from "../../src/tooling/tool-router.ts";

/** A router over one tool that ends with this. */
function routerOf(handle: () => unknown, maxErrorBytes = 30): ToolRouter {
  const parameters = { type: "object", properties: {}, required: [] } as const;
  const tool = { name: "toy", description: "A toy.", parameters, supportsParallelCalls: false };
  return new ToolRouter([{ ...tool, handle: async () => handle() as never }], maxErrorBytes);
}

function failing(error: unknown): ToolRouter {
  return routerOf(() => {
    throw error;
  });
}

const CALL = { toolName: "toy", callId: "1", payload: { type: "function", arguments: "{}" } } as const;

describe("a tool that fails", () => {
  test("with an error for the model passes it on unchanged", async () => {
    const error = modelError("list another directory", "busy", new Error("cause"));
    await expect(failing(error).dispatch(CALL)).rejects.toBe(error);
    expect(await failing(error).respond(CALL)).toEqual({
      content: "list another directory",
      success: false,
      code: "busy",
    });
  });

  test("with a long message has it cut, and keeps its kind and cause", async () => {
    const cause = new Error("cause");
    const message = `${"é".repeat(13)}…`;
    const long = failing(modelError("é".repeat(100), "busy", cause));
    await expect(long.dispatch(CALL)).rejects.toMatchObject({ kind: "respond_to_model", message, cause });
    expect((await long.respond(CALL)).content).toBe(message);
    const fatal = failing(new FunctionCallError("fatal", "é".repeat(100), { cause }));
    await expect(fatal.respond(CALL)).rejects.toMatchObject({ kind: "fatal", message, cause });
  });

  test.each([new RangeError("defect"), "defect", undefined, null])("with %j is fatal, whoever asks", async (thrown) => {
    const message = `dirleaf failed: ${thrown instanceof Error ? "defect" : String(thrown)}`;
    const fatal = { kind: "fatal", message, cause: thrown };
    const call = { type: "function_call", name: "toy", arguments: "{}", call_id: "1" } as const;
    await expect(failing(thrown).dispatch(CALL)).rejects.toMatchObject(fatal);
    await expect(failing(thrown).respond(CALL)).rejects.toMatchObject(fatal);
    await expect(failing(thrown).answer(call)).rejects.toBeInstanceOf(FunctionCallError);
  });
});

test("an unknown tool name is answered, within the bound on errors", async () => {
  const unknown = { ...CALL, toolName: "x".repeat(500) };
  expect(await routerOf(() => ({})).dispatch(unknown)).toEqual({
    content: "unsupported call: xxxxxxxxx…",
    success: false,
    code: "unknown_tool",
  });
  // A name that every object has is none of a tool.
  expect(await routerOf(() => ({})).dispatch({ ...CALL, toolName: "toString" })).toMatchObject({ success: false });
});
