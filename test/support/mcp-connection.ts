// The MCP server with the official client connected to it, in either era of the protocol and on either transport.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { commandFile, startCommand } from "./started-command.ts";

export type Era = "legacy" | "modern";
export type TransportName = "stdio" | "http";

/** Every way to reach the server. */
export const WAYS: readonly { readonly era: Era; readonly transport: TransportName }[] = [
  { era: "legacy", transport: "stdio" },
  { era: "modern", transport: "stdio" },
  { era: "legacy", transport: "http" },
  { era: "modern", transport: "http" },
];

/** Registers what to do when the server is no longer needed: at the end of the test, unless several tests share it. */
export type OnEnd = (end: () => Promise<void> | void) => void;

/**
 * Starts the server on HTTP, as a process, and returns its address. It stops when the test ends. `flags` are for Node; `env` is
 * added to the environment.
 */
export async function startHttpServer(
  words: readonly string[],
  cwd: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...flags, commandFile(), "mcp", "--http", "--port", "0", ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { url: await readAddress(child.stderr), child };
}

/** Starts the server on HTTP, in `npm test` without its own process, and returns its address. */
export async function serveHttp(
  words: readonly string[],
  cwd: string,
  onEnd: OnEnd = onTestFinished,
): Promise<{ url: string }> {
  const command = startCommand(["mcp", "--http", "--port", "0", ...words], cwd);
  command.stdout.resume();
  onEnd(async () => {
    command.stop();
    await command.ended;
  });
  return { url: await readAddress(command.stderr) };
}

async function readAddress(stderr: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: stderr }), "line")) as [string];
  const url = /^listening on (\S+)$/.exec(line)?.[1];
  if (url === undefined) {
    throw new Error(`the server did not start: ${line}`);
  }
  return url;
}

/** A client of a server with these words after `dirleaf mcp`. Both stop when the test ends. */
export async function connect(
  { era, transport }: { readonly era: Era; readonly transport: TransportName },
  words: readonly string[],
  cwd: string,
  onEnd: OnEnd = onTestFinished,
): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const wire =
    transport === "stdio"
      ? overStreams(words, cwd, onEnd)
      : new StreamableHTTPClientTransport(new URL((await serveHttp(words, cwd, onEnd)).url));
  await client.connect(wire);
  onEnd(() => client.close());
  return client;
}

function overStreams(words: readonly string[], cwd: string, onEnd: OnEnd): Transport {
  const command = startCommand(["mcp", ...words], cwd);
  command.stderr.resume();
  onEnd(async () => {
    command.stdin.end();
    // The client reads no more, and the command can't end before its output is read.
    command.stdout.resume();
    await command.ended;
  });
  // Both ends of a connection read and write lines the same way.
  return new StdioServerTransport(command.stdout, command.stdin);
}
