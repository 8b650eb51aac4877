// `dirleaf call` runs a tool with the JSON that a model would send, and prints what the model would see. `dirleaf schema` prints the
// tools as a model sees them.
import { openStores } from "./open-stores.ts";
import { createToolRouter } from "../tools/create-tool-router.ts";
import type { OnProgress } from "../tooling/tool.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";
import { storeOf } from "./directories.ts";
import { chosenOperand } from "./parse-options.ts";
import { showProgress } from "./progress.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";
import { UsageError } from "./usage-error.ts";

/** Runs a tool and returns the exit code. */
export async function runCallCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { operands } = command;
  const toolName = chosenOperand({ ...command, operands: operands.slice(0, 1) }, "a tool");
  const payload = operands[1];
  if (toolName === undefined || payload === undefined || operands.length > 2) {
    throw new UsageError(`call takes a tool and its arguments: dirleaf call list_dir '{"dir_path":"/repo"}'`, "call");
  }
  const json = payload === "-" ? await (await import("node:stream/consumers")).text(terminal.stdin) : payload;
  const answer = await showProgress(terminal, (onProgress) => callTool(toolName, json, command, onProgress));
  await printEscaped(terminal.output, `${answer}\n`);
  return 0;
}

/** The answer that a model would get, with the command's profiles and store. Throws a `FunctionCallError`. */
export async function callTool(
  toolName: string,
  json: string,
  command: CommandLine,
  onProgress: OnProgress,
): Promise<string> {
  const { options } = command;
  const router = createToolRouter({
    roots: "any",
    // Any tool can be called, whatever the profiles offer.
    tools: TOOL_NAMES,
    profile: options.profile,
    // JSON may have written a slash as `\/`.
    stores: await openStores([json.replaceAll("\\/", "/")], storeOf(command)),
    // The process ends after this call, so caching names for the next page is no use.
    cacheBytes: 0,
  });
  const payload = { type: "function" as const, arguments: json };
  return (await router.dispatch({ toolName, callId: "cli", payload, onProgress })).content;
}

/** The specs as JSON: an object for one tool, or an array of those that the profiles offer. */
export async function renderSchema(command: CommandLine): Promise<string> {
  const toolName = chosenOperand(command, "at most one tool");
  const tools = toolName === undefined ? undefined : TOOL_NAMES;
  const specs = createToolRouter({ roots: "any", profile: command.options.profile, tools }).specs();
  const shown = toolName === undefined ? specs : specs.find(({ name }) => name === toolName);
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
