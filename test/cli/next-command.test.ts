// The last line of a page on a terminal, which a person can paste.
import { expect, test } from "vitest";

import { renderNextCommand } from "../../src/cli/print-page.ts";
import { makeTree } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

test.each([
  [{ nextOffset: 26 }, ["src"], "dirleaf src --offset 26"],
  [{ nextOffset: 51 }, ["src", "--offset", "26", "--limit=25"], "dirleaf src --limit=25 --offset 51"],
  [{ nextOffset: 3 }, ["--limit", "2", "--", "-x"], "dirleaf --limit 2 --offset 3 -- -x"],
  [{ nextOffset: 3 }, ["--offset=2", "--", "--offset"], "dirleaf --offset 3 -- --offset"],
  [{ next: "-x/" }, ["--after", "-w", "d"], "dirleaf d --after=-x/"],
  [{ nextOffset: 3 }, ["it's\x1b[31m\u202e"], "dirleaf $'it\\'s\\U0000001b[31m\\U0000202e' --offset 3"],
  [{ next: "a/it's b/" }, ["--after=x", "my dir"], "dirleaf 'my dir' --after 'a/it'\\''s b/'"],
])("%j after %j", (next, words, command) => {
  const line = `More than 25 entries found; continue with: ${command}`;
  expect(renderNextCommand({ moreThan: 25, ...next }, words)).toEqual([line]);
});

test("a page without more has no such line", () => {
  expect(renderNextCommand({}, ["src"])).toEqual([]);
});

test("is shown on a terminal, leads on when it is pasted, and is not in a pipe", async ({ skip }) => {
  needProgram(skip, "script");
  const cwd = makeTree("a", "b", "it's c");
  const { text } = await runInWindow(skip, "--limit 2 --order tree --color never".split(" "), { cwd });
  const command = /continue with: dirleaf (.*)\n$/.exec(text)?.[1] as string;
  expect(command).toBe("--limit 2 --order tree --color never --after b");
  const rest = await cli.inTerminal(`"$NODE" "$DIRLEAF" ${command}`, { cwd });
  expect(rest.text).toContain("\n├─ …\n└─ it's c\n");
  const { text: long } = await runInWindow(skip, ["--limit", "2", "--long"], { cwd });
  expect(long).toMatch(/continue with: dirleaf --limit 2 --long --offset 3\S*\n$/);
  expect((await runCli(["--limit", "2"], { cwd })).stdout).toContain("; continue with offset 3\n");
});
