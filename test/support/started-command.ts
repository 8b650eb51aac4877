// Starts the command: as a process from the bundle that the package ships, or in the test's own process. Starting Node is
// most of the cost of a short command, so `npm test` does it only if the process itself is under test.
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";

import { runCommand } from "../../src/cli/run-command.ts";
import type { TerminalProcess } from "../../src/cli/terminal-process.ts";
import { inDepth } from "./deep.ts";

export interface StartedCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The exit code, once the command has ended and all its output has been read. */
  readonly ended: Promise<number | null>;
  stop(): void;
}

/** The bundle, for Node to run. */
export function commandFile(): string {
  const bundle = process.env["DIRLEAF_TEST_COMMAND"];
  if (bundle === undefined) {
    throw new Error("the command was not bundled; what went wrong is told where the run began");
  }
  return bundle;
}

/** Starts the command: in this process in `npm test`, as a separate process in `npm run test:deep`. */
export function startCommand(words: readonly string[], cwd: string = process.cwd()): StartedCommand {
  return inDepth(0, 1) === 0 ? startHere(words, cwd) : startProcess(words, cwd);
}

function startProcess(words: readonly string[], cwd: string): StartedCommand {
  const child = spawn(process.execPath, [commandFile(), ...words], { cwd });
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([status]) => status as number | null);
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended, stop: () => void child.kill() };
}

/** A window that a command prints to. Its size may be unknown. */
export interface Window {
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs the command in this process. In a window, its output says that it is a terminal. */
export function startHere(words: readonly string[], cwd: string, window?: Window): StartedCommand {
  const signals = new EventEmitter();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  Object.assign(stdout, window && { isTTY: true, rows: window.rows, columns: window.columns });
  const host: TerminalProcess = {
    argv: [process.execPath, commandFile(), ...words],
    env: window?.env ?? process.env,
    cwd: () => cwd,
    stdin,
    stdout,
    output: stdout,
    stderr,
    once: (signal, listener) => signals.once(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  };
  const ended = runCommand(words, host).then(async (exitCode) => {
    const read = Promise.all([stdout, stderr].map((stream) => stream.readableEnded || once(stream, "end")));
    stdout.end();
    stderr.end();
    await read;
    return exitCode;
  });
  return { stdin, stdout, stderr, ended, stop: () => void signals.emit("SIGTERM") };
}
