// `dirleaf [dir…]`: lists directories, one below the other. In a pipe, a listing is the answer that a model would get. Code for
// terminals, `--all`, `--long` and `--json` is loaded when it is needed.
import { suggest } from "../core/suggest.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import type { ToolDeclaration } from "../calls/tool-declaration.ts";
import { listDirText, listDirTool, toListDirCall } from "../tools/list-dir.ts";
import { namedCommands } from "./commands.ts";
import type { CommandLine, Operand, TypedOptions } from "./command-line.ts";
import { directoriesOf, forEachDirectory, settingsFor, isForPeople, type NamedDirectory } from "./directories.ts";
import { print } from "./print.ts";
import { showProgress } from "./progress.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** Lists directories and returns the exit code. */
export async function runListCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  refuseConflicts(command, await originalOf(command.options));
  return forEachDirectory(command, terminal, async (directory) => {
    try {
      return await printListing(directory, terminal);
    } catch (error) {
      const isMissing = error instanceof FunctionCallError && error.code === "not_found";
      throw isMissing ? await adviseOnMissing(error, command, directory.operand) : error;
    }
  });
}

/** Prints one directory and returns the exit code. Throws a `FunctionCallError`. */
async function printListing(directory: NamedDirectory, terminal: TerminalProcess): Promise<number> {
  const { command, dirPath, head } = directory;
  const { options } = command;
  if (options.has("all")) {
    return (await import("./print-all.ts")).printAll(directory, terminal);
  }
  const wantsPaths = options.has("paths") || options.has("null");
  if ((await originalOf(options)) !== undefined) {
    const { callTool } = await import("./call-command.ts");
    const json = JSON.stringify({ dir_path: dirPath, ...options.toolArguments });
    await print(terminal.output, `${head}${await callTool("list_dir", json, command, terminal)}\n`);
  } else if (isForPeople(command, terminal)) {
    await (await import("./print-page.ts")).printScreen(directory, terminal);
  } else if (options.has("long") || options.has("json") || wantsPaths) {
    await (await import("./print-page.ts")).printPage(directory, terminal);
  } else {
    const settings = await settingsFor(dirPath, command, true);
    const text = await showProgress(terminal, ({ onProgress }) =>
      listDirText(toListDirCall({ ...options.toolArguments, dirPath, onProgress }, settings)),
    );
    await print(terminal.output, `${head}${text}\n`);
  }
  return 0;
}

/** The tool that `--profile` puts in the place of ours, if it does. */
async function originalOf({ profile }: TypedOptions): Promise<ToolDeclaration | undefined> {
  if (profile === undefined) {
    return undefined;
  }
  const { chooseTools } = await import("../tools/profile.ts");
  return chooseTools(profile, ["list_dir"]).find((tool) => tool !== listDirTool);
}

/** Options of a listing that do not change what is listed. */
const OUTER_OPTIONS = ["profile", "color", "endpoint", "region"];

/** Throws a `UsageError` for options that do not go together. */
function refuseConflicts(command: CommandLine, original: ToolDeclaration | undefined): void {
  const { options } = command;
  const { order } = options.toolArguments;
  const isOne = directoriesOf(command).length === 1;
  const [all, json, sort, after] = ["all", "json", "sort", "after"].map((name) => options.has(name));
  const known = original && [...OUTER_OPTIONS, ...Object.keys(original.arguments)];
  const unknown = known && [...options.values.keys()].find((name) => !known.includes(name));
  const refusals: readonly (readonly [boolean | undefined, string])[] = [
    [
      unknown !== undefined,
      `${options.spelling(unknown ?? "")} does not work with --profile ${options.last("profile")}`,
    ],
    [all && order === "breadth", "--all prints in order tree: leave out --order breadth"],
    [all && options.has("limit"), `--all has no ${options.spelling("limit")}: leave out one of the two`],
    [all && options.has("offset"), "--all has no --offset: to start in the middle, give --after"],
    [sort && !options.has("long"), "--sort needs --long: without it no sizes and times are read"],
    [sort && all, "--all prints while it reads, by name: leave out --sort, or sort the lines of --json"],
    [sort && json, "--json has the order of the tool: leave out --sort, and sort by size or modifiedMs yourself"],
    [sort && after, "--sort continues with --offset: leave out --after"],
    [after && order === "breadth", "--after continues in order tree: leave out --order breadth"],
    [!isOne && after, "--after works in one directory only: name just that one"],
    [!isOne && options.has("offset"), "--offset works in one directory only: name just that one"],
    [!isOne && all && json, "--all --json does not say which directory an entry is in: name one at a time"],
  ];
  const [, message] = refusals.find(([isConflict]) => isConflict) ?? [];
  if (message !== undefined) {
    throw new UsageError(message);
  }
}

/** What is meant by words that are commands elsewhere: other words, or none. */
const HABITS: Readonly<Record<string, readonly string[]>> = {
  ls: [],
  list: [],
  dir: [],
  tree: ["map"],
  search: ["find"],
};

/** The error for a directory that does not exist, whose name may be meant as a command. Throws a `UsageError` if it surely is. */
async function adviseOnMissing(
  error: FunctionCallError,
  { argv, operands }: CommandLine,
  { value: word, index }: Operand,
): Promise<FunctionCallError> {
  if (index === operands[0]?.index && Object.hasOwn(HABITS, word)) {
    const { writeCommand } = await import("./next-command.ts");
    const meant = argv.flatMap((other, position) => (position === index ? (HABITS[word] ?? []) : other));
    throw new UsageError(`there is no directory ${quoteWord(word)} here; perhaps you mean: ${writeCommand(meant)}`);
  }
  const names = namedCommands().map(({ name }) => name);
  const meant = word.includes("/") ? undefined : suggest(word, names);
  return meant === undefined
    ? error
    : respondToModel(`${error.message}\ndirleaf: did you mean 'dirleaf ${meant}'?`, error);
}
