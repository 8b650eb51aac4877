// A client of the tools for tests of the page: calls the real router, on a tree in memory, and records every call.
import { memory } from "../../src/disk/memory.ts";
import { WebCalls } from "../../src/web/web-calls.ts";
import type { ToolClient } from "../../src/web/page/tool-client.ts";

export interface RecordingClient extends ToolClient {
  /** The calls so far: tool and arguments. */
  readonly calls: { readonly tool: string; readonly arguments: Record<string, unknown> }[];
  /** How many calls ran at once at most, by directory. */
  readonly mostAtOnce: ReadonlyMap<string, number>;
}

/** A client to the tools, for files in memory. */
export function clientFor(
  paths: readonly string[],
  options: { readonly maxOutputBytes?: number } = {},
): RecordingClient {
  const web = new WebCalls({ roots: ["/"], fileSystem: memory(paths), ...options });
  const calls: RecordingClient["calls"] = [];
  const running = new Map<string, number>();
  const mostAtOnce = new Map<string, number>();
  return {
    calls,
    mostAtOnce,
    about: async () => web.about,
    async callTool(tool, json, { profile = "leaf", signal = new AbortController().signal, asData = false } = {}) {
      const given = JSON.parse(json) as Record<string, unknown>;
      const directory = `${tool} ${String(given["dir_path"])}`;
      calls.push({ tool, arguments: given });
      running.set(directory, (running.get(directory) ?? 0) + 1);
      mostAtOnce.set(directory, Math.max(mostAtOnce.get(directory) ?? 0, running.get(directory) ?? 0));
      try {
        return await web.call({ tool, arguments: json, profile, asData }, signal);
      } finally {
        running.set(directory, (running.get(directory) ?? 1) - 1);
      }
    },
  };
}

export function numberedFiles(directory: string, count: number, width: number = 6): string[] {
  return Array.from({ length: count }, (_, index) => `${directory}/f${String(index).padStart(width, "0")}`);
}
