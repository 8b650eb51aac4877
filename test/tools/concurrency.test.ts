// Many calls at once, and calls that are stopped: all are answered, and nothing is left behind.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { FunctionCallError } from "../../src/tools/function-call-error.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";

const CALLS = 1000;

function openDescriptors(): number {
  return fs.readdirSync("/proc/self/fd").length;
}

describe("a thousand calls at once", () => {
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
      for (let index = 0; index < 12_000; index += 1) {
        fs.writeFileSync(path.join(root, "huge", `a name of some length ${index}`), "");
      }
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
      expect(most - before).toBeLessThan(1000);
      await expect.poll(openDescriptors).toBe(before);
    },
  );
});

describe("a call that is stopped", () => {
  test("reads no further, even in the middle of a huge directory", async () => {
    const root = temporaryFolder();
    for (let index = 0; index < 30_000; index += 1) {
      fs.writeFileSync(path.join(root, `a name of some length ${index}`), "");
    }
    const before = openDescriptors();
    const controller = new AbortController();
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: root }) } as const;
    const listing = createToolRouter().dispatch({
      toolName: "list_dir",
      callId: "1",
      payload,
      signal: controller.signal,
    });
    // After the first batch or so: the directory has fifteen.
    setImmediate(() => setImmediate(() => controller.abort()));
    const stopped = performance.now();
    await expect(listing).rejects.toBeInstanceOf(FunctionCallError);
    expect(performance.now() - stopped).toBeLessThan(100);
    await expect.poll(openDescriptors).toBe(before);
  });
});
