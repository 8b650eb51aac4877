// The process of the command. Node takes 4 ms to open the stream of standard output, a tenth of a whole run, so text for a file or a
// pipe is written without it.
import { fstatSync, writeSync } from "node:fs";

import type { Output, TerminalProcess } from "./terminal-process.ts";

const STANDARD_OUTPUT = 1;

export function thisProcess(): TerminalProcess {
  let output: Output | undefined;
  return {
    argv: process.argv,
    env: process.env,
    pid: process.pid,
    cwd: () => process.cwd(),
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
      return (output ??= isPlain() ? { write: writePlainly } : process.stdout);
    },
    once: (signal, listener) => process.once(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
    kill: (pid, signal) => process.kill(pid, signal),
    exit: (code) => process.exit(code),
  };
}

/** Whether standard output is a file, a pipe or a socket, which Node uses for a pipe. On Windows only Node's stream knows how to write to each. */
function isPlain(): boolean {
  try {
    const found = fstatSync(STANDARD_OUTPUT);
    return process.platform !== "win32" && (found.isFile() || found.isFIFO() || found.isSocket());
  } catch {
    return false;
  }
}

function writePlainly(text: string, done: (error?: Error | null) => void): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) {
      written += writeSync(STANDARD_OUTPUT, bytes, written);
    }
    done();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
      // The pipe is full, and whoever gave it to us made it one that does not wait. The stream does.
      process.stdout.write(bytes.subarray(written), done);
    } else {
      done(error as Error);
    }
  }
}
