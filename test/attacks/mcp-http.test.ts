// HTTP clients that send too much, read too little, and disappear. The server still serves the others, frees its memory and descriptors,
// and ends on SIGTERM.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test, vi } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
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
  const { url, child } = await startHttpServer(["--token", TOKEN], root, ["--max-old-space-size=64"]);
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

test("a few pipelined requests are answered in order", async () => {
  const root = makeTree("a");
  const { url } = await startHttpServer(["--token", TOKEN], root);
  const socket = await connectRaw(url);
  let text = "";
  socket.setEncoding("utf8").on("data", (data: string) => (text += data));
  const bodies = Array.from({ length: 8 }, (_, id) => JSON.stringify({ ...JSON.parse(listDirCall(root)), id }));
  socket.write(bodies.map((body) => writeRequest({ body })).join(""));
  await expect
    .poll(() => [...text.matchAll(/"id":(\d)/g)].map(([, id]) => Number(id)))
    .toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  socket.destroy();
});

test("clients that never read: the server serves the others, and frees what it has buffered", async () => {
  const root = makeTree(...Array.from({ length: 2000 }, (_, index) => `${"long".repeat(50)}${index}`));
  const { url, child } = await startHttpServer(["--token", TOKEN, "--max-bytes", "1000000"], root);
  const body = listDirCall(root, { limit: 2000, order: "tree" });
  expect((await ask(url, { body })).length).toBeGreaterThan(400_000);
  const before = { descriptors: countDescriptors(child.pid), bytes: residentBytes(child.pid) };
  const sockets = await Promise.all(Array.from({ length: inDepth(12, 120) }, () => connectRaw(url)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(writeRequest({ body }).repeat(8));
  }
  for (let call = 0; call < inDepth(5, 50); call += 1) {
    await expectServed(url, listDirCall(root), "127.0.1.2");
  }
  expect(residentBytes(child.pid) - before.bytes).toBeLessThan(150e6 + sockets.length * 1e6);
  sockets.forEach((socket) => socket.destroy());
  await expect.poll(() => countDescriptors(child.pid), { timeout: 10_000 }).toBeLessThanOrEqual(before.descriptors);
});

test("nobody reads standard error: logging a request does not end the server", async () => {
  const root = makeTree("a");
  const { url, child } = await startHttpServer(["--token", TOKEN], root);
  child.stderr?.destroy();
  for (let round = 0; round < inDepth(3, 50); round += 1) {
    expect(await ask(url, { body: "{}", headers: { "content-type": "text/plain" } })).toMatch(/^HTTP\/1.1 415/);
    await expectServed(url, listDirCall(root));
  }
});
