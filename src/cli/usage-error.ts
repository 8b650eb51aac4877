// The error for a wrong command line, and its message.
import { OptionError } from "../core/options.ts";
import { escapeCharacters } from "../text/entry-label.ts";
import { FunctionCallError, modelError } from "../tooling/function-call-error.ts";
import { type CommandLine, type CommandName, likelyCommand } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";

export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose help the user should read. */
  readonly command: CommandName;

  /** `instead`: what the user may have meant. */
  constructor(message: string, command: CommandName = "list", instead?: string) {
    super(instead === undefined ? message : `${message}; ${instead}`);
    this.command = command;
  }
}

/** The error as a `UsageError` if it is the user's mistake; undefined if not. */
export function toUsageError(error: Error, command: CommandName): UsageError | undefined {
  if (error instanceof OptionError || error.name === "GlobError") {
    return new UsageError(error.message, command);
  }
  return error instanceof UsageError ? error : undefined;
}

/** The message: what is wrong, and where to read more. */
export function describeUsageError({ message, command }: UsageError): string {
  if (command === "mcp") {
    // One line for the log of a host, like the server's other errors.
    return `dirleaf mcp: ${escapeCharacters(message)}\n`;
  }
  const help = command === "list" ? "dirleaf --help" : `dirleaf ${command} --help`;
  return `dirleaf: ${message}\nTry '${help}'.\n`;
}

/** A word for a message. It can't control the terminal or start a new line. */
export function quoteWord(word: string): string {
  return `'${escapeCharacters(word)}'`;
}

/**
 * The error of a tool in the words of the command line. A wrong option, which is wrong for every directory, and what looks like a mistyped
 * command become a `UsageError`.
 */
export function toCommandLineError({ name, operands }: CommandLine, error: unknown, directory: string): unknown {
  if (!(error instanceof FunctionCallError)) {
    return error;
  }
  const { code, argument, reason = "" } = error;
  const meant = name === "list" && code === "not_found" && directory === operands[0] && likelyCommand(directory);
  if (meant) {
    return new UsageError(
      `${quoteWord(directory)} is neither a directory nor a command`,
      name,
      `did you mean '${meant}'?`,
    );
  }
  switch (argument) {
    case undefined:
      return code === "offset_past_end" ? modelError("--offset is beyond the last entry", code, error) : error;
    case "dir_path":
      return modelError(`the directory${reason}`, code, error);
    case "words":
      return new UsageError(`the words${reason}`, name);
    default:
      return new UsageError(`--${argument.replaceAll("_", "-")}${reason}`, name);
  }
}

/** Prints any other error, a tool's as a model would see it, and returns the exit code. */
export async function reportError(error: unknown, terminal: TerminalProcess): Promise<number> {
  const { message } = error as Error;
  await printEscaped(terminal.stderr, error instanceof FunctionCallError ? `${message}\n` : `dirleaf: ${message}\n`);
  return 1;
}
