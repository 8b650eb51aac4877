// SIGTERM while many slow calls wait for their turn: the server answers all of them, as promised, and then ends.
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";

import { inDepth } from "../support/deep.ts";
import { heldOpen, countDescriptors } from "../support/process-state.ts";
import { makeFolder } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { startHttpServer } from "../support/mcp-connection.ts";
import { ask, listDirCall, TOKEN } from "../support/raw-http.ts";
import { greeting, parseLines, startStdioServer, toLines } from "../support/stdio-server.ts";

vi.setConfig({ testTimeout: inDepth(60_000, 600_000) });

const CALLS = inDepth(32, 120);

/** In depth, all calls together take longer than the server waits for running calls, and some exceed their wait limit. */
const FILES = inDepth(2000, 100_000);

/** A listing, whole or cut by its deadline, or an error that the call's turn did not come within the 30 seconds that it may wait. */
const ANSWER = /More than 5 entries found|timed out after 1 directories|the server is busy: the call waited too long/;

let slowTree: { root: string; body: string } | undefined;

/** One for all tests, because it is slow to create. */
function findSlowTree(): { root: string; body: string } {
  slowTree ??= makeSlowTree();
  return slowTree;
}

function makeSlowTree(): { root: string; body: string } {
  const root = makeFolder();
  fs.mkdirSync(path.join(root, "flat"));
  makeManyFiles(path.join(root, "flat"), numbered(FILES, "file-"));
  return { root, body: listDirCall(root, { order: "tree", offset: FILES - 10, limit: 5 }) };
}

test("over HTTP", async () => {
  const { root, body } = findSlowTree();
  const { url, child } = await startHttpServer([], root, [], { DIRLEAF_TOKEN: TOKEN });
  const before = countDescriptors(child.pid);
  let answered = 0;
  const answers = Array.from({ length: CALLS }, () => ask(url, { body }).finally(() => (answered += 1)));
  const arrived = () => countDescriptors(child.pid) - before + answered;
  await expect.poll(arrived, { timeout: 120_000 }).toBeGreaterThanOrEqual(CALLS);
  // All clients are connected. They sent their requests, which are small, right after that. The server answers this one without
  // waiting, and by then it has read what came before it: on a busy machine that may take a while.
  await ask(url, { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) });
  await delay(inDepth(500, 2000));
  child.kill("SIGTERM");
  const [status] = (await once(child, "exit")) as [number];
  const texts = await Promise.all(answers);
  expect(texts.filter((text) => !ANSWER.test(text))).toEqual([]);
  expect(texts.some((text) => text.includes("More than 5 entries found"))).toBe(true);
  expect(status).toBe(0);
});

test("on standard streams", async () => {
  const { root, body } = findSlowTree();
  const child = startStdioServer([], root);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const call = JSON.parse(body) as object;
  child.stdin.write(toLines([...greeting(), ...Array.from({ length: CALLS }, (_, id) => ({ ...call, id }))]));
  // The server opens its root when it starts, too, so a descriptor says nothing before the first answer.
  await expect.poll(() => stdout, { timeout: 30_000, interval: 5 }).toContain('"hello"');
  await heldOpen(child.pid, root, () => stdout.includes("More than"));
  child.kill("SIGTERM");
  const [status] = (await once(child, "close")) as [number];
  const answers = parseLines(stdout).flat();
  expect(new Set(answers.map(({ id }) => id))).toEqual(
    new Set(["hello", ...Array.from({ length: CALLS }, (_, id) => id)]),
  );
  const texts = answers.filter(({ id }) => id !== "hello").map((answer) => JSON.stringify(answer));
  expect(texts.filter((text) => !ANSWER.test(text))).toEqual([]);
  expect(status).toBe(0);
});
