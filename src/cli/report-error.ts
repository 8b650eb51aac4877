// Tells the user that a command failed, and why.
import { toFunctionCallError } from "../tooling/function-call-error.ts";
import { print } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** Prints the error of a command that was understood, and returns the exit code. */
export async function reportError(error: unknown, host: TerminalProcess): Promise<number> {
  const { kind, message } = toFunctionCallError(error);
  await print(host.stderr, kind === "fatal" ? `dirleaf: ${message}\n` : `${message}\n`);
  return 1;
}
