// `dirleaf [dir]`: a listing. As text it is the answer that a model would get. Code that only people or programs need is
// loaded when they ask for it.
import { isStorePath } from "../listing/open-stores.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { callTool, codeOf, type CallOutcome } from "./call-command.ts";
import { COMMANDS } from "./option-table.ts";
import type { ListCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";

/** Lists a directory and returns the exit code. Throws a `FunctionCallError` if the library does. */
export async function runListCommand(command: ListCommand, host: TerminalProcess): Promise<number> {
  const dirPath = await toDirPath(command.directory, host);
  if (command.all || command.long || command.json) {
    return printEntries(command, dirPath, host).catch(async (error: unknown) => {
      const code = error instanceof FunctionCallError ? codeOf(error) : undefined;
      const advised = await describeForeign(command.directory, dirPath, code);
      throw advised === undefined ? error : respondToModel(advised, error);
    });
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const { profile, store } = command;
  const outcome = await callTool({ type: "call", profile, toolName: "list_dir", payload, store }, host);
  if (outcome.success) {
    return printListing(outcome, command, host);
  }
  const content = (await describeForeign(command.directory, dirPath, outcome.code)) ?? outcome.content;
  return printFailure({ ...outcome, content }, command, host);
}

async function printEntries(command: ListCommand, dirPath: string, host: TerminalProcess): Promise<number> {
  if (command.all) {
    const { printAll } = await import("./print-all.ts");
    return printAll(command, dirPath, host);
  }
  const { printPage } = await import("./print-page.ts");
  return printPage(command, dirPath, host);
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
  const { pathForErrors } = await import("../listing/listing-failure.ts");
  const advice = await adviseOnTypedPath(typed);
  return advice && `failed to read directory: ${pathForErrors(dirPath)} does not exist; ${advice}`;
}

async function printListing({ content }: CallOutcome, command: ListCommand, host: TerminalProcess): Promise<number> {
  // In the profiles of the original, names can't be told apart from suffixes.
  if (!(command.color === "always" || isTerminal(host.stdout)) || command.profile !== "leaf") {
    await print(host.stdout, `${content}\n`);
    return 0;
  }
  const { isColoured, paintListing } = await import("./colour.ts");
  const { showNextCommand } = await import("./next-command.ts");
  const shown = isTerminal(host.stdout) ? showNextCommand(content, host.argv.slice(2)) : content;
  await print(host.stdout, `${shown}\n`, isColoured(command.color, host) ? paintListing : undefined);
  return 0;
}

async function printFailure(outcome: CallOutcome, command: ListCommand, host: TerminalProcess): Promise<number> {
  await print(host.stderr, `${outcome.content}\n`);
  if (outcome.code === "ENOENT" && !command.directory.includes("/")) {
    const { suggest } = await import("./suggest.ts");
    const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "list");
    const meant = suggest(command.directory, names);
    await print(host.stderr, meant === undefined ? "" : `dirleaf: did you mean 'dirleaf ${meant}'?\n`);
  }
  return 1;
}
