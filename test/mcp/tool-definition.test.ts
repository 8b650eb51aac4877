// The part of a tool's definition that depends on the server's settings.
import { expect, test } from "vitest";

import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { toToolDefinition } from "../../src/mcp/tool-definition.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const router = createToolRouter();
const specs = router.specs();

test.each(specs)("$name tells Claude Code about results that it would otherwise move to a file", (spec) => {
  const small = toToolDefinition(spec, { outputSchema: undefined, maxOutputBytes: 10_000 });
  expect(small._meta).toEqual({ "anthropic/alwaysLoad": true });
  const large = toToolDefinition(spec, { outputSchema: undefined, maxOutputBytes: 100_000 });
  expect(large._meta).toMatchObject({ "anthropic/maxResultSizeChars": 100_000 });
});

test("only the tool that answers in JSON has an output schema, and only if it is wanted", () => {
  const withSchema = (structured: boolean) => {
    const caller = new ToolCaller(toMcpSettings({ structured }, false));
    return specs.filter(({ name }) => caller.outputSchema(name) !== undefined);
  };
  expect(withSchema(true).map(({ name }) => name)).toEqual(["list_directory"]);
  expect(withSchema(false)).toEqual([]);
});
