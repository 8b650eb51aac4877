// `dirleaf [dir]`: a listing. As text it is the answer that a model would get. Code that only people or programs need is
// loaded when they ask for it.
import { callTool, type CallOutcome } from "./call-command.ts";
import { COMMANDS } from "./option-table.ts";
import type { ListCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";

/** Lists a directory and returns the exit code. Throws a `FunctionCallError` if the library does. */
export async function runListCommand(command: ListCommand, host: TerminalProcess): Promise<number> {
  const dirPath = await toDirPath(command.directory, host);
  if (command.all) {
    const { printAll } = await import("./print-all.ts");
    return printAll(command, dirPath, host);
  }
  if (command.long || command.json) {
    const { printPage } = await import("./print-page.ts");
    return printPage(command, dirPath, host);
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const { profile, store } = command;
  const outcome = await callTool({ type: "call", profile, toolName: "list_dir", payload, store }, host);
  return outcome.success ? printListing(outcome, command, host) : printFailure(outcome, command, host);
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
