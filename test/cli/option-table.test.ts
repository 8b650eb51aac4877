import { expect, test } from "vitest";

import { allOptions, optionsOf } from "../../src/cli/option-table.ts";
import { runCli } from "../support/run-cli.ts";
import { PROFILES } from "../../src/tools/profile.ts";
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

test("no letter stands for two options, and only a flag has several", () => {
  const options = [...allOptions().values()];
  const letters = options.flatMap((option) => [...(option.letters ?? "")]);
  expect(new Set(letters).size).toBe(letters.length);
  expect(options.filter((option) => (option.letters ?? "").length > 1 && option.kind !== "flag")).toEqual([]);
});

test.each(PROFILES)("the help of a listing names --profile %s only if a listing takes it", async (profile) => {
  const offered = optionsOf("list").find(({ name }) => name === "profile")?.choices ?? [];
  const { status } = await runCli(["--profile", profile]);
  expect(status).toBe(offered.includes(profile) ? 0 : 2);
});
