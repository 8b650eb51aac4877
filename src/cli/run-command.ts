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
    case "map": {
      const { runMapCommand } = await import("./map-command.ts");
      return runMapCommand(command, host);
    }
    case "find": {
      const { runFindCommand } = await import("./find-command.ts");
      return runFindCommand(command, host);
    }
    case "tokens": {
      const { runTokensCommand } = await import("./tokens-command.ts");
      return runTokensCommand(command, host);
    }
    case "call":
      return runCallCommand(command, host);
    case "mcp": {
      const { runMcpCommand } = await import("./mcp-command.ts");
      return runMcpCommand(command, host);
    }
    case "web": {
      const { runWebCommand } = await import("./web-command.ts");
      return runWebCommand(command, host);
    }
    case "schema":
      await print(host.output, renderSchema(command));
      return ANSWERED;
    case "completion": {
      const { renderCompletion } = await import("./completion.ts");
      await print(host.output, renderCompletion(command.shell));
      return ANSWERED;
    }
    case "help": {
      const { renderHelp } = await import("./help.ts");
      await print(host.output, renderHelp(command.command));
      return ANSWERED;
    }
    case "version": {
      const { VERSION } = await import("../tooling/version.ts");
      await print(host.output, `${VERSION}\n`);
      return ANSWERED;
    }
  }
}
