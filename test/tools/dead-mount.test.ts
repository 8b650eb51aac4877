// A mount that stops answering in the middle of a tree: the listing answers in time, and nobody else has to wait.
import path from "node:path";
import { beforeAll, expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import type { ToolRouterOptions } from "../../src/tools/tool-declaration.ts";
import { buildDisk } from "../support/built-disk.ts";
import { makeTree } from "../support/make-tree.ts";
import { mountFolder } from "../support/remote-tree.ts";

const DEADLINE_MS = 2000;

let built: Awaited<ReturnType<typeof buildDisk>>;

beforeAll(async () => {
  built = await buildDisk();
});

test.for(["plain", "sandboxed"])(
  "a dead mount is marked in time, and read when it wakes: %s",
  async (how, { skip }) => {
    const root = makeTree("a/", "a/x", "dead/", "z/", "z/y");
    const mount = await mountFolder(skip, makeTree("inside"), path.join(root, "dead"));
    const options: ToolRouterOptions = { fileSystem: built.localDisk(), deadlineMs: DEADLINE_MS };
    const router = createToolRouter(how === "plain" ? options : { ...options, roots: [root] });
    const list = async (args: object) => {
      const payload = { type: "function", arguments: JSON.stringify(args) } as const;
      return (await router.respond({ toolName: "list_dir", callId: "1", payload })).content;
    };
    const awake = `Absolute path: ${root}\na/\n  x\ndead/\n  inside\nz/\n  y`;
    expect(await list({ dir_path: root })).toBe(awake);
    mount.stop();
    for (const order of ["breadth", "tree"]) {
      const start = performance.now();
      const asleep = list({ dir_path: root, order });
      // Others do not wait for it.
      expect(await list({ dir_path: `${root}/a` })).toBe(`Absolute path: ${root}/a\nx`);
      expect(await asleep).toBe(`Absolute path: ${root}\na/\n  x\ndead/ [timed out]\nz/\n  y`);
      expect(performance.now() - start).toBeLessThan(2 * DEADLINE_MS);
    }
    expect(await list({ dir_path: `${root}/dead` })).toMatch(/^failed to read directory: .*did not answer in time/);
    mount.wake();
    await expect.poll(() => list({ dir_path: root })).toBe(awake);
  },
);
