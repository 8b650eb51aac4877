// The directories of a command line, answered one after the other.
import { isAbsolute, resolve } from "node:path";

import { MODEL_LIMITS, toProgramSettings, type OperatorSettings } from "../operator/operator-settings.ts";
import { isEndpoint, isStorePath, openStores, type StoreAddress } from "./open-stores.ts";
import type { CommandLine } from "./command-line.ts";
import { isTerminal, type TerminalProcess, windowOf } from "./terminal-process.ts";
import { quoteWord, reportError, toCommandLineError, UsageError } from "./usage-error.ts";

/** A directory, and how its answer is printed. */
export interface NamedDirectory {
  readonly command: CommandLine;
  readonly dirPath: string;
  readonly settings: OperatorSettings;
  /** Who reads its answer: programs for JSON and paths, people on a terminal or if the user asks for colours, or else a model. */
  readonly audience: "people" | "model" | "programs";
  /** What is printed before its answer: an empty line after another answer, but not between lines for programs. */
  readonly head: string;
  /** How many lines of the window its answer may take; any number if undefined. */
  readonly rows: number | undefined;
  /** How many columns the window has; any number if undefined. */
  readonly columns: number | undefined;
}

/** The fewest lines that each of several directories gets, unless the window has fewer. */
const MIN_ROWS = 10;

/** Calls `answer` for each directory, even after one has failed. Returns the largest exit code. */
export async function forEachDirectory(
  command: CommandLine,
  terminal: TerminalProcess,
  answer: (directory: NamedDirectory) => Promise<number>,
  named: readonly string[] = directoriesOf(command),
): Promise<number> {
  const audience = audienceOf(command, terminal);
  // Only answers for models are limited, and not with `--all`.
  const limits = audience === "model" && !command.options.has("all") ? MODEL_LIMITS : {};
  const { rows, columns } = windowOf(terminal.output);
  const share = rows && Math.min(rows, Math.max(Math.floor(rows / named.length), MIN_ROWS));
  let exitCode = 0;
  /** An empty line, which takes one of its rows, or nothing. */
  let head: "" | "\n" = "";
  for (const word of named) {
    try {
      const dirPath = fromWorkingDirectory(word, terminal);
      const stores = await openStores([dirPath], storeOf(command));
      // The process ends after this call: there is no next page to keep names for.
      const settings = toProgramSettings({ ...limits, roots: "any", stores, cacheBytes: 0 });
      const window = { rows: share && share - head.length, columns };
      exitCode = Math.max(exitCode, await answer({ command, dirPath, settings, audience, head, ...window }));
      head = audience === "programs" ? "" : "\n";
    } catch (error) {
      const told = toCommandLineError(command, error, word);
      if (told instanceof UsageError) {
        throw told;
      }
      exitCode = await reportError(told, terminal);
    }
  }
  return exitCode;
}

/** The directories that a command is about; the working directory if it names none. */
export function directoriesOf({ operands }: CommandLine): readonly string[] {
  return operands.length === 0 ? ["."] : operands;
}

/** A path as the tools take it. They refuse a `~` at the start, which the shell should have replaced. */
export function fromWorkingDirectory(directory: string, terminal: TerminalProcess): string {
  const isComplete = isStorePath(directory) || isAbsolute(directory) || directory.startsWith("~");
  return isComplete ? directory : resolve(terminal.cwd(), directory);
}

/** How to reach the store that a directory may be in. Throws a `UsageError`. */
export function storeOf({ name, options }: CommandLine): StoreAddress {
  const endpoint = options.last("endpoint");
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new UsageError(`--endpoint must be an http:// or https:// URL, not ${quoteWord(endpoint)}`, name);
  }
  return { endpoint, region: options.last("region") };
}

/** Who reads the answers of a command. */
export function audienceOf({ options }: CommandLine, { output }: TerminalProcess): NamedDirectory["audience"] {
  if (["json", "paths", "null"].some((name) => options.has(name))) {
    return "programs";
  }
  return isTerminal(output) || options.last("color") === "always" ? "people" : "model";
}
