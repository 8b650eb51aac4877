// A network mount that stops answering in the middle of a tree: the server answers the call in time and everybody else at once, and it
// ends when it is told to, as the command does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { mountBindfs, mountFolder, type BindfsMount } from "../support/bindfs-mount.ts";
import { buildDisk } from "../support/built-disk.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { keepSwapping } from "../support/keep-swapping.ts";
import { makeTree } from "../support/make-tree.ts";
import { leaveOut, type Skip } from "../support/needs.ts";
import { commandFile } from "../support/started-command.ts";
import { watchedServer } from "../support/watched-server.ts";

/** How often directories that are being swapped are listed. */
const ROUNDS = inDepth(200, 2000);

async function deadTree(skip: Skip): Promise<{ root: string; mount: BindfsMount }> {
  const root = makeTree("a/x", "dead/", "z/y");
  const mount = (await mountBindfs(makeTree("inside"), path.join(root, "dead"))) ?? leaveOut(skip, "bindfs");
  return { root, mount };
}

test("a server marks it, answers other calls meanwhile, and reads it again when it wakes up", async ({ skip }) => {
  const { root, mount } = await deadTree(skip);
  const server = await watchedServer(root);
  try {
    const listing = (mark: string) => `Absolute path: ${root}\na/\n  x\ndead/${mark}\nz/\n  y`;
    expect(await server.call("list_dir", { dir_path: root })).toBe(listing("\n  inside"));
    mount.stop();
    const calls = [
      server.call("list_dir", { dir_path: root }),
      server.call("map_dir", { dir_path: root }),
      server.call("find_files", { dir_path: root, words: ["y", "inside"] }),
      server.call("list_dir", { dir_path: `${root}/dead` }),
    ];
    const start = performance.now();
    expect(await server.call("list_dir", { dir_path: `${root}/a` })).toBe(`Absolute path: ${root}/a\nx`);
    expect(performance.now() - start).toBeLessThan(4000);
    const [listed, mapped, found, refused] = await Promise.all(calls);
    expect(listed).toBe(listing(" [timed out]"));
    expect(mapped).toContain("dead/ [timed out]");
    expect(found).toMatch(/z\/y[^]*not readable: dead\/ \(timed out\)/);
    expect(refused).toContain("did not answer in time");
    mount.wake();
    await expect.poll(() => server.call("list_dir", { dir_path: root }), { interval: 500 }).toBe(listing("\n  inside"));
  } finally {
    server.close();
  }
});

test("a call in one root does not wait for another that does not answer", async ({ skip }) => {
  const [well, mount] = [makeTree("a"), await mountFolder(skip, makeTree("sub/x"))];
  const fileSystem = (await buildDisk()).localDisk();
  mount.stop();
  const router = createToolRouter({ fileSystem, roots: [well, `${mount.point}/sub`] });
  const list = (directory: string) => callTool("list_dir", { dir_path: directory }, router);
  // Where the roots lead is found out first, for a second at most.
  expect(await list(well)).toContain("\na");
  const start = performance.now();
  for (let calls = 0; calls < 4; calls += 1) {
    expect(await list(well)).toContain("\na");
  }
  expect(performance.now() - start).toBeLessThan(1000);
  expect(await list(`${mount.point}/sub`)).toContain("did not answer in time");
  mount.wake();
  await expect.poll(() => list(`${mount.point}/sub`), { interval: 500, timeout: 15_000 }).toContain("\nx");
});

test("a server answers while directories are swapped for links to it", async ({ skip }) => {
  const folder = makeTree("top/in/b/c/x", "top/in/b/.gitignore", "top/y");
  const mount = (await mountBindfs(makeTree("b/c/x", "in/b/c/x"))) ?? leaveOut(skip, "bindfs");
  fs.symlinkSync(mount.point, `${folder}/top.link`);
  fs.symlinkSync(mount.point, `${folder}/top/in.link`);
  const server = await watchedServer(`${folder}/top`);
  try {
    await server.call("list_dir", { dir_path: `${folder}/top` });
    mount.stop();
    await keepSwapping(folder, ["top/in", "top"]);
    const listed = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const below of ["", "/in", "/in/b/c"]) {
        const answer = await server.call("list_dir", { dir_path: `${folder}/top${below}`, details: true });
        expect(answer).toMatch(/^Absolute path|denied|does not exist|is not a directory|EINVAL/);
        listed.add(answer.startsWith("Absolute path") ? below : "refused");
      }
    }
    expect(listed).toEqual(new Set(["", "/in", "/in/b/c", "refused"]));
  } finally {
    server.close();
  }
});

test.for([[["mcp"]], [["--all"]], [["map"]], [["-L2"]]] as const)("a command ends: %j", async ([words], { skip }) => {
  const { root, mount } = await deadTree(skip);
  mount.stop();
  const child = spawn(process.execPath, [commandFile(), ...words, root], { stdio: ["pipe", "pipe", "pipe"] });
  const printed = text(child.stdout);
  const ended = once(child, "exit");
  if (words[0] === "mcp") {
    const params = { name: "list_dir", arguments: { dir_path: root } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill("SIGTERM");
  }
  await ended;
  expect(await printed).toMatch(/dead\/ \[timed out\]/);
});
