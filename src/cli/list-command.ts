// `dirleaf [dir…]`: lists directories, one below the other. In a pipe, a listing is the answer that a model would get. Code for
// terminals, `--all`, `--long` and `--json` is loaded when it is needed.
import { suggest } from "../core/suggest.ts";
import { FunctionCallError, modelError } from "../tooling/function-call-error.ts";
import type { ToolDeclaration } from "../calls/tool-declaration.ts";
import { listDirText, listDirTool, toListDirCall } from "../tools/list-dir.ts";
import { forEachDirectory, isForPeople, isForPrograms, settingsFor, type NamedDirectory } from "./directories.ts";
import { showProgress } from "./progress.ts";
import { type CommandLine, namedCommands, type TypedOptions } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";
import { UsageError } from "./usage-error.ts";

/** Lists directories and returns the exit code. */
export async function runListCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const original = await originalOf(command.options);
  checkConflicts(command, original);
  return forEachDirectory(command, terminal, async (directory) => {
    try {
      return await printListing(directory, original !== undefined, terminal);
    } catch (error) {
      throw adviseOnMissing(error, directory.operand.value);
    }
  });
}

/** Prints one directory and returns the exit code. Throws a `FunctionCallError`. */
async function printListing(
  directory: NamedDirectory,
  isOriginal: boolean,
  terminal: TerminalProcess,
): Promise<number> {
  const { command, dirPath, head } = directory;
  const { options } = command;
  if (options.has("all")) {
    return (await import("./print-all.ts")).printAll(directory, terminal);
  }
  if (isOriginal) {
    const { callTool } = await import("./call-command.ts");
    const json = JSON.stringify({ dir_path: dirPath, ...options.toolArguments });
    await printEscaped(terminal.output, `${head}${await callTool("list_dir", json, command, terminal)}\n`);
  } else if (isForPeople(command, terminal)) {
    await (await import("./print-page.ts")).printScreen(directory, terminal);
  } else if (options.has("long") || isForPrograms(command)) {
    await (await import("./print-page.ts")).printPage(directory, terminal);
  } else {
    const settings = settingsFor(directory, true);
    const text = await showProgress(terminal, ({ onProgress }) =>
      listDirText(toListDirCall({ ...options.toolArguments, dirPath, onProgress }, settings)),
    );
    await printEscaped(terminal.output, `${head}${text}\n`);
  }
  return 0;
}

/** The tool that `--profile` puts in the place of ours, if it does. */
async function originalOf({ profile }: TypedOptions): Promise<ToolDeclaration | undefined> {
  const tools = profile && (await import("../tools/profile.ts")).chooseTools(profile, ["list_dir"]);
  return tools?.find((tool) => tool !== listDirTool);
}

/** Options of a listing that do not change what is listed. */
const OUTER_OPTIONS = ["profile", "color", "endpoint", "region"];

/** Throws a `UsageError` for options that do not go together. */
function checkConflicts(command: CommandLine, original: ToolDeclaration | undefined): void {
  const { options } = command;
  const isSeveral = command.operands.length > 1;
  const [all, sort, after, offset] = ["all", "sort", "after", "offset"].map((name) => options.has(name));
  const isBreadth = options.last("order") === "breadth";
  const known = original && [...OUTER_OPTIONS, ...Object.keys(original.arguments)];
  const unknown = known && [...options.values.keys()].find((name) => !known.includes(name));
  const profile = `--${unknown} does not work with --profile ${options.last("profile")}`;
  const refusals: readonly (readonly [boolean | undefined, string])[] = [
    [unknown !== undefined, profile],
    [all && isBreadth, "--all prints in order tree: leave out --order breadth"],
    [all && options.has("limit"), "--all does not work with --limit: leave out one of the two"],
    [all && offset, "--all does not work with --offset: to start in the middle, give --after"],
    [sort && !options.has("long"), "--sort needs --long: without it no sizes and times are read"],
    [sort && all, "--all prints while it reads, by name: leave out --sort"],
    [sort && after, "--sort continues with --offset: leave out --after"],
    [after && isBreadth, "--after works in order tree only: leave out --order breadth"],
    [isSeveral && after, "--after works in one directory only: name just that one"],
    [isSeveral && offset, "--offset works in one directory only: name just that one"],
    [
      isSeveral && all && options.has("json"),
      "--all --json does not say which directory an entry is in: name just one",
    ],
  ];
  const [, message] = refusals.find(([isConflict]) => isConflict) ?? [];
  if (message !== undefined) {
    throw new UsageError(message);
  }
}

/** What other programs call our commands. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ["ls", "dirleaf"],
  ["tree", "dirleaf map"],
  ["search", "dirleaf find"],
]);

/** The error, and if a directory does not exist, the command that its name may mean. */
function adviseOnMissing(error: unknown, word: string): unknown {
  if (!(error instanceof FunctionCallError) || error.code !== "not_found" || word.includes("/")) {
    return error;
  }
  const names = namedCommands().map(({ name }) => name);
  const name = suggest(word, names);
  const meant = HABITS.get(word) ?? (name && `dirleaf ${name}`);
  return meant === undefined ? error : modelError(`${error.message}\ndirleaf: did you mean '${meant}'?`, error);
}
