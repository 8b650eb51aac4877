// Many calls at once: all get an answer, and nothing is left behind.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";

const CALLS = inDepth(32, 1000);

function openDescriptors(): number {
  return fs.readdirSync("/proc/self/fd").length;
}

describe(`${CALLS} calls at once`, () => {
  test.each([false, true])(
    "are all answered, with few descriptors and none left open (sandboxed: %s)",
    async (isSandboxed) => {
      const names = Array.from({ length: 40 }, (_, index) => [
        `d${index}/`,
        `d${index}/e/`,
        `d${index}/e/f/`,
        `d${index}/e/f/g`,
      ]);
      const root = makeTree(...names.flat(), "huge/");
      makeManyFiles(path.join(root, "huge"), numbered(inDepth(4000, 12_000), "a name of some length "));
      const router = createToolRouter({ deadlineMs: 60_000, ...(isSandboxed && { roots: [root] }) });
      const before = openDescriptors();
      let most = 0;
      const call = async (index: number) => {
        const directory = index % 50 === 0 ? `${root}/huge` : index % 3 === 0 ? root : `${root}/d${index % 40}`;
        const args = JSON.stringify({
          dir_path: directory,
          depth: 5,
          limit: 100,
          order: index % 2 === 0 ? "tree" : "breadth",
        });
        const payload = { type: "function", arguments: args } as const;
        const { content } = await router.dispatch({ toolName: "list_dir", callId: String(index), payload });
        most = Math.max(most, openDescriptors());
        return content;
      };
      const answers = await Promise.all(Array.from({ length: CALLS }, (_, index) => call(index)));
      expect(
        answers.every(
          (text, index) => text.startsWith("Absolute path: ") && (index % 50 !== 0 || text.includes("More than 100")),
        ),
      ).toBe(true);
      expect(new Set(answers.filter((_, index) => index % 40 === 1 && index % 3 !== 0 && index % 50 !== 0)).size).toBe(
        1,
      );
      // Some hundred trees are held at a time, each with a descriptor for every level.
      expect(most - before).toBeLessThan(600);
      // Another file's processes that read mounts may end meanwhile, and close some that were open before.
      await expect.poll(openDescriptors).toBeLessThanOrEqual(before);
    },
  );
});
