// The server on standard streams with hosts that end, stall and vanish: it answers everything it was asked, if anybody still
// reads, and nothing keeps the process alive forever.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { ENVELOPE, greeting, parseLines, startStdioServer, tellProcess, toLines } from "../support/stdio-server.ts";

vi.setConfig({ testTimeout: inDepth(60_000, 600_000) });

type Era = "legacy" | "modern";

/** A directory whose listing has several thousand bytes. */
function longTree(): string {
  return makeTree(...Array.from({ length: 200 }, (_, index) => `a-file-with-quite-a-long-name-${index}`));
}

/** Requests of every kind, each with its own id: plain ones, unusual ones, and some for the SDK. */
function makeRequests(era: Era, directory: string, count: number): { id: string }[] {
  const meta = era === "modern" ? { _meta: ENVELOPE } : {};
  const kinds = [
    { method: "tools/call", params: { name: "list_dir", arguments: { dir_path: directory, limit: 200 } } },
    { method: "tools/call", params: { name: "list_directory", arguments: { path: directory } } },
    { method: "tools/list", params: {} },
    { method: "tools/call", params: { name: "unknown", arguments: {} } },
    { method: "nobody/knows", params: {} },
  ];
  return Array.from({ length: count }, (_, index) => {
    const { method, params } = kinds[index % kinds.length] as (typeof kinds)[number];
    return { jsonrpc: "2.0", id: `request ${index}`, method, params: { ...params, ...meta } };
  });
}

function withGreeting(era: Era, requests: readonly object[]): object[] {
  return era === "legacy" ? [...greeting(), ...requests] : [...requests];
}

function idsOf(stdout: string): unknown[] {
  return parseLines(stdout)
    .flat()
    .map(({ id }) => id)
    .filter((id) => id !== undefined && id !== "hello");
}

describe.each(["legacy", "modern"] as const)("everything asked before the end is answered, %s", (era) => {
  test("if the reader reads", async () => {
    const root = longTree();
    const requests = makeRequests(era, root, 41);
    for (let run = 0; run < inDepth(1, 10); run += 1) {
      const { messages, status } = await tellProcess(withGreeting(era, requests), root);
      const ids = messages.flat().map(({ id }) => id);
      expect(ids.filter((id) => id !== "hello").toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
      expect(status).toBe(0);
    }
  });
});

test("a reader that stops gets no more, and after SIGTERM no call is taken, even if the reader goes on", async () => {
  const root = longTree();
  const child = startStdioServer([], root);
  let [stdout, stderr] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const params = { name: "list_dir", arguments: { dir_path: root, limit: 200 } };
  const requests = Array.from({ length: inDepth(5000, 50_000) }, (_, index) => ({
    jsonrpc: "2.0",
    id: index,
    method: "tools/call",
    params,
  }));
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stdin.write(toLines(greeting()));
  await once(child.stdout, "data");
  child.stdout.pause();
  child.stdin.write(toLines(requests));
  // Its output fills up, since nobody reads it, so it stops reading, and what we write stays in our buffer.
  for (let left = -1; left !== child.stdin.writableLength;) {
    left = child.stdin.writableLength;
    await delay(300);
  }
  expect(child.stdin.writableLength).toBeGreaterThan(0);
  child.kill("SIGTERM");
  await delay(100);
  child.stdin.write(toLines([{ jsonrpc: "2.0", id: "after", method: "ping" }]));
  child.stdout.resume();
  const [status] = (await once(child, "close")) as [number];
  expect(status).toBe(0);
  const ids = idsOf(stdout);
  // Every call that was taken is answered, once, and none after them.
  expect(new Set(ids)).toEqual(new Set(requests.slice(0, ids.length).map(({ id }) => id)));
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.length).toBeLessThan(requests.length);
  expect(stderr).toBe("");
});
