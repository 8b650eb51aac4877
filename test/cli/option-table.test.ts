// The options of the command are the arguments of the tools, by the same names.
import { expect, test } from "vitest";

import { allOptions, optionsOf } from "../../src/cli/option-table.ts";
import { MCP_LIMITS } from "../../src/mcp/mcp-settings.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

test.each([
  ["list_dir", "list"],
  ["map_dir", "map"],
  ["find_files", "find"],
] as const)("every argument of %s is an option of dirleaf %s, with the same words to choose from", (tool, command) => {
  const spec = createToolRouter()
    .specs()
    .find(({ name }) => name === tool);
  const { dir_path: _directory, words: _operands, ...properties } = spec?.parameters.properties ?? {};
  const names = optionsOf(command)
    .filter(({ sets }) => sets !== undefined)
    .map(({ name }) => name);
  expect(names.filter((name) => name !== "no-hidden").toSorted()).toEqual(
    Object.keys(properties)
      .map((name) => name.replaceAll("_", "-"))
      .toSorted(),
  );
  expect(names).toContain("no-hidden");
  for (const [name, { enum: choices }] of Object.entries(properties)) {
    expect(allOptions().get(name.replaceAll("_", "-"))?.choices).toEqual(choices);
  }
});

test("the limits that dirleaf mcp names are the server's", () => {
  const named = new Map(optionsOf("mcp").map((option) => [option.name, option.default]));
  expect(named.get("max-indexed")).toBe(String(MCP_LIMITS.maxIndexed));
  expect(named.get("max-bytes")).toBe(String(MCP_LIMITS.maxOutputBytes));
});
