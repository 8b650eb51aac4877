// A mount that stops answering in the middle of a tree: the listing answers in time, and nobody else has to wait.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import type { BindfsMount } from "../support/bindfs-mount.ts";
import { mountFolder } from "../support/remote-tree.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { numbered } from "../support/many-files.ts";
import { onlyInDepth, type Skip } from "../support/needs.ts";
import { stopClock, throughTime } from "../support/virtual-time.ts";

const DEADLINE_MS = 2000;

async function sleepingTree(skip: Skip) {
  const source = makeTree("inside");
  const root = makeTree("a/", "a/x", "dead/", "z/", "z/y");
  return { root, mount: await mountFolder(skip, source, path.join(root, "dead")) };
}

function lister(options: ToolRouterOptions = {}) {
  const router = createToolRouter({ fileSystem: localDisk(), deadlineMs: DEADLINE_MS, ...options });
  return async (args: object) => {
    const payload = { type: "function", arguments: JSON.stringify(args) } as const;
    return router.dispatch({ toolName: "list_dir", callId: "1", payload }).then(
      ({ content }) => content,
      (error: unknown) => `error: ${(error as FunctionCallError).message}`,
    );
  };
}

/** If our process touches a sleeping mount, it stands still. Ends that after a while. Returns whether that has come to pass. */
function unlessTouched(mount: BindfsMount): () => boolean {
  const start = Date.now();
  const end = spawn("sh", ["-c", `sleep 5; umount -f ${mount.point}`], { stdio: "ignore" });
  onTestFinished(() => void end.kill());
  return () => Date.now() - start > 4000;
}

describe("a dead mount", () => {
  test.for(["plain", "sandboxed"])(
    "in a tree is marked in time, and is read again when it wakes: %s",
    async (how, { skip }) => {
      const { root, mount } = await sleepingTree(skip);
      const list = lister(how === "plain" ? {} : { roots: [root] });
      const awake = `Absolute path: ${root}\na/\n  x\ndead/\n  inside\nz/\n  y`;
      expect(await list({ dir_path: root })).toBe(awake);
      // What explains a failure is loaded on demand, which takes real time.
      expect(await list({ dir_path: `${root}/missing` })).toContain("does not exist");
      mount.stop();
      stopClock();
      for (const order of ["breadth", "tree"]) {
        const { value: text, ms } = await throughTime(list({ dir_path: root, order }));
        expect(text).toBe(`Absolute path: ${root}\na/\n  x\ndead/ [timed out]\nz/\n  y`);
        expect(ms).toBeLessThan(DEADLINE_MS);
      }
      const { value: text, ms } = await throughTime(list({ dir_path: `${root}/dead` }));
      expect(text).toMatch(/^error: failed to read directory: .*did not answer in time/);
      expect(ms).toBeLessThan(DEADLINE_MS);
      mount.wake();
      // The clock stands still, so nothing times out before the mount answers.
      expect(await list({ dir_path: root })).toBe(awake);
    },
  );

  test("whose name is kept is not touched to see whether the name is still there", async ({ skip }) => {
    onlyInDepth(skip);
    const root = makeTree("dead/", ...numbered(2000, "f"));
    const mount = await mountFolder(skip, makeTree("inside"), path.join(root, "dead"));
    await sleep(2200);
    const list = lister();
    // Of all names, this one is looked up.
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    const first = await list({ dir_path: root, depth: 1 });
    random.mockRestore();
    expect(first).toContain("\ndead/\n");
    mount.stop();
    const touched = unlessTouched(mount);
    const opened = vi.spyOn(fs, "openSync");
    expect(await list({ dir_path: root, depth: 1 })).toBe(first);
    const looked = opened.mock.calls.filter(([place]) => /fd\/\d+\/dead$/.test(String(place)));
    expect([looked.length, touched()]).toEqual([1, false]);
  });

  test("that is reached through a link to the top is not touched", async ({ skip }) => {
    const mount = await mountFolder(skip, makeTree("inside"));
    const top = path.join(temporaryFolder(), "top");
    fs.symlinkSync("/", top);
    const list = lister();
    expect(await list({ dir_path: `${top}${mount.point}` })).toContain("inside");
    expect(await list({ dir_path: `${top}${mount.point}/missing` })).toContain("does not exist");
    mount.stop();
    const touched = unlessTouched(mount);
    stopClock();
    const { value: text } = await throughTime(list({ dir_path: `${top}${mount.point}` }));
    expect(text).toContain("did not answer in time");
    expect(touched()).toBe(false);
  });

  test("does not hold up anything else, however many calls list it", async ({ skip }) => {
    const { root, mount } = await sleepingTree(skip);
    const list = lister();
    await list({ dir_path: root });
    mount.stop();
    stopClock();
    let answered = 0;
    const asked = Array.from({ length: 100 }, () => list({ dir_path: root }).finally(() => (answered += 1)));
    const ordinary = path.join(root, "a");
    for (let count = 0; count < 200; count += 1) {
      expect(await list({ dir_path: ordinary })).toBe(`Absolute path: ${ordinary}\nx`);
      // The pool that serves Node's own asynchronous calls must be as free as the event loop.
      await fs.promises.stat(ordinary);
    }
    // All of that happened while the others waited.
    expect(answered).toBe(0);
    const { value: texts, ms } = await throughTime(Promise.all(asked));
    expect(texts.filter((text) => !text.includes("dead/ [timed out]"))).toEqual([]);
    expect(ms).toBeLessThan(DEADLINE_MS);
    mount.wake();
    expect(await list({ dir_path: root })).toContain("inside");
  });
});
