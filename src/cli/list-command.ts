// `dirleaf [dir…]`: listings. As text each is the answer that a model would get. Code that only people or programs need is
// loaded when they ask for it.
import { suggest } from "../core/suggest.ts";
import { pathForErrors } from "../listing/listing-failure.ts";
import { isStorePath } from "../listing/open-stores.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { callTool, codeOf } from "./call-command.ts";
import { COMMANDS } from "./option-table.ts";
import type { ListCommand } from "./parse-listings.ts";
import { print } from "./print.ts";
import { reportError } from "./report-error.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
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
  const window = await rowsOf(commands, host);
  const room: RoomLeft = { window, rows: window ?? 0, directories: commands.length };
  let above: Above = "nothing";
  let exitCode = 0;
  for (const command of commands) {
    const dirPath = await toDirPath(command.directory, host);
    try {
      exitCode = Math.max(exitCode, await printDirectory(command, dirPath, host, above !== "nothing", room));
      above = "listing";
    } catch (error) {
      if (await isFileShown(error, command, dirPath, host, above === "listing")) {
        room.rows -= above === "listing" ? 2 : 1;
        above = "file";
      } else {
        exitCode = await reportFailure(error, command, dirPath, host);
      }
    }
    room.directories -= 1;
  }
  return exitCode;
}

/** The lines of the window, if that decides how long a page is. */
async function rowsOf([command]: readonly ListCommand[], host: TerminalProcess): Promise<number | undefined> {
  if (command === undefined || !isForPeople(command, host)) {
    return undefined;
  }
  const { windowOf } = await import("./terminal/window.ts");
  return windowOf(host.stdout).rows;
}

/** Whether a person reads the page. In the profiles of the original, names can't be told apart from suffixes. */
function isForPeople({ json, profile }: ListCommand, host: TerminalProcess): boolean {
  return isTerminal(host.stdout) && !json && profile === "leaf";
}

/** Prints one directory and returns the exit code. `isBelow`: something stands above it. Throws a `FunctionCallError`. */
async function printDirectory(
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  isBelow: boolean,
  room: RoomLeft,
): Promise<number> {
  const head = isBelow && !command.json ? "\n" : "";
  if (command.all) {
    const { printAll } = await import("./print-all.ts");
    return printAll(command, dirPath, host, head);
  }
  if (isForPeople(command, host)) {
    const { printScreen } = await import("./terminal/print-screen.ts");
    const share = Math.max(Math.floor(room.rows / room.directories), LEAST_ROWS);
    const rows = room.window && Math.min(room.window, share);
    room.rows -= await printScreen(command, dirPath, host, rows, head);
    return 0;
  }
  if (command.long || command.json) {
    const { printPage } = await import("./print-page.ts");
    return printPage(command, dirPath, host, head);
  }
  return printAnswer(command, dirPath, host, head);
}

/** Prints what a model would be answered. */
async function printAnswer(
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  head: string,
): Promise<number> {
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const { profile, store } = command;
  const { content, success, code } = await callTool(
    { type: "call", profiles: [profile], toolName: "list_dir", payload, store },
    host,
  );
  if (!success) {
    throw respondToModel(content, { code });
  }
  const isPainted = command.color === "always" && profile === "leaf";
  const paint = isPainted ? (await import("./colour.ts")).paintListing : undefined;
  await print(host.stdout, head);
  await print(host.stdout, `${content}\n`, paint);
  return 0;
}

/** Whether the error was that a file is no directory, and the file's line was printed instead. */
async function isFileShown(
  error: unknown,
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  isBelow: boolean,
): Promise<boolean> {
  const isFile = error instanceof FunctionCallError && codeOf(error) === "ENOTDIR";
  if (!isFile || !isForPeople(command, host) || isStorePath(dirPath)) {
    return false;
  }
  const { printFile } = await import("./terminal/print-file.ts");
  return printFile(command, dirPath, host, isBelow);
}

async function reportFailure(
  error: unknown,
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
): Promise<number> {
  const code = error instanceof FunctionCallError ? codeOf(error) : undefined;
  const advised = await describeForeign(command.directory, dirPath, code);
  const exitCode = await reportError(advised === undefined ? error : respondToModel(advised, error), host);
  const isPlain = !(command.all || command.long || command.json);
  if (isPlain && code === "ENOENT" && !command.directory.includes("/")) {
    const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "list");
    const meant = suggest(command.directory, names);
    await print(host.stderr, meant === undefined ? "" : `dirleaf: did you mean 'dirleaf ${meant}'?\n`);
  }
  return exitCode;
}

/**
 * The failure of a directory that was typed in a way that we do not read, such as `~/x` in quotes: it counted as a name in the
 * working directory. Undefined for every other failure.
 */
async function describeForeign(typed: string, dirPath: string, code: string | undefined): Promise<string | undefined> {
  if (code !== "ENOENT" || isStorePath(typed)) {
    return undefined;
  }
  const { adviseOnTypedPath } = await import("../listing/meant-path.ts");
  const advice = await adviseOnTypedPath(typed);
  return advice && `failed to read directory: ${pathForErrors(dirPath)} does not exist; ${advice}`;
}
