// A mount that stops answering in the middle of a tree: the listing answers in time, and nobody else has to wait.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { FunctionCallError } from "../../src/tools/function-call-error.ts";
import { mountFolder } from "../support/far-tree.ts";
import { makeTree } from "../support/make-tree.ts";
import type { Skip } from "../support/needs.ts";

const DEADLINE_MS = 2000;

async function sleepingTree(skip: Skip) {
  const source = makeTree("inside");
  const root = makeTree("a/", "a/x", "dead/", "z/", "z/y");
  return { root, mount: await mountFolder(skip, source, path.join(root, "dead")) };
}

function lister(options: ToolRouterOptions = {}) {
  const router = createToolRouter({ deadlineMs: DEADLINE_MS, ...options });
  return async (args: object) => {
    const start = performance.now();
    const payload = { type: "function", arguments: JSON.stringify(args) } as const;
    const text = await router.dispatch({ toolName: "list_dir", callId: "1", payload }).then(
      ({ content }) => content,
      (error: unknown) => `error: ${(error as FunctionCallError).message}`,
    );
    return { text, ms: performance.now() - start };
  };
}

describe("a dead mount", () => {
  test.for(["plain", "sandboxed"])(
    "in a tree is marked in time, and read again when it wakes: %s",
    async (how, { skip }) => {
      const { root, mount } = await sleepingTree(skip);
      const list = lister(how === "plain" ? {} : { roots: [root] });
      const awake = `Absolute path: ${root}\na/\n  x\ndead/\n  inside\nz/\n  y`;
      expect((await list({ dir_path: root })).text).toBe(awake);
      mount.stop();
      for (const order of ["breadth", "tree"]) {
        const { text, ms } = await list({ dir_path: root, order });
        expect(text).toBe(`Absolute path: ${root}\na/\n  x\ndead/ [timed out]\nz/\n  y`);
        expect(ms).toBeLessThan(DEADLINE_MS);
      }
      const { text, ms } = await list({ dir_path: `${root}/dead` });
      expect(text).toMatch(/^error: failed to read directory: .*did not answer in time/);
      expect(ms).toBeLessThan(DEADLINE_MS);
      mount.wake();
      await expect.poll(async () => (await list({ dir_path: root })).text, { timeout: 5000 }).toBe(awake);
    },
  );

  test("does not hold up anybody else, however often it is asked", async ({ skip }) => {
    const { root, mount } = await sleepingTree(skip);
    const list = lister();
    await list({ dir_path: root });
    mount.stop();
    const asked = Array.from({ length: 100 }, () => list({ dir_path: root }));
    const others: number[] = [];
    const ordinary = path.join(root, "a");
    for (let count = 0; count < 200; count += 1) {
      others.push((await list({ dir_path: ordinary })).ms);
      // The pool that serves Node's own asynchronous calls must be as free as the event loop.
      await fs.promises.stat(ordinary);
    }
    const answers = await Promise.all(asked);
    expect(answers.every(({ text }) => text.includes("dead/ [timed out]"))).toBe(true);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(DEADLINE_MS);
    const [slowest] = others.sort((a, b) => b - a).slice(Math.floor(others.length / 100));
    expect(slowest).toBeLessThan(100);
    mount.wake();
    await expect.poll(async () => (await list({ dir_path: root })).text, { timeout: 5000 }).toContain("inside");
  });
});
