// The window that a terminal shows.
import { isTerminal } from "../terminal-process.ts";

export interface Window {
  /** How many lines it has; undefined if the terminal does not know. */
  readonly rows: number | undefined;
  /** How many columns it has; undefined if the terminal does not know. */
  readonly columns: number | undefined;
}

/** The window of a stream. What is no terminal has no window, and lines of any length. */
export function windowOf(stream: NodeJS.WritableStream): Window {
  const { rows, columns } = isTerminal(stream) ? (stream as Partial<NodeJS.WriteStream>) : {};
  // A terminal that does not know its size reports 0.
  return { rows: rows || undefined, columns: columns || undefined };
}
