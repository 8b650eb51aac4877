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
    print(host.stderr, `dirleaf: ${error.message}\nTry 'dirleaf --help'.\n`);
    return WRONG_USAGE;
  }
  switch (command.type) {
    case "help":
      print(host.stdout, HELP);
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
    print(success ? host.stdout : host.stderr, `${content}\n`);
    return success ? ANSWERED : FAILED;
  } catch (error) {
    print(host.stderr, `${toFunctionCallError(error).message}\n`);
    return FAILED;
  }
}

/** Writes a text. A reader that has gone (`dirleaf | head`) wants no more of it, which is no fault. */
function print(stream: NodeJS.WritableStream, text: string): void {
  stream.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      throw error;
    }
  });
  stream.write(text);
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const { text } = await import("node:stream/consumers");
  return text(input);
}
