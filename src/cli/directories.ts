// The directories that a command line names, how each is listed, and how to reach the store that one may be in.
import { isAbsolute, resolve } from "node:path";

import { toGuard, toModelGuard, type Guard } from "../calls/operator-settings.ts";
import { isEndpoint, isStorePath, openStores, type StoreAddress } from "../calls/open-stores.ts";
import type { ListArguments } from "./option-table.ts";
import type { Operand, TypedCommand, TypedOptions } from "./parse-command.ts";
import { reportError } from "./print.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";
import { toCommandLineError, quoteWord, UsageError } from "./usage-error.ts";

/** What is listed, and how it is printed. */
export interface Listing {
  readonly dirPath: string;
  /** The command line, without the other directories. */
  readonly words: readonly string[];
  readonly arguments: ListArguments;
  readonly options: TypedOptions;
  readonly store: StoreAddress;
  readonly forPeople: boolean;
  /** What is printed before it: an empty line after another listing. */
  readonly head: string;
  /** How many lines of the window it may take; any number if undefined. */
  readonly rows: number | undefined;
}

/**
 * Calls `printDirectory` for each directory, or for the working directory if none is named, and returns the exit code. One that fails
 * does not keep the others from being printed.
 */
export async function forEachDirectory(
  command: TypedCommand,
  terminal: TerminalProcess,
  printDirectory: (operand: Operand) => Promise<number>,
): Promise<number> {
  let exitCode = 0;
  for (const operand of directoriesOf(command)) {
    try {
      exitCode = Math.max(exitCode, await printDirectory(operand));
    } catch (error) {
      exitCode = await reportError(toCommandLineError(command, error), terminal);
    }
  }
  return exitCode;
}

/** The operands that are directories. Throws a `UsageError` if one is empty. */
export function directoriesOf({ name, argv, operands }: TypedCommand): readonly Operand[] {
  if (operands.some(({ value }) => value === "")) {
    throw new UsageError("the directory is empty; the working directory is '.'", name);
  }
  return operands.length === 0 ? [{ value: ".", index: argv.length }] : operands;
}

/** The fewest lines that each of several directories gets, unless the window has fewer. */
const MIN_ROWS = 10;

/** How many lines of the window each of several directories may take; any number if undefined. */
export function rowsForEach(count: number, terminal: TerminalProcess): number | undefined {
  const { rows } = windowOf(terminal.output);
  return rows && Math.min(rows, Math.max(Math.floor(rows / count), MIN_ROWS));
}

/** The path of a directory as the tools take it. They refuse what begins with `~`, which a shell would have replaced. */
export function toDirPath(directory: string, terminal: Pick<TerminalProcess, "cwd">): string {
  const isComplete = isStorePath(directory) || isAbsolute(directory) || directory.startsWith("~");
  return isComplete ? directory : resolve(terminal.cwd(), directory);
}

export function storeOf({ name, options }: Pick<TypedCommand, "name" | "options">): StoreAddress {
  const endpoint = options.last("endpoint");
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new UsageError(`--endpoint must be an http:// or https:// URL, not ${quoteWord(endpoint)}`, name);
  }
  return { endpoint, region: options.last("region") };
}

/**
 * What a call may read and cost. What people and programs are given has no bounds but those that they set, an answer that is printed as a
 * model would see it has those of a model.
 */
export async function guardFor(dirPath: string, command: TypedCommand, isUnbounded: boolean): Promise<Guard> {
  const stores = await openStores([dirPath], storeOf(command));
  // The process ends after this call: there is no next page to keep names for.
  return (isUnbounded ? toGuard : toModelGuard)({ stores, cacheBytes: 0 });
}

/** Whether to print for people and not for programs: on a terminal, and wherever the user asks for colours. */
export function isForPeople(options: TypedOptions, terminal: TerminalProcess): boolean {
  return isTerminal(terminal.output) || options.last("color") === "always";
}
