// Long texts of characters that are slow to fold, parse or compare: calls are answered at once, and deny rules hold.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callListDir, callTool } from "../support/call-tool.ts";

/** `normalize` takes over a second to put the marks of such a text into their order. */
const marks = (length: number) => "\u0301\u0323".repeat(length / 2);

const TEXTS = {
  "combining marks": `a${marks(99_980)}`,
  "marks in many names": `${`a${marks(900)}/`.repeat(110)}x`,
  "letters with marks of their own": "\u1fb7".repeat(99_980),
  "characters that nobody sees": "\u200b".repeat(99_980),
  quotes: '"\\'.repeat(49_990),
  "quoted names": '"a"/'.repeat(24_990),
  brackets: " [".repeat(49_990),
  slashes: "/".repeat(99_980),
  stars: "*a".repeat(49_990),
  braces: "{,".repeat(49_990),
  "half characters": "\ud800".repeat(99_980),
};

/** Of the processor's time, whatever else the machine does. Such a call took 1 to 10 s, and now takes 100 ms at most. */
const LONGEST_MS = 500;

/** How much of the processor's time this process has had. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe.each(Object.entries(TEXTS))("100,000 characters: %s", (_, text) => {
  test.each(["leaf", "codex-sorted", "hyper"] as const)("are answered at once, profile %s", async (profile) => {
    const fileSystem = memory(["/r/a", `/r/a${marks(254)}/x`]);
    const router = createToolRouter({
      fileSystem,
      deny: ["*.key", "/r/b"],
      profile,
      ...(profile === "leaf" && {
        experimentalSupportedTools: ["map_dir", "find_files", "list_dir", "list_directory"],
      }),
    });
    for (const { name, parameters } of router.specs()) {
      const { properties } = parameters as { properties: object };
      const path = "dir_path" in properties ? "dir_path" : "path";
      await callTool(name, { [path]: "/r" }, router);
      for (const argument of Object.keys(properties)) {
        const value = argument === path ? `/r/${text}` : text;
        const started = used();
        await callTool(name, { [path]: "/r", [argument]: value }, router);
        expect(used() - started, `${name}, ${argument}`).toBeLessThan(LONGEST_MS);
      }
    }
  });
});

test("long names from a file system of one's own are folded, too", async () => {
  const name = `a${marks(100_000)}.PEM`;
  const fileSystem = memory([`/r/${name}`, "/r/x"]);
  const started = used();
  expect(await callListDir({ dir_path: "/r" }, { fileSystem, deny: ["*.pem"] })).toBe("Absolute path: /r\nx");
  expect(await callListDir({ dir_path: "/r/X" }, { fileSystem })).toContain("does not exist");
  expect(used() - started).toBeLessThan(LONGEST_MS);
});
