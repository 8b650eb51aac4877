// The part of `process` that the command line uses in addition to what the server does.
import type { ServerProcess } from "../mcp/server-process.ts";

export interface TerminalProcess extends ServerProcess {
  readonly pid: number;
  kill(pid: number, signal: "SIGINT" | "SIGTERM"): unknown;
}

/** Whether a person sees what is written to this stream. */
export function isTerminal(stream: NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}
