// `dirleaf call` runs a tool with the JSON that a model would send, and prints what the model would see. `dirleaf schema` prints the
// tools as a model sees them.
import { createToolRouter } from "../tools/create-tool-router.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import { openStores } from "../listing/open-stores.ts";
import type { ToolOutput } from "../tooling/tool.ts";
import type { CallCommand, SchemaCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** Runs a tool and returns the exit code. */
export async function runCallCommand(command: CallCommand, host: TerminalProcess): Promise<number> {
  try {
    const { content } = await callTool(command, host);
    await print(host.output, `${content}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FunctionCallError)) {
      throw error;
    }
    // What the model would see.
    await print(host.stderr, `${error.message}\n`);
    return 1;
  }
}

/** The answer that a model would get. Throws a `FunctionCallError` where it would be refused. */
export async function callTool(command: Omit<CallCommand, "type">, host: TerminalProcess): Promise<ToolOutput> {
  const { toolName, payload, profiles, maxIndexed, store } = command;
  const json = payload === "-" ? await (await import("node:stream/consumers")).text(host.stdin) : payload;
  const stores = await openStores([json], store);
  return watchWork(host, ({ onProgress }) =>
    // The process ends after one call: there is no next page to remember names for.
    createToolRouter({
      // Any tool can be called, whatever the profiles are for.
      experimentalSupportedTools: TOOL_NAMES,
      profile: profiles,
      maxIndexed,
      stores,
      cacheBytes: 0,
    }).dispatch({
      toolName,
      callId: "cli",
      payload: { type: "function", arguments: json },
      onProgress,
    }),
  );
}

/** The error code of the read that failed, if one did. */
export function codeOf({ cause }: FunctionCallError): string | undefined {
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}

/** The specs as JSON: one tool's as an object; as an array those that the profiles offer. */
export function renderSchema({ toolName, profiles }: SchemaCommand): string {
  const experimentalSupportedTools = toolName === undefined ? undefined : TOOL_NAMES;
  const specs = createToolRouter({ profile: profiles, experimentalSupportedTools }).specs();
  const shown = toolName === undefined ? specs : specs.find(({ name }) => name === toolName);
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
