// One run of the command line: arguments in, text and an exit code out.
import { isAbsolute, resolve } from "node:path";

import { createToolRouter } from "../tools/create-tool-router.ts";
import { FunctionCallError, toFunctionCallError } from "../tools/function-call-error.ts";
import { HELP } from "./help.ts";
import { parseCommand, UsageError, type CallCommand, type ListCommand } from "./parse-command.ts";

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
  try {
    const command = parseCommand(argv);
    if (command.type === "help") {
      await print(host.stdout, HELP);
      return ANSWERED;
    }
    return await call(command.type === "call" ? command : toCall(command, host), host);
  } catch (error) {
    if (error instanceof UsageError) {
      await print(host.stderr, `dirleaf: ${error.message}\nTry 'dirleaf --help'.\n`);
      return WRONG_USAGE;
    }
    await print(host.stderr, `dirleaf: ${toFunctionCallError(error).message}\n`);
    return FAILED;
  }
}

function toCall({ directory, options, profile }: ListCommand, host: CommandProcess): CallCommand {
  const dirPath = isAbsolute(directory) ? directory : resolve(host.cwd(), directory);
  return { type: "call", profile, toolName: "list_dir", payload: JSON.stringify({ dir_path: dirPath, ...options }) };
}

async function call({ toolName, payload, profile }: CallCommand, host: CommandProcess): Promise<number> {
  const json = payload === "-" ? await readAll(host.stdin) : payload;
  try {
    const { content, success } = await createToolRouter({ profile }).dispatch({
      toolName,
      callId: "cli",
      payload: { type: "function", arguments: json },
    });
    await print(success ? host.stdout : host.stderr, `${content}\n`);
    return success ? ANSWERED : FAILED;
  } catch (error) {
    if (!(error instanceof FunctionCallError)) {
      throw error;
    }
    await print(host.stderr, `${error.message}\n`);
    return FAILED;
  }
}

/** Writes a text. A reader that has gone (`dirleaf | head`) wants no more of it, which is no fault. */
async function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  await new Promise<void>((written, reject) => {
    const finish = (error?: NodeJS.ErrnoException | null) => {
      if (error === undefined || error === null || error.code === "EPIPE") {
        written();
      } else {
        reject(error);
      }
    };
    stream.once("error", finish);
    stream.write(text, finish);
  });
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const { text } = await import("node:stream/consumers");
  return text(input);
}
