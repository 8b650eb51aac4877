// The part of `process` that the server uses. Streams are touched only when needed: opening one costs a millisecond.
import type { Readable, Writable } from "node:stream";

export interface ServerProcess {
  cwd(): string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  once(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  /** Ends the process at once. Only for where something holds it that nothing else can end. */
  exit(code: number): never;
}
