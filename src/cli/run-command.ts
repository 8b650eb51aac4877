// One run of the command line: words in, text and an exit code out. Commands are loaded only when they are named, except
// the listing, which must start fastest.
import { renderSchema, runCallCommand } from "./call-command.ts";
import { runListCommand } from "./list-command.ts";
import { parseCommand, type Command } from "./parse-command.ts";
import { print, reportError } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { describeUsageError, UsageError } from "./usage-error.ts";

/** Exit codes: the call was answered, the command was not understood. */
const ANSWERED = 0;
const WRONG_USAGE = 2;

/** Runs a command and returns its exit code. */
export async function runCommand(argv: readonly string[], host: TerminalProcess): Promise<number> {
  try {
    return await run(parseCommand(argv), host);
  } catch (error) {
    if (error instanceof UsageError) {
      await print(host.stderr, await describeUsageError(error));
      return WRONG_USAGE;
    }
    return reportError(error, host);
  }
}

async function run(command: Command, host: TerminalProcess): Promise<number> {
  switch (command.type) {
    case "list":
      return runListCommand(command.listings, host);
    case "call":
      return runCallCommand(command, host);
    case "map":
      return (await import("./map-command.ts")).runMapCommand(command, host);
    case "find":
      return (await import("./find-command.ts")).runFindCommand(command, host);
    case "tokens":
      return (await import("./tokens-command.ts")).runTokensCommand(command, host);
    case "mcp":
      return (await import("./mcp-command.ts")).runMcpCommand(command, host);
    case "web":
      return (await import("./web-command.ts")).runWebCommand(command, host);
    default:
      await print(host.output, await render(command));
      return ANSWERED;
  }
}

/** What a command prints that reads no directory. */
async function render(
  command: Extract<Command, { type: "schema" | "completion" | "help" | "version" }>,
): Promise<string> {
  switch (command.type) {
    case "schema":
      return renderSchema(command);
    case "completion":
      return (await import("./completion.ts")).renderCompletion(command.shell);
    case "help":
      return (await import("./help.ts")).renderHelp(command.command);
    case "version":
      return `${(await import("../tooling/version.ts")).VERSION}\n`;
  }
}
