// Colours appear in a real pseudo-terminal, and nowhere else.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { COLOUR, runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

function tree(): string {
  const root = makeTree("a/", "a/b", "build/", "link@", "plain", "odd [x]", "end@@");
  fs.writeFileSync(path.join(root, "a/\x1b[31m"), "");
  return root;
}

/** The lines of a listing without what stands before the names. */
function namesOf(text: string): string[] {
  return text.split("\n").map((line) => line.replaceAll(COLOUR, "").replace(/^[ │├└─]*/, ""));
}

describe("colours", () => {
  test.for(["-a", "--details", "--all", "--all --details"].slice(0, inDepth(1, 4)))(
    "wrap names on a terminal: %s",
    async (how, { skip }) => {
      needProgram(skip, "script");
      const cwd = tree();
      const { text, status } = await cli.inTerminal(`"$NODE" "$DIRLEAF" ${how} 2>/dev/null`, { cwd });
      const { stdout } = await runCli(how.split(" ").filter(Boolean), { cwd });
      expect(status).toBe(0);
      expect(text).toContain("\x1b[1;34ma/\x1b[0m\n");
      expect(text).toContain("\x1b[36mlink@\x1b[0m");
      // Without colours and guides, what is left is what a pipe gets.
      expect(namesOf(text)).toEqual(namesOf(stdout.replace("Absolute path: ", "")));
      expect(stdout).not.toMatch(COLOUR);
    },
  );

  test.for<[string[], Record<string, string>, boolean]>([
    [[], { NO_COLOR: "" }, true],
    [[], { NO_COLOR: "1" }, false],
    [[], { TERM: "dumb" }, false],
    [["--color", "never"], {}, false],
    [["--color", "always"], { NO_COLOR: "1" }, true],
    [["--json"], {}, false],
  ])("appear when they should: %j, %j", async ([words, env, expected], { skip }) => {
    const { text } = await runInWindow(skip, words, { cwd: makeTree("a/"), env });
    expect(text.includes("\x1b[")).toBe(expected);
  });
});
