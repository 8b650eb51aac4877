// The error for a command line that makes no sense, and what the user is told about it.
import { suggest } from "../core/suggest.ts";
import { escapeCharacters } from "../text/entry-label.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import type { CommandName, TypedCommand } from "./parse-command.ts";

export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose help the user should read. */
  readonly command: CommandName;

  /** `mistyped`: an unknown word, and the words that the user may have meant. */
  constructor(
    message: string,
    command: CommandName = "list",
    mistyped?: { readonly word: string; readonly known: readonly string[] },
  ) {
    const meant = mistyped && suggest(mistyped.word, mistyped.known);
    const known = INSTEAD[command]?.[mistyped?.word ?? ""];
    const instead = known ?? (meant && `did you mean '${meant}'?`);
    super(instead ? `${message}; ${instead}` : message);
    this.command = command;
  }
}

const LEVELS = "-L <n> sets the levels, --all prints everything, and 'dirleaf map' shows the whole tree in a few lines";

const LISTING: Readonly<Record<string, string>> = {
  "-R": LEVELS,
  "--recursive": LEVELS,
  "--tree": `a listing is a tree: ${LEVELS}`,
  "--max-depth": "-L <n> sets the levels",
  "-d": "--include '*/' lists directories alone",
  "-S": "-l --sort size puts the largest first",
  "-t": "-l --sort time puts the newest first",
  "--no-color": "--color never, or NO_COLOR=1, turns colours off",
};

const GLOB = "a glob is a word like any other: dirleaf find '*.ts'";
const DIRECTORIES = "a word that ends in / finds directories: dirleaf find 'src/'";

/** What to use in place of well-known options of `ls`, `tree` and `eza`; for searches, of `find` and `fd`. */
const INSTEAD: Readonly<Partial<Record<CommandName, Readonly<Record<string, string>>>>> = {
  list: LISTING,
  map: LISTING,
  find: {
    "-name": GLOB,
    "-iname": GLOB,
    "-e": "--include '*.ts' finds files by their ending",
    "-n": "--budget <n> sets how much is shown, in tokens",
    "-t": DIRECTORIES,
    "-type": DIRECTORIES,
  },
};

/** The longest error that a server's log gets. */
const LOG_LINE_LENGTH = 200;

/** What was wrong, and where to read more. */
export function describeUsageError({ message, command }: UsageError): string {
  if (command === "mcp") {
    // It goes into the log of a host: one line, like the server's other errors.
    return `dirleaf mcp: ${escapeCharacters(message.slice(0, LOG_LINE_LENGTH))}\n`;
  }
  const help = command === "list" ? "dirleaf --help" : `dirleaf ${command} --help`;
  return `dirleaf: ${message}\nTry '${help}'.\n`;
}

/** A word as a message repeats it: it can't control the terminal or start a new line. */
export function quoteWord(word: string): string {
  return `'${escapeCharacters(word)}'`;
}

const REFUSED_ARGUMENT = /^failed to parse function arguments: `(\w+)`(:? .*)$/su;

/**
 * The error of a tool in the words of the command line: the user wrote `-I`, and not `exclude`. Throws a `UsageError` if an option is
 * wrong: it is wrong for every directory.
 */
export function toCommandLineError({ name, options }: TypedCommand, error: unknown): unknown {
  if (!(error instanceof FunctionCallError)) {
    return error;
  }
  const [, argument, why = ""] = REFUSED_ARGUMENT.exec(error.message) ?? [];
  if (argument === "words") {
    // Words are operands, not an option.
    throw new UsageError(why.replace(/^: /, ""), name);
  }
  if (argument !== undefined) {
    throw new UsageError(`${options.spelling(argument.replaceAll("_", "-"))}${why}`, name);
  }
  return error.message === "offset exceeds directory entry count"
    ? respondToModel(`${options.spelling("offset")} is beyond the last entry`, error)
    : error;
}
