// The MCP server as a process, and the official client connected to it: either era of the protocol, either transport.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export type Era = "legacy" | "modern";
export type TransportName = "stdio" | "http";

/** Every way to reach the server. */
export const WAYS: readonly { readonly era: Era; readonly transport: TransportName }[] = [
  { era: "legacy", transport: "stdio" },
  { era: "modern", transport: "stdio" },
  { era: "legacy", transport: "http" },
  { era: "modern", transport: "http" },
];

/** Takes what is to be done when the server is needed no more: at the end of the test, unless several tests share it. */
export type OnEnd = (end: () => Promise<void> | void) => void;

/** The command as the tests run it. */
export function commandFile(): string {
  return process.env["DIRLEAF_TEST_COMMAND"] as string;
}

/** Starts the server on HTTP and gives its address. It is stopped when the test ends. `flags` are for Node. */
export async function startHttpServer(
  words: readonly string[],
  cwd: string,
  flags: readonly string[] = [],
  onEnd: OnEnd = onTestFinished,
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...flags, commandFile(), "mcp", "--http", "--port", "0", ...words], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onEnd(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stderr });
  const [line] = (await once(lines, "line")) as [string];
  const url = /^listening on (\S+)$/.exec(line)?.[1];
  if (url === undefined) {
    throw new Error(`the server did not start: ${line}`);
  }
  return { url, child };
}

/** A client of a server with these words after `dirleaf mcp`. Both are gone when the test ends. */
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
      ? new StdioClientTransport({ command: process.execPath, args: [commandFile(), "mcp", ...words], cwd })
      : new StreamableHTTPClientTransport(new URL((await startHttpServer(words, cwd, [], onEnd)).url));
  await client.connect(wire);
  onEnd(() => client.close());
  return client;
}
