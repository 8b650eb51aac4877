// The last line of a page on a terminal, which a person can paste.
import { expect, test } from "vitest";

import { makeTree } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

test("the next command is shown on a terminal only, and leads to the next page when it is pasted", async ({ skip }) => {
  needProgram(skip, "script");
  const cwd = makeTree("a", "it's b", "it's c");
  const { text } = await runInWindow(skip, "--limit 2 --order tree --color never".split(" "), { cwd });
  const command = /continue with: dirleaf (.*)\n$/.exec(text)?.[1] as string;
  expect(command).toBe("--limit 2 --order tree --color never --after 'it'\\''s b'");
  const rest = await cli.inTerminal(`"$NODE" "$DIRLEAF" ${command}`, { cwd });
  expect(rest.text).toContain("\n├─ …\n└─ it's c\n");
  const odd = await runInWindow(skip, ["--limit=1", "--color=never", "--after=x", "--", "it's\x1b[31m d"], {
    cwd: makeTree("it's\x1b[31m d/y@", "it's\x1b[31m d/-z", "it's\x1b[31m d/z"),
  });
  expect(odd.text).toMatch(
    /continue with: dirleaf --limit=1 --color=never --after y@ -- \$'it\\'s\\U0000001b\[31m d'\n$/,
  );
  const { text: long } = await runInWindow(skip, ["--limit", "2", "--long"], { cwd });
  expect(long).toMatch(/continue with: dirleaf --limit 2 --long --offset 3\S*\n$/);
  expect((await runCli(["--limit", "2"], { cwd })).stdout).toContain("; continue with offset 3\n");
});
