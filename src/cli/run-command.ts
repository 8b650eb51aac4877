// One run of the command line: arguments in, text and an exit code out.
import { resolve } from "node:path";

import { createToolRouter } from "../tools/create-tool-router.ts";
import { toFunctionCallError } from "../tools/function-call-error.ts";
import { HELP } from "./help.ts";
import { parseCommand, UsageError, type CallCommand, type Command } from "./parse-command.ts";

/** The part of `process` that a command uses. Streams are touched only when needed: opening one costs a millisecond. */
export interface CommandProcess {
  cwd(): string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** The call was answered, the call was answered with an error, the command was not understood. */
const ANSWERED = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Runs a command and gives its exit code. */
export async function runCommand(argv: readonly string[], host: CommandProcess): Promise<number> {
  let command: Command;
  try {
    command = parseCommand(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    host.stderr.write(`dirleaf: ${error.message}\nTry 'dirleaf --help'.\n`);
    return WRONG_USAGE;
  }
  switch (command.type) {
    case "help":
      host.stdout.write(HELP);
      return ANSWERED;
    case "call":
      return call(command, host);
    case "list": {
      const dirPath = resolve(host.cwd(), command.directory);
      const payload = JSON.stringify({ dir_path: dirPath, ...command.options });
      return call({ type: "call", profile: command.profile, toolName: "list_dir", payload }, host);
    }
  }
}

async function call({ toolName, payload, profile }: CallCommand, host: CommandProcess): Promise<number> {
  const router = createToolRouter({ profile, workingDirectory: host.cwd() });
  const json = payload === "-" ? await readAll(host.stdin) : payload;
  try {
    const { content, success } = await router.dispatch({
      toolName,
      callId: "cli",
      payload: { type: "function", arguments: json },
    });
    (success ? host.stdout : host.stderr).write(`${content}\n`);
    return success ? ANSWERED : FAILED;
  } catch (error) {
    host.stderr.write(`${toFunctionCallError(error).message}\n`);
    return FAILED;
  }
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const { text } = await import("node:stream/consumers");
  return text(input);
}
