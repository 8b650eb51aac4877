// The part of `process` that the command line uses beyond what every face does.
import type { ServerProcess } from "../mcp/server-process.ts";

export interface TerminalProcess extends ServerProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  kill(pid: number, signal: "SIGINT" | "SIGTERM"): unknown;
}

/** Whether somebody looks at what is written to this stream. */
export function isTerminal(stream: NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}
