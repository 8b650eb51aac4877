// `dirleaf [dir…]`: lists directories, one below the other. In a pipe, a listing is the answer that a model would get. Code for
// terminals, `--all`, `--long` and `--json` is loaded when it is needed.
import { suggest } from "../core/suggest.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { toModelGuard } from "../calls/operator-settings.ts";
import { listDirText, toListDirCall } from "../tools/list-dir.ts";
import { openStores } from "../calls/open-stores.ts";
import { COMMANDS, type TypedCommand, type TypedOptions } from "./parse-command.ts";
import {
  directoriesOf,
  forEachDirectory,
  isForPeople,
  rowsForEach,
  storeOf,
  toDirPath,
  type Listing,
} from "./directories.ts";
import { print } from "./print.ts";
import { showProgress } from "./progress.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** Lists directories and returns the exit code. */
export async function runListCommand(command: TypedCommand, terminal: TerminalProcess): Promise<number> {
  const { argv, options } = command;
  const profile = profileOf(options);
  const operands = directoriesOf(command);
  refuseConflicts(options, profile, operands.length);
  const store = storeOf(command);
  const forPeople = profile === "leaf" && !options.has("json") && isForPeople(options, terminal);
  const rows = rowsForEach(operands.length, terminal);
  let head = "";
  return forEachDirectory(command, terminal, async ({ value, index }) => {
    const others = new Set(operands.map((operand) => operand.index).filter((other) => other !== index));
    const words = argv.filter((_, position) => !others.has(position));
    const dirPath = toDirPath(value, terminal);
    const listing = { dirPath, words, arguments: options.toolArguments, options, store, forPeople, head, rows };
    try {
      const exitCode = await printListing(listing, profile, terminal);
      head = options.has("json") ? "" : "\n";
      return exitCode;
    } catch (error) {
      if (!(error instanceof FunctionCallError && error.code === "not_found")) {
        throw error;
      }
      if (index === operands[0]?.index && Object.hasOwn(HABITS, value)) {
        const { quoteForShell } = await import("./print-page.ts");
        const meant = argv.flatMap((word, position) => (position === index ? (HABITS[value] ?? []) : word));
        const shown = ["dirleaf", ...meant].map(quoteForShell).join(" ");
        throw new UsageError(`there is no directory ${quoteWord(value)} here; perhaps you mean: ${shown}`);
      }
      throw withSuggestedCommand(error, value);
    }
  });
}

/** Prints one directory and returns the exit code. Throws a `FunctionCallError`. */
async function printListing(listing: Listing, profile: ListProfile, terminal: TerminalProcess): Promise<number> {
  const { options, head } = listing;
  if (options.has("all")) {
    return (await import("./print-all.ts")).printAll(listing, terminal);
  }
  if (listing.forPeople) {
    await (await import("./print-page.ts")).printScreen(listing, terminal);
  } else if (options.has("long") || options.has("json")) {
    await (await import("./print-page.ts")).printPage(listing, terminal);
  } else {
    await print(terminal.output, `${head}${await answerOf(listing, profile, terminal)}\n`);
  }
  return 0;
}

/** The answer that a model would get. In profile `leaf` it comes without the router, which would load all tools. */
async function answerOf(listing: Listing, profile: ListProfile, terminal: TerminalProcess): Promise<string> {
  const { dirPath, store } = listing;
  if (profile !== "leaf") {
    const json = JSON.stringify({ dir_path: dirPath, ...listing.arguments });
    return (await import("./call-command.ts")).callTool(
      { toolName: "list_dir", json, profiles: [profile], store },
      terminal,
    );
  }
  const guard = toModelGuard({ stores: await openStores([dirPath], store), cacheBytes: 0 });
  return showProgress(terminal, ({ onProgress }) =>
    listDirText(toListDirCall({ ...listing.arguments, dirPath, onProgress }, guard)),
  );
}

type ListProfile = "leaf" | "codex-sorted" | "codex-breadth";

/** The profile for `list_dir` among those that were given. */
function profileOf({ profiles }: TypedOptions): ListProfile {
  const profile = profiles.find((name) => name.startsWith("codex-")) ?? profiles.find((name) => name === "leaf");
  if (profile === undefined) {
    throw new UsageError(`--profile ${profiles.join(",")} is not for list_dir: use 'dirleaf call'`, "call");
  }
  return profile as ListProfile;
}

/** Throws a `UsageError` for options that do not go together. */
function refuseConflicts(options: TypedOptions, profile: ListProfile, directories: number): void {
  const { order } = options.toolArguments;
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
    [sort && after, "--sort goes on with --offset: leave out --after"],
    [after && order === "breadth", "--after goes on in order tree: leave out --order breadth"],
    [directories > 1 && after, "--after goes on in one directory: name only that one"],
    [directories > 1 && options.has("offset"), "--offset goes on in one directory: name only that one"],
    [directories > 1 && all && json, "--all --json does not say in which directory an entry is: name one at a time"],
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

/** The error of a missing directory, with a suggestion if its name may be a mistyped command. */
function withSuggestedCommand(error: FunctionCallError, word: string): FunctionCallError {
  const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "list");
  const meant = word.includes("/") ? undefined : suggest(word, names);
  const said = `${error.message}\ndirleaf: did you mean 'dirleaf ${meant}'?`;
  return meant === undefined ? error : respondToModel(said, error);
}
