import { expect, test } from "vitest";

import { COMMANDS, OPTIONS } from "../../src/cli/option-table.ts";
import { parseMcpCommand } from "../../src/cli/parse-mcp-command.ts";
import { PROFILES } from "../../src/listing/profile.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

test("every argument of list_dir is an option, with the same words to choose from", () => {
  const [spec] = createToolRouter().specs();
  const { dir_path: _operand, ...properties } = spec?.parameters.properties ?? {};
  const names = OPTIONS.filter(({ argument }) => argument !== undefined).map(({ name }) => name);
  expect(names.filter((name) => name !== "no-hidden")).toEqual(expect.arrayContaining(Object.keys(properties)));
  expect(names).toHaveLength(Object.keys(properties).length + 1);
  for (const [name, { enum: choices }] of Object.entries(properties)) {
    expect(OPTIONS.find((option) => option.name === name)?.choices).toEqual(choices);
  }
});

test("the table has exactly the existing tools and profiles", () => {
  const tools = createToolRouter()
    .specs()
    .map(({ name }) => name);
  expect(COMMANDS.find(({ name }) => name === "call")?.words).toEqual(tools);
  expect(OPTIONS.find(({ name }) => name === "profile")?.choices).toEqual(PROFILES);
});

test.each(OPTIONS.filter(({ commands, name }) => commands.includes("mcp") && name !== "help"))(
  "the server knows --$name",
  ({ name, type }) => {
    // It may refuse the value, but not as an unknown option.
    const parse = (word: string) => {
      try {
        parseMcpCommand(type === "flag" ? [word] : [word, "1"], () => "/");
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(parse(`--${name}`)).not.toContain("Unknown option");
    expect(parse(`--${name}x`)).toContain("Unknown option");
  },
);
