// The part of a tool's definition that depends on the server's settings.
import { expect, test } from "vitest";

import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { describeTool, toToolDefinition } from "../../src/mcp/tool-definition.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const router = createToolRouter();
const specs = router.specs();

test.each(specs)("$name tells Claude Code about results that it would otherwise move to a file", (spec) => {
  const small = toToolDefinition(describeTool(spec, undefined, 10_000));
  expect(small._meta).toEqual({ "anthropic/alwaysLoad": true });
  const large = toToolDefinition(describeTool(spec, undefined, 100_000));
  expect(large._meta).toMatchObject({ "anthropic/maxResultSizeChars": 100_000 });
});

test("only the tool that answers in JSON has an output schema, and only if it is wanted", () => {
  const withSchema = (structured: boolean) => {
    const tools = new ToolCaller(toMcpSettings({ structured }, false)).tools();
    return tools.filter(({ outputSchema }) => outputSchema !== undefined);
  };
  expect(withSchema(true).map(({ name }) => name)).toEqual(["list_directory"]);
  expect(withSchema(false)).toEqual([]);
});
