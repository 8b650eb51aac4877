// One run of the command line: words in, text and an exit code out. Each command is loaded when it is named.
import { VERSION } from "../tooling/version.ts";
import { type CommandLine, commandNamed, type CommandName, TypedOptions } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";
import { describeUsageError, quoteWord, reportError, toUsageError, UsageError } from "./usage-error.ts";

/** The exit code for a wrong command line. */
const WRONG_USAGE = 2;

/** Runs a command and returns the exit code. */
export async function runCommand(argv: readonly string[], terminal: TerminalProcess): Promise<number> {
  let name: CommandName = "list";
  try {
    const command = await parseCommand(argv);
    name = command.name;
    return await run(command, terminal);
  } catch (error) {
    const usage = toUsageError(error as Error, name);
    if (usage === undefined) {
      return reportError(error, terminal);
    }
    await printEscaped(terminal.stderr, describeUsageError(usage));
    return WRONG_USAGE;
  }
}

/** Returns the command, or throws a `UsageError`. */
export async function parseCommand(argv: readonly string[]): Promise<CommandLine> {
  if (argv.some((word) => word.startsWith("-"))) {
    // Loaded on demand: a plain listing needs neither Node's parser nor the table of options.
    return (await import("./parse-options.ts")).parseOptions(argv);
  }
  const named = commandNamed(argv[0]);
  return { name: named ?? "list", operands: argv.slice(named === undefined ? 0 : 1), options: new TypedOptions() };
}

async function run(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { name, operands, options } = command;
  if (options.has("help")) {
    return printText(terminal, (await import("./help.ts")).renderHelp(name));
  }
  const empty = operands.find((word) => (name === "find" ? word.trim() : word) === "");
  if (empty !== undefined) {
    // Most likely an unset variable.
    throw new UsageError(`an argument must not be empty: leave out ${quoteWord(empty)}`, name);
  }
  switch (name) {
    case "list":
      return options.has("version")
        ? printText(terminal, `${VERSION}\n`)
        : (await import("./list-command.ts")).runListCommand(command, terminal);
    case "map":
      return (await import("./map-command.ts")).runMapCommand(command, terminal);
    case "find":
      return (await import("./find-command.ts")).runFindCommand(command, terminal);
    case "tokens":
      return (await import("./tokens-command.ts")).runTokensCommand(command, terminal);
    case "call":
      return (await import("./call-command.ts")).runCallCommand(command, terminal);
    case "schema":
      return printText(terminal, await (await import("./call-command.ts")).renderSchema(command));
    case "mcp":
      return (await import("./mcp-command.ts")).runMcpCommand(command, terminal);
    case "setup":
      return printText(terminal, (await import("./setup-command.ts")).renderSetup(command, terminal));
    case "web":
      return (await import("./web-command.ts")).runWebCommand(command, terminal);
    case "completion":
      return printText(terminal, (await import("./completion.ts")).renderCompletion(command));
    case "help":
      return printText(terminal, (await import("./help.ts")).renderHelpOn(command));
  }
}

async function printText(terminal: TerminalProcess, text: string): Promise<number> {
  await printEscaped(terminal.output, text);
  return 0;
}
