// `dirleaf [dir…]`: lists directories, one below the other. In a pipe, a listing is the answer that a model would get. Code for
// terminals, `--all`, `--long` and `--json` is loaded when it is needed.
import { suggest } from "../core/suggest.ts";
import { pathForErrors } from "../listing/listing-failure.ts";
import { isStorePath } from "../listing/open-stores.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { callTool, codeOf } from "./call-command.ts";
import { COMMANDS } from "./option-table.ts";
import type { ListCommand, ListedDirectory } from "./parse-command.ts";
import { print, reportError } from "./print.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";

/** What was printed last. */
type Above = "nothing" | "listing" | "file";

/** The lines of the window, and those that are left for the directories that are left. */
interface RoomLeft {
  readonly window: number | undefined;
  rows: number;
  directories: number;
}

/** The lines that a directory has at least, however many were named, unless the window has fewer. */
const LEAST_ROWS = 10;

/** Lists directories, one below the other, and returns the exit code. One that fails does not keep the others from being listed. */
export async function runListCommand(commands: readonly ListCommand[], host: TerminalProcess): Promise<number> {
  // If a person reads the pages, the window decides how long they are.
  const window = commands.some((command) => isForPeople(command, host)) ? windowOf(host.output).rows : undefined;
  const room: RoomLeft = { window, rows: window ?? 0, directories: commands.length };
  let above: Above = "nothing";
  let exitCode = 0;
  for (const command of commands) {
    const listed = { ...command, dirPath: toDirPath(command.directory, host) };
    try {
      const head = above === "nothing" || command.json ? "" : "\n";
      exitCode = Math.max(exitCode, await printDirectory(listed, host, head, room));
      above = "listing";
    } catch (error) {
      if (await isFileShown(error, listed, host, above === "listing")) {
        room.rows -= above === "listing" ? 2 : 1;
        above = "file";
      } else {
        const { inShellWords } = await import("./shell-word.ts");
        exitCode = await reportFailure(inShellWords(error, listed.typed, "list"), listed, host);
      }
    }
    room.directories -= 1;
  }
  return exitCode;
}

/** Whether a person reads the page. In the profiles of the original, names can't be told apart from suffixes. */
function isForPeople({ json, profile }: ListCommand, host: TerminalProcess): boolean {
  return isTerminal(host.output) && !json && profile === "leaf";
}

/** Prints one directory after `head`, and returns the exit code. Throws a `FunctionCallError`. */
async function printDirectory(
  listed: ListedDirectory,
  host: TerminalProcess,
  head: string,
  room: RoomLeft,
): Promise<number> {
  if (listed.all) {
    const { printAll } = await import("./print-all.ts");
    return printAll(listed, host, head);
  }
  if (isForPeople(listed, host)) {
    const { printScreen } = await import("./print-page.ts");
    const share = Math.max(Math.floor(room.rows / room.directories), LEAST_ROWS);
    room.rows -= await printScreen(listed, host, head, room.window && Math.min(room.window, share));
  } else if (listed.long || listed.json) {
    const { printPage } = await import("./print-page.ts");
    await printPage(listed, host, head);
  } else {
    await printAnswer(listed, host, head);
  }
  return 0;
}

/** Prints what a model would be answered. */
async function printAnswer(listed: ListedDirectory, host: TerminalProcess, head: string): Promise<void> {
  const { profile, store } = listed;
  const payload = JSON.stringify({ dir_path: listed.dirPath, ...listed.arguments });
  const call = { toolName: "list_dir", payload, profiles: [profile], store };
  const { content } = await callTool(call, host);
  const isPainted = listed.color === "always" && profile === "leaf";
  const text = isPainted ? (await import("./paint-listing.ts")).paintListing(content) : content;
  await print(host.output, `${head}${text}\n`);
}

/** Whether the error was that a file is no directory, and the file's line was printed instead. */
async function isFileShown(
  error: unknown,
  listed: ListedDirectory,
  host: TerminalProcess,
  isBelow: boolean,
): Promise<boolean> {
  const isFile = error instanceof FunctionCallError && codeOf(error) === "ENOTDIR";
  if (!isFile || !isForPeople(listed, host) || isStorePath(listed.dirPath)) {
    return false;
  }
  const { printFile } = await import("./print-page.ts");
  return printFile(listed, host, isBelow);
}

/** Prints what went wrong, and returns the exit code. */
async function reportFailure(error: unknown, listed: ListedDirectory, host: TerminalProcess): Promise<number> {
  const { directory, dirPath, all, long, json } = listed;
  const isMissing = error instanceof FunctionCallError && codeOf(error) === "ENOENT";
  const advised = isMissing ? await adviseOnTyping(directory, dirPath) : undefined;
  const exitCode = await reportError(advised === undefined ? error : respondToModel(advised, error), host);
  if (isMissing && !(all || long || json) && !directory.includes("/")) {
    const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "list");
    const meant = suggest(directory, names);
    await print(host.stderr, meant === undefined ? "" : `dirleaf: did you mean 'dirleaf ${meant}'?\n`);
  }
  return exitCode;
}

/**
 * The failure of a directory that was typed in a way that we do not read, such as `~/x` in quotes: it counted as a name in the
 * working directory. Undefined for every other failure.
 */
async function adviseOnTyping(typed: string, dirPath: string): Promise<string | undefined> {
  if (isStorePath(typed)) {
    return undefined;
  }
  const { adviseOnTypedPath } = await import("../listing/meant-path.ts");
  const advice = await adviseOnTypedPath(typed);
  return advice && `failed to read directory: ${pathForErrors(dirPath)} does not exist; ${advice}`;
}
