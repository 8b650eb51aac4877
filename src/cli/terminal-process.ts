// The part of `process` that the command line uses, and the window that it may have. A stream is opened only when it is needed: that
// takes some milliseconds.
import type { Readable, Writable } from "node:stream";

/** What a server uses. */
export interface ServerProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  once(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  /** Ends the process at once. Only for when something keeps it alive that can't be stopped otherwise. */
  exit(code: number): never;
}

export interface TerminalProcess extends ServerProcess {
  readonly pid: number;
  /** What the command prints to: standard output. */
  readonly output: Output;
  kill(pid: number, signal: "SIGINT" | "SIGTERM"): unknown;
}

/** A stream, or as much of one as printing needs. */
export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** Whether a person sees what is written to this stream. */
export function isTerminal(stream: Output): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}

/** The window of a stream. What is no terminal has no window, and lines of any length; nor does every terminal know its size. */
export function windowOf(stream: Output): Record<"rows" | "columns", number | undefined> {
  const { rows, columns } = isTerminal(stream) ? (stream as Partial<NodeJS.WriteStream>) : {};
  // A terminal that does not know its size reports 0.
  return { rows: rows || undefined, columns: columns || undefined };
}
