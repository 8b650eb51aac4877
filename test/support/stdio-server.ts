// The MCP server on standard streams, without a client: lines in, messages out.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { onTestFinished } from "vitest";

import { commandFile, startCommand, type StartedCommand } from "./started-command.ts";

/** A message as it arrived, whatever it is. */
export type Message = Record<string, unknown> & {
  readonly id?: unknown;
  readonly error?: { code: number; message: string };
};

export interface Outcome {
  readonly status: number | null;
  /** Batches are arrays. */
  readonly messages: readonly (Message | Message[])[];
  readonly stderr: string;
}

/** The handshake of a client of the old era. */
export function greeting(protocolVersion: string = "2025-11-25"): object[] {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
  return [
    { jsonrpc: "2.0", id: "hello", method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ];
}

/** What every request of the new era carries. */
export const ENVELOPE: object = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A call with 5,000 arrays in each other in one place. Node reads them and can't write them. */
export function nestedMessage(where: string): string {
  const message = { jsonrpc: "2.0", id: "deep", method: "tools/call" };
  const params = { name: "list_dir", arguments: {} };
  const messages: Readonly<Record<string, object>> = {
    version: { ...message, params: { ...params, _meta: { "io.modelcontextprotocol/protocolVersion": "NESTED" } } },
    id: { ...message, id: "NESTED", params },
    method: { ...message, method: "NESTED", params },
    name: { ...message, params: { ...params, name: "NESTED" } },
    arguments: { ...message, params: { ...params, arguments: "NESTED" } },
  };
  return JSON.stringify(messages[where]).replace('"NESTED"', "[".repeat(5000) + "]".repeat(5000));
}

/** The messages as lines. A string is already a line. */
export function toLines(messages: readonly (object | string)[]): string {
  return messages.map((message) => `${typeof message === "string" ? message : JSON.stringify(message)}\n`).join("");
}

export function parseLines(text: string): (Message | Message[])[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Message);
}

/** Starts the server. It is killed when the test ends. */
export function startStdioServer(words: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [commandFile(), "mcp", ...words], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  return child;
}

/** Writes the messages, ends the input, and returns everything that comes back until the process ends. */
export async function tellProcess(messages: readonly (object | string)[], cwd: string): Promise<Outcome> {
  const child = startStdioServer([], cwd);
  const ended = once(child, "close").then(([status]) => status as number | null);
  return exchange({ stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended }, messages);
}

/** The same, but in `npm test` without its own process. */
export async function tell(
  messages: readonly (object | string)[],
  cwd: string,
  words: string[] = [],
): Promise<Outcome> {
  return exchange(startCommand(["mcp", ...words], cwd), messages);
}

async function exchange(
  { stdin, stdout, stderr, ended }: Omit<StartedCommand, "stop">,
  messages: readonly (object | string)[],
): Promise<Outcome> {
  stdin.end(toLines(messages));
  const [status, lines, log] = await Promise.all([ended, readText(stdout), readText(stderr)]);
  return { status, messages: parseLines(lines), stderr: log };
}
