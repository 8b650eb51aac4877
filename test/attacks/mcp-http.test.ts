// HTTP clients that send too much, read too little, and disappear. The server still serves the others, frees its memory and descriptors,
// and ends on SIGTERM.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { CallQueue } from "../../src/tooling/call-queue.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { serveInProcess } from "../support/mcp-in-process.ts";
import { startHttpServer } from "../support/mcp-connection.ts";
import { countDescriptors, residentBytes } from "../support/process-state.ts";
import { ask, connectRaw, listDirCall, TOKEN, writeRequest } from "../support/raw-http.ts";

vi.setConfig({ testTimeout: inDepth(60_000, 600_000) });

/** A directory that takes a while to list, because the call reads it to its end. */
function slowTree(): { root: string; body: string } {
  const root = makeTree("flat/");
  makeManyFiles(path.join(root, "flat"), numbered(5000, "file-"));
  return { root, body: listDirCall(root, { order: "tree", offset: 4990, limit: 5 }) };
}

async function expectServed(url: string, body: string, localAddress?: string): Promise<void> {
  expect(await ask(url, { body }, localAddress)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Absolute path/);
}

/** Stops the process. Resolves with its exit status and how long it took. */
async function stop(child: ChildProcess): Promise<{ status: unknown; ms: number }> {
  const start = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [status] = await ended;
  return { status, ms: performance.now() - start };
}

test("a client pipelines requests and drops the connection: nothing of them is kept, and nothing keeps running", async () => {
  const { root, body } = slowTree();
  // The server used to keep 10 kB per request. With this heap it would not survive half of them.
  const { url, child } = await startHttpServer([], root, ["--max-old-space-size=64"], { DIRLEAF_TOKEN: TOKEN });
  await expectServed(url, body);
  const before = { descriptors: countDescriptors(child.pid), bytes: residentBytes(child.pid) };
  const ahead = writeRequest({ body }).repeat(600);
  for (let round = 0; round < inDepth(4, 184); round += 1) {
    const socket = await connectRaw(url);
    socket.write(ahead);
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.destroy();
  }
  await expectServed(url, body);
  await expect.poll(() => countDescriptors(child.pid), { timeout: 10_000 }).toBeLessThanOrEqual(before.descriptors);
  expect(residentBytes(child.pid) - before.bytes).toBeLessThan(100e6);
  const { status, ms } = await stop(child);
  expect(status).toBe(0);
  // A server that waits for answers that nobody gets would take as long as it ever waits.
  expect(ms).toBeLessThan(8000);
});

test("calls that wait for their turn do not keep all that was sent", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const fileSystem = { ...memory([]), readDirectory: () => new Promise<never>(() => {}) };
  const url = await serveInProcess({ fileSystem, maxRunning: 1, deadlineMs: 30_000 });
  const arrived = vi.spyOn(CallQueue.prototype, "run");
  onTestFinished(() => arrived.mockRestore());
  const call = (id: number) => {
    const [text, params] = ["x".repeat(60_000), { name: "find_files", arguments: {}, _meta: {} }];
    params.arguments = { dir_path: "/", topic: text, [text]: 1, list: [text] };
    params._meta = { [text.slice(0, 50_000)]: 1 };
    return writeRequest({ body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }) });
  };
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      const socket = await connectRaw(url);
      onTestFinished(() => void socket.destroy());
      socket.write(call(sent));
    }
  };
  await send(10);
  await expect.poll(() => arrived.mock.calls.length).toBe(10);
  const before = used();
  await send(100);
  await expect.poll(() => arrived.mock.calls.length).toBe(110);
  // Sockets and their parsers, at both ends, take 50 kB.
  expect((used() - before) / 100).toBeLessThan(100_000);
});
