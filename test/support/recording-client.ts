// A client of the tools for tests of the page: calls the real router, on a tree in memory, and records every call.
import { memory } from "../../src/disk/memory.ts";
import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { aboutRoots } from "../../src/web/about.ts";
import { askTool, type Fields, type ToolClient } from "../../src/web/page/tool-client.ts";

export interface RecordingClient extends ToolClient {
  /** The calls so far: tool and arguments. */
  readonly calls: { readonly tool: string; readonly arguments: Record<string, unknown> }[];
  /** How many calls ran at once at most, by directory. */
  readonly mostAtOnce: ReadonlyMap<string, number>;
}

/** A function that answers `tools/call` as the MCP server of the page does, for files in memory. */
export function serverFor(paths: readonly string[], options: { readonly maxOutputBytes?: number } = {}) {
  const settings = toMcpSettings({ roots: ["/"], fileSystem: memory(paths), ...options }, false, "<html>");
  const caller = new ToolCaller(settings);
  return (params: Fields, signal: AbortSignal = new AbortController().signal): Promise<Fields> =>
    caller.call(String(params["name"]), params["arguments"], { id: 1, signal, notify: async () => {} });
}

/** A client to the tools, for files in memory. */
export function clientFor(...server: Parameters<typeof serverFor>): RecordingClient {
  const serve = serverFor(...server);
  const calls: RecordingClient["calls"] = [];
  const running = new Map<string, number>();
  const mostAtOnce = new Map<string, number>();
  return {
    calls,
    mostAtOnce,
    about: async () => aboutRoots(["/"], TOOL_NAMES),
    async callTool(tool, given, signal) {
      const call = { tool, arguments: { ...given } as Record<string, unknown> };
      const directory = `${tool} ${String(call.arguments["dir_path"])}`;
      calls.push(call);
      running.set(directory, (running.get(directory) ?? 0) + 1);
      mostAtOnce.set(directory, Math.max(mostAtOnce.get(directory) ?? 0, running.get(directory) ?? 0));
      try {
        return await askTool(tool, given, (_, params) => serve({ ...params }, signal));
      } finally {
        running.set(directory, (running.get(directory) ?? 1) - 1);
      }
    },
  };
}

export function numberedFiles(directory: string, count: number, width: number = 6): string[] {
  return Array.from({ length: count }, (_, index) => `${directory}/f${String(index).padStart(width, "0")}`);
}
