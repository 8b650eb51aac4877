import { expect, test } from "vitest";

import { COMMANDS, allOptions, optionsOf } from "../../src/cli/option-table.ts";
import { parseCommand } from "../../src/cli/parse-command.ts";
import { PROFILES } from "../../src/tools/profile.ts";
import type { Arguments } from "../../src/tooling/argument.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { LIST_DIR_ARGUMENTS } from "../../src/listing/list-dir-settings.ts";
import { MAP_DIR_ARGUMENTS } from "../../src/listing/map-dir.ts";

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
    .filter(({ argument }) => argument !== undefined)
    .map(({ name }) => name);
  // A map's levels are not the tool's.
  const others = command === "map" ? ["no-hidden", "depth"] : ["no-hidden"];
  expect(names.filter((name) => !others.includes(name)).toSorted()).toEqual(
    Object.keys(properties)
      .map((name) => name.replaceAll("_", "-"))
      .toSorted(),
  );
  expect(names).toContain("no-hidden");
  for (const [name, { enum: choices }] of Object.entries(properties)) {
    expect(allOptions().find((option) => option.name === name.replaceAll("_", "-"))?.choices).toEqual(choices);
  }
});

test("no letter stands for two options, and only a flag has several", () => {
  const letters = allOptions().flatMap(({ short }) => [...(short ?? "")]);
  expect(new Set(letters).size).toBe(letters.length);
  expect(allOptions().filter(({ short = "", type }) => short.length > 1 && type !== "flag")).toEqual([]);
});

test("no option is declared twice, and one of two commands means the same in both", () => {
  const names = allOptions().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [field, argument] of Object.entries(MAP_DIR_ARGUMENTS)) {
    const other = (LIST_DIR_ARGUMENTS as Arguments)[field];
    expect(field === "dirPath" || other === undefined || other === argument).toBe(true);
  }
});

test("the table has exactly the existing tools and profiles", () => {
  const tools = createToolRouter()
    .specs()
    .map(({ name }) => name);
  expect(COMMANDS.find(({ name }) => name === "call")?.words).toEqual(tools);
  expect(allOptions().find(({ name }) => name === "profile")?.choices).toEqual(PROFILES);
});

test.each(PROFILES)("the help of a listing names --profile %s only if a listing takes it", (profile) => {
  const offered = optionsOf("list").find(({ name }) => name === "profile")?.choices ?? [];
  const parse = () => parseCommand(["--profile", profile]);
  if (offered.includes(profile)) {
    expect(parse).not.toThrow();
  } else {
    expect(parse).toThrow("is not for list_dir");
  }
});

test.each(allOptions().filter(({ commands, name }) => commands.includes("mcp") && name !== "help"))(
  "the server knows --$name",
  ({ name, type }) => {
    // It may refuse the value, but not as an unknown option.
    const parse = (word: string) => {
      try {
        parseCommand(["mcp", ...(type === "flag" ? [word] : [word, "1"])]);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(parse(`--${name}`)).not.toContain("Unknown option");
    expect(parse(`--${name}x`)).toContain("Unknown option");
  },
);
