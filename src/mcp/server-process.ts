// The part of `process` that the server uses. It accesses a stream only when it needs it: opening one costs a millisecond.
import type { Readable, Writable } from "node:stream";

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
