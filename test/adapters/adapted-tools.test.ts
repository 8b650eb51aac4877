// What all adapters share: copies of the schemas, also in OpenAI's strict mode, and calls as frameworks pass them on.
import { expect, test } from "vitest";

import { adaptTools, ListingError, textOrThrow, type AdaptedTool } from "../../src/adapters/adapted-tools.ts";
import { memory } from "../../src/disk/memory.ts";
import type { Tool } from "../../src/tooling/tool.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);

/** A tool whose answers are its arguments. */
const ECHO: Tool = {
  name: "echo",
  description: "Repeats.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      order: { type: "string", enum: ["up", "down"], description: "How." },
      globs: { type: "array", items: { type: "string" }, description: "Which." },
    },
    required: ["path"],
  },
  supportsParallelCalls: true,
  handle: async ({ payload }) => ({ content: payload.type === "function" ? payload.arguments : "", success: true }),
};

function adapt(name: string, options: ToolRouterOptions = {}, isStrict = false): AdaptedTool {
  const tools = adaptTools({ fileSystem, ...options }, isStrict);
  return tools.find((tool) => tool.name === name) as AdaptedTool;
}

test.each(createToolRouter().specs())("the schema of $name is copied word for word", ({ name, parameters }) => {
  const copied = adapt(name).parameters;
  expect(JSON.stringify(copied)).toBe(JSON.stringify(parameters));
  copied.properties["more"] = { type: "string", description: "" };
  expect(parameters.properties["more"]).toBe(undefined);
});

test("the strict schema requires everything, and lets null stand for what is left out", () => {
  const { parameters } = adapt("echo", { extraTools: [ECHO] }, true);
  expect(parameters).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      order: { type: ["string", "null"], enum: ["up", "down", null], description: "How." },
      globs: { type: ["array", "null"], items: { type: "string" }, description: "Which." },
    },
    required: ["path", "order", "globs"],
    additionalProperties: false,
  });
});

test("in the strict schema null is one more choice for every argument, however it is described", () => {
  const properties = {
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    shared: { $ref: "#/$defs/shared" },
    choice: { enum: ["up", 1] },
    fixed: { type: "string", const: "up" },
    nullable: { type: ["string", "null"], enum: ["up", null] },
  };
  const $defs = { shared: { type: "string" } };
  const extraTools = [{ ...ECHO, parameters: { type: "object" as const, properties, $defs } }];
  expect(adapt("echo", { extraTools }, true).parameters).toEqual({
    type: "object",
    properties: {
      either: { anyOf: [properties.either, { type: "null" }] },
      shared: { anyOf: [properties.shared, { type: "null" }] },
      choice: { anyOf: [properties.choice, { type: "null" }] },
      fixed: { anyOf: [properties.fixed, { type: "null" }] },
      nullable: properties.nullable,
    },
    required: Object.keys(properties),
    additionalProperties: false,
    $defs,
  });
});

test("an extra tool may omit `required`", () => {
  const { required: _, ...parameters } = ECHO.parameters;
  const extraTools = [{ ...ECHO, parameters }];
  expect(adapt("echo", { extraTools }).parameters).toEqual({ ...parameters, required: [] });
  expect(adapt("echo", { extraTools }, true).parameters.required).toEqual(["path", "order", "globs"]);
});

test("arguments that can't be JSON are refused if a tool needs text", async () => {
  const { respond } = adapt("echo", { extraTools: [ECHO] });
  const circular: Record<string, unknown> = {};
  circular["again"] = circular;
  for (const input of [circular, { limit: 1n }]) {
    expect(await respond(input)).toEqual({
      content: "failed to parse function arguments: not valid JSON, or nested too deeply",
      success: false,
      code: "invalid_argument",
    });
  }
});

test("a bug of ours is thrown", async () => {
  const readDirectory = () => {
    throw new Error("out of order");
  };
  const { respond } = adapt("list_dir", { fileSystem: { ...memory([]), readDirectory } });
  await expect(respond({ dir_path: "/repo" })).rejects.toMatchObject({ kind: "fatal" });
});

test("a mistake that is thrown shows the tool's words as its message and as a string", async () => {
  const error = await textOrThrow(Promise.resolve({ content: "no", success: false })).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ListingError);
  expect([(error as Error).message, String(error)]).toEqual(["no", "no"]);
  expect(await textOrThrow(Promise.resolve({ content: "yes", success: true }))).toBe("yes");
});
