// Attacks through mounts: nothing outside the roots is listed, revealed or waited for, and no descriptor leaks. test/access has the
// attacks through paths and links.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";

import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import { mountBindfs, type BindfsMount } from "../support/bindfs-mount.ts";
import { buildDisk } from "../support/built-disk.ts";
import { makeTree } from "../support/make-tree.ts";
import { leaveOut, type Skip } from "../support/needs.ts";
import { settled } from "../support/process-state.ts";

async function mountFolder(skip: Skip, source: string): Promise<BindfsMount> {
  return (await mountBindfs(source)) ?? leaveOut(skip, "bindfs");
}

/** Returns a function that calls one router and returns what the model would see. */
function callerOf(options: ToolRouterOptions) {
  const router = createToolRouter(options);
  return async (toolName: "list_dir", args: object): Promise<string> => {
    const payload = { type: "function", arguments: JSON.stringify(args) } as const;
    const before = await settled(openDescriptors);
    const text = await router.dispatch({ toolName, callId: "1", payload }).then(
      ({ content }) => content,
      (error: FunctionCallError) => `${error.kind}: ${error.message}`,
    );
    expect(await settled(openDescriptors)).toBe(before);
    return text;
  };
}

/** Counts descriptors of files and directories only, because a child process that reads a mount keeps its pipes for a while. */
function openDescriptors(): number {
  return fs.readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("/");
    } catch {
      // The descriptor that read this directory.
      return false;
    }
  }).length;
}

/** Starts a process with its own mount over `point`, which nobody else sees. Undefined if that is not permitted. */
async function mountElsewhere(point: string): Promise<number | undefined> {
  const script = `mount -t tmpfs tmpfs "$1" && : > "$1/FOREIGN" && echo ready && cat`;
  const child = spawn("unshare", ["--mount", "sh", "-c", script, "sh", point], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [told] = (await Promise.race([once(child.stdout, "data"), once(child, "error"), once(child, "close")])) as [
    unknown,
  ];
  return Buffer.isBuffer(told) ? child.pid : undefined;
}

test("another mount namespace is outside, whatever the roots", async ({ skip }) => {
  const root = makeTree("own");
  const process = await mountElsewhere(root);
  if (process === undefined) {
    return leaveOut(skip, "mount namespaces");
  }
  const foreign = `/proc/${process}/root${root}`;
  expect(fs.readdirSync(foreign)).toEqual(["FOREIGN"]);
  expect(await callerOf({ roots: [root] })("list_dir", { dir_path: foreign })).toBe(
    `respond_to_model: access denied: ${foreign} is outside the directories that may be listed`,
  );
  for (const options of [
    { roots: ["/"] },
    { roots: ["/proc", root] },
    { roots: "any" as const, deny: ["**/nothing"] },
  ]) {
    expect(await callerOf(options)("list_dir", { dir_path: foreign })).not.toContain("FOREIGN");
  }
});

describe("a mount that may stop answering", () => {
  function source(): string {
    const folder = makeTree("dir/", "dir/x", "file");
    fs.symlinkSync("dir", `${folder}/near`);
    fs.symlinkSync("../../../../../../etc", `${folder}/out`);
    fs.symlinkSync("/", `${folder}/slash`);
    return folder;
  }

  test("reveals nothing about the outside, either", async ({ skip }) => {
    const { point } = await mountFolder(skip, source());
    const call = callerOf({ fileSystem: (await buildDisk()).localDisk(), roots: [point], deny: ["**/dir/secret"] });
    expect(await call("list_dir", { dir_path: `${point}/near` })).toBe(`Absolute path: ${point}/near\nx`);
    for (const behind of ["out", "out/passwd", "out/nope", "slash/tmp", "slash/nope"]) {
      expect(await call("list_dir", { dir_path: `${point}/${behind}` })).toMatch(/access denied: .* is outside/);
    }
    for (const behind of ["near/secret", "near/secret/x", `slash${point}/near/secret`]) {
      expect(await call("list_dir", { dir_path: `${point}/${behind}` })).toMatch(/blocked by policy/);
    }
    expect(await call("list_dir", { dir_path: `${point}/file` })).toMatch(/is not a directory/);
    expect(await call("list_dir", { dir_path: `${point}/nope` })).toMatch(/does not exist/);
  });

  test("does not hold up a call that is refused because of it", async ({ skip }) => {
    const mount = await mountFolder(skip, source());
    const root = makeTree("a");
    fs.symlinkSync(mount.point, `${root}/link`);
    const fileSystem = (await buildDisk()).localDisk();
    const call = callerOf({ fileSystem, roots: [root] });
    mount.stop();
    for (const behind of ["", "/dir", "/nope"]) {
      expect(await call("list_dir", { dir_path: `${root}/link${behind}` })).toMatch(/access denied: .* is outside/);
    }
    const denying = callerOf({ fileSystem, roots: "any", deny: [mount.point] });
    expect(await denying("list_dir", { dir_path: `${root}/link/dir` })).toMatch(/blocked/);
    expect(await denying("list_dir", { dir_path: root })).toBe(`Absolute path: ${root}\na\nlink@`);
  });
});
