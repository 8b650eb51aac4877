// One call through a router: returns the content, or the error message that the model would see.
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { ToolRouter } from "../../src/tooling/tool-router.ts";

/** What the model sees for a call, of a router or one with these options. Throws anything except a `respond_to_model` error. */
export async function callTool(
  toolName: string,
  argumentsOrJson: object | string,
  options: ToolRouterOptions | ToolRouter = {},
): Promise<string> {
  const router =
    options instanceof ToolRouter ? options : createToolRouter({ roots: "any", tools: TOOL_NAMES, ...options });
  const json = typeof argumentsOrJson === "string" ? argumentsOrJson : JSON.stringify(argumentsOrJson);
  try {
    const invocation = { toolName, callId: "1", payload: { type: "function", arguments: json } } as const;
    return (await router.dispatch(invocation)).content;
  } catch (error) {
    if (error instanceof FunctionCallError && error.kind === "respond_to_model") {
      return `error: ${error.message}`;
    }
    throw error;
  }
}

export function callListDir(args: object, options: ToolRouterOptions = {}): Promise<string> {
  return callTool("list_dir", args, options);
}

export function callListDirectory(args: object, options: ToolRouterOptions = {}): Promise<string> {
  return callTool("list_directory", args, options);
}
