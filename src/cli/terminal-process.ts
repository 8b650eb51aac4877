// The parts of Node's `process` that the command uses, and how text is written to them. Text for a file or a pipe is written without a stream,
// since opening one takes some milliseconds.
import { fstatSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

import { escapeLines } from "../text/entry-label.ts";

export interface TerminalProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** What the command prints to: standard output. */
  readonly output: Output;
  once(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** The part of a stream that printing needs. */
export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** Whether a stream is a terminal, and not a file or a pipe. */
export function isTerminal(stream: Output | Readable): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}

/** The size of the window that a stream is shown in. Only a terminal has one. */
export function windowOf(stream: Output): Record<"rows" | "columns", number | undefined> {
  const { rows, columns } = isTerminal(stream) ? (stream as Partial<NodeJS.WriteStream>) : {};
  // A terminal that does not know its size reports 0.
  return { rows: rows || undefined, columns: columns || undefined };
}

/** Writes text and waits until it is taken. On a terminal, control characters are escaped, except for line feeds. */
export async function printEscaped(stream: Output, text: string): Promise<void> {
  return print(stream, isTerminal(stream) ? escapeLines(text) : text);
}

/** Writes text whose names are already quoted. It is not an error if the reader is gone (`dirleaf | head`). */
export async function print(stream: Output, text: string): Promise<void> {
  if ("listenerCount" in stream && (stream as Writable).listenerCount("error") === 0) {
    // Node reports an error to the callback and as an event, and an unhandled event would end the process.
    (stream as Writable).on("error", () => {});
  }
  return new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === undefined || error === null || (error as NodeJS.ErrnoException).code === "EPIPE") {
        resolve();
      } else {
        reject(error);
      }
    });
  });
}

export function thisProcess(): TerminalProcess {
  let output: Output | undefined;
  return {
    argv: process.argv,
    env: process.env,
    cwd: workingDirectory,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get output() {
      return (output ??= isFileOrPipe() ? { write: writeAtOnce } : process.stdout);
    },
    once: (signal, listener) => process.once(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
  };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    // Node's own message does not mention the directory.
    throw new Error("the working directory no longer exists; change to another one", { cause });
  }
}

const STANDARD_OUTPUT = 1;

/** Whether standard output is a file, a pipe, or a socket, which Node uses for a pipe. On Windows only Node's stream can write to each. */
function isFileOrPipe(): boolean {
  try {
    const stats = fstatSync(STANDARD_OUTPUT);
    return process.platform !== "win32" && (stats.isFile() || stats.isFIFO() || stats.isSocket());
  } catch {
    return false;
  }
}

function writeAtOnce(text: string, done: (error?: Error | null) => void): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) {
      written += writeSync(STANDARD_OUTPUT, bytes, written);
    }
    done();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
      // A full non-blocking pipe: Node's stream waits until there is room.
      process.stdout.write(bytes.subarray(written), done);
    } else {
      done(error as Error);
    }
  }
}
