// Attacks through the path that a caller gives, and by someone who can write to the tree: nothing outside the roots is
// listed, revealed or waited for, and no descriptor leaks.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";

import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import { mountBindfs, type BindfsMount } from "../support/bindfs-mount.ts";
import { buildDisk } from "../support/built-disk.ts";
import { makeFolder, makeTree } from "../support/make-tree.ts";
import { leaveOut, type Skip } from "../support/needs.ts";
import { settled } from "../support/process-state.ts";

async function mountFolder(skip: Skip, source: string): Promise<BindfsMount> {
  return (await mountBindfs(source)) ?? leaveOut(skip, "bindfs");
}

/** Returns a function that calls one router and returns what the model would see. */
function callerOf(options: ToolRouterOptions) {
  const router = createToolRouter(options);
  return async (toolName: "list_dir" | "list_directory", args: object): Promise<string> => {
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

describe("nothing outside the roots is revealed", () => {
  const LINKS = { out: "../outside", slash: "/", far: "out/dir/..", around: "../../../../../../.." };

  function tree() {
    const folder = makeTree("r/", "r/a", "outside/", "outside/dir/", "outside/file");
    for (const [name, target] of Object.entries(LINKS)) {
      fs.symlinkSync(target, `${folder}/r/${name}`);
    }
    return { folder, root: `${folder}/r` };
  }

  test("whether it exists, or what it is", async () => {
    const { folder, root } = tree();
    const call = callerOf({ roots: [root] });
    const below = folder.slice(1);
    const behind = ["", "dir", "file", "nope", "dir/nope", "file/nope", "nope/nope", "nope/../dir"];
    const ways = ["r/out", `r/slash/${below}/outside`, "r/far", "r/around/etc", "outside", "elsewhere"];
    for (const given of ways.flatMap((way) => behind.map((name) => `${folder}/${way}/${name}`))) {
      const refusal = `respond_to_model: access denied: ${given} is outside the directories that may be listed`;
      expect(await call("list_dir", { dir_path: given })).toBe(refusal);
      expect(await call("list_directory", { path: given })).toBe(refusal);
    }
  });

  test("nor anything denied, through a link next to it", async () => {
    const root = makeTree("secret/", "secret/dir/", "secret/file", "open/");
    fs.symlinkSync(".", `${root}/alias`);
    fs.symlinkSync("/", `${root}/slash`);
    fs.symlinkSync("secret/dir", `${root}/into`);
    const call = callerOf({ roots: "any", deny: [`${root}/secret`] });
    for (const name of ["", "/dir", "/file", "/nope", "/dir/nope"]) {
      for (const way of [`${root}/alias/secret${name}`, `${root}/slash${root}/secret${name}`, `${root}/into${name}`]) {
        expect(await call("list_dir", { dir_path: way })).toBe(
          `respond_to_model: access denied: reading this path is blocked by policy: ${way}`,
        );
      }
    }
    expect(await call("list_dir", { dir_path: `${root}/alias/open` })).toBe(
      `Absolute path: ${root}/alias/open\n[empty]`,
    );
  });

  test("nor anything before a `..`", async () => {
    const { folder, root } = tree();
    const call = callerOf({ roots: [root], deny: ["**/.ssh"] });
    fs.mkdirSync(`${folder}/.ssh`);
    const answers = new Set<string>();
    for (const given of [`${folder}/.ssh/../r`, `${folder}/.gone/../r`, `${folder}/outside/file/../../r`]) {
      answers.add((await call("list_dir", { dir_path: given, depth: 1 })).replace(given, "…"));
    }
    expect([...answers]).toEqual(["Absolute path: …\na\naround@\nfar@\nout@\nslash@"]);
  });
});

describe("a root stays where it was", () => {
  test("when a link takes its place, or that of a directory above it", async () => {
    const folder = makeTree(
      "x/",
      "x/repo/",
      "x/repo/sub/",
      "x/repo/sub/own",
      "outside/",
      "outside/sub/",
      "outside/SECRET",
    );
    const [repo, sub] = [`${folder}/x/repo`, `${folder}/x/repo/sub`];
    const both = callerOf({ roots: [repo, sub] });
    const single = callerOf({ roots: [sub] });
    expect(await both("list_dir", { dir_path: sub })).toBe(`Absolute path: ${sub}\nown`);
    fs.renameSync(sub, `${folder}/moved`);
    fs.symlinkSync(`${folder}/outside`, sub);
    const isOutside = /^respond_to_model: access denied: .* is outside/;
    for (const call of [both, single]) {
      for (const given of [sub, `${sub}/own`, `${sub}/missing`]) {
        expect(await call("list_dir", { dir_path: given })).toMatch(isOutside);
      }
    }
    // A link in place of the directory above it.
    fs.unlinkSync(sub);
    fs.renameSync(repo, `${folder}/repo-moved`);
    fs.symlinkSync(`${folder}/outside`, repo);
    expect(await both("list_dir", { dir_path: sub })).toMatch(isOutside);
    expect(await single("list_dir", { dir_path: sub })).toMatch(isOutside);
    // When it is gone, nothing above it is told; when it is back, it is listed again.
    fs.unlinkSync(repo);
    expect(await single("list_dir", { dir_path: sub })).toBe(
      `respond_to_model: failed to read directory: ${sub} does not exist; check the spelling`,
    );
    fs.mkdirSync(sub, { recursive: true });
    expect(await single("list_dir", { dir_path: sub })).toBe(`Absolute path: ${sub}\n[empty]`);
  });

  test("when it was given as a link that is repointed", async () => {
    const folder = makeTree("one/", "one/a", "two/", "two/SECRET");
    fs.symlinkSync("one", `${folder}/link`);
    const call = callerOf({ roots: [`${folder}/link`] });
    const listed = await call("list_dir", { dir_path: `${folder}/link` });
    expect(listed).toBe(`Absolute path: ${folder}/link\na`);
    fs.unlinkSync(`${folder}/link`);
    fs.symlinkSync("two", `${folder}/link`);
    expect(await call("list_dir", { dir_path: `${folder}/link` })).toBe(listed);
  });
});

test("a tree deeper than the longest path is listed to its end, and no descriptor leaks", async () => {
  const root = makeFolder();
  // `rm` descends by descriptors, as we do. Node can't remove such a tree.
  onTestFinished(() => void execFileSync("rm", ["-rf", root]));
  const name = "d".repeat(250);
  const depth = 18;
  let at = fs.openSync(root, "r");
  for (let level = 0; level < depth; level += 1) {
    fs.mkdirSync(`/proc/self/fd/${at}/${name}`);
    const next = fs.openSync(`/proc/self/fd/${at}/${name}`, "r");
    fs.closeSync(at);
    at = next;
  }
  fs.mkdirSync(`/proc/self/fd/${at}/bottom`);
  fs.closeSync(at);
  const call = callerOf({ roots: [root] });
  const search = { dir_path: root, include: "bottom", depth: 99 };
  for (let time = 0; time < 20; time += 1) {
    expect(await call("list_dir", search)).toMatch(/\/\n  bottom\/(?: \[empty\])?$/);
    // A path longer than the kernel takes at once is opened name by name.
    expect(await call("list_dir", { dir_path: `${root}/${`${name}/`.repeat(depth)}` })).toMatch(
      /\nbottom\/ \[empty\]$/,
    );
  }
});

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
