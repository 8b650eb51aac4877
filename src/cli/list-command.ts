// `dirleaf [dir…]`: lists directories, one below the other. In a pipe, a listing is the answer that a model would get. Code for
// terminals, `--all`, `--long` and `--json` is loaded when it is needed.
import { suggest } from "../core/suggest.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { listDirText, toListDirCall } from "../tools/list-dir.ts";
import { namedCommands } from "./commands.ts";
import type { CommandLine, Operand, TypedOptions } from "./command-line.ts";
import {
  directoriesOf,
  forEachDirectory,
  settingsFor,
  isForPeople,
  storeOf,
  type NamedDirectory,
} from "./directories.ts";
import { print } from "./print.ts";
import { showProgress } from "./progress.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** Lists directories and returns the exit code. */
export async function runListCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const profile = profileOf(command.options);
  refuseConflicts(command, profile);
  return forEachDirectory(command, terminal, async (directory) => {
    try {
      return await printListing(directory, profile, terminal);
    } catch (error) {
      const isMissing = error instanceof FunctionCallError && error.code === "not_found";
      throw isMissing ? await adviseOnMissing(error, command, directory.operand) : error;
    }
  });
}

/** Prints one directory and returns the exit code. Throws a `FunctionCallError`. */
async function printListing(
  directory: NamedDirectory,
  profile: ListProfile,
  terminal: TerminalProcess,
): Promise<number> {
  const { command, dirPath, head } = directory;
  const { options } = command;
  if (options.has("all")) {
    return (await import("./print-all.ts")).printAll(directory, terminal);
  }
  if (profile !== "leaf") {
    const { callTool } = await import("./call-command.ts");
    const json = JSON.stringify({ dir_path: dirPath, ...options.toolArguments });
    const call = { toolName: "list_dir", json, profiles: [profile], store: storeOf(command) };
    await print(terminal.output, `${head}${await callTool(call, terminal)}\n`);
  } else if (isForPeople(command, terminal)) {
    await (await import("./print-page.ts")).printScreen(directory, terminal);
  } else if (options.has("long") || options.has("json")) {
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

type ListProfile = "leaf" | "codex-sorted" | "codex-breadth";

/** The profile for `list_dir` among those that were chosen. */
function profileOf({ profiles }: TypedOptions): ListProfile {
  const profile = profiles.find((name) => name.startsWith("codex-")) ?? profiles.find((name) => name === "leaf");
  if (profile === undefined) {
    throw new UsageError(`--profile ${profiles.join(",")} is not for list_dir: use 'dirleaf call'`, "call");
  }
  return profile as ListProfile;
}

/** Throws a `UsageError` for options that do not go together. */
function refuseConflicts(command: CommandLine, profile: ListProfile): void {
  const { options } = command;
  const { order } = options.toolArguments;
  const isOne = directoriesOf(command).length === 1;
  const [all, json, sort, after] = ["all", "json", "sort", "after"].map((name) => options.has(name));
  const { leafOnly } = options;
  const refusals: readonly (readonly [boolean | undefined, string])[] = [
    [profile !== "leaf" && leafOnly !== undefined, `${leafOnly} needs --profile leaf`],
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
