// Turns a call from MCP into a router call, and the router's answer into an MCP result.
import { fileURLToPath } from "node:url";

import type { Progress, ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import { createRouterWithQueue } from "../tools/create-tool-router.ts";
import { MCP_LIMITS, type McpSettings } from "./mcp-settings.ts";
import { isId, type CallContext, type Fields, type Id, type Transport } from "./messages.ts";
import { DATA_ARGUMENT, type PageData } from "./page-data.ts";
import { describeTool, type ToolDefinition } from "./tool-definition.ts";

/** The part of `CallToolResult` that our tools use. */
export interface ToolResult {
  // Mutable and open, as the SDK's own type is.
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** The capability by which a server asks for the client's working directory, and the key of the metadata that carries it. */
export const SANDBOX_STATE = "codex/sandbox-state-meta";

/** A host has few working directories, and one that keeps naming new ones must not fill the memory. */
const MAX_ROUTERS = 16;

const REPORT_EVERY_MS = 1000;

export class ToolCaller {
  /** The tools that can be called. */
  readonly tools: readonly ToolDefinition[];
  readonly #settings: McpSettings;
  readonly #router: ToolRouter;
  /** Routers by the client's working directory. */
  readonly #routers = new Map<string, ToolRouter>();

  constructor(settings: McpSettings) {
    const { router, queue, structured } = settings;
    this.#settings = settings;
    this.#router = createRouterWithQueue(router, queue, MCP_LIMITS);
    this.tools = this.#router.specs().map((spec) => {
      return describeTool(spec, structured ? this.#router.outputSchema(spec.name) : undefined, router.maxOutputBytes);
    });
  }

  /** Answers a call, including a model's mistakes and our own bugs. Throws only if the call was cancelled. */
  async call(toolName: string, toolArguments: unknown = {}, context: CallContext): Promise<ToolResult> {
    const { id, signal, _meta } = context;
    const token = _meta?.["progressToken"];
    const report = isId(token) ? reportProgress(token, context) : undefined;
    const isForPage = this.#settings.page !== undefined && (toolArguments as Fields | null)?.[DATA_ARGUMENT] === true;
    let directories = 0;
    try {
      const output = await this.#routerFor(_meta).respond({
        toolName,
        callId: String(id),
        payload: { type: "json", arguments: toolArguments },
        signal,
        onProgress: isForPage
          ? (progress) => {
              ({ directories } = progress);
              report?.onProgress(progress);
            }
          : report?.onProgress,
      });
      const result = this.#toResult(toolName, output);
      if (isForPage) {
        const forPage: PageData = { data: output.data?.(), code: output.code, directories };
        result.content.push({ type: "text", text: JSON.stringify(forPage) });
      }
      return result;
    } catch (error) {
      signal.throwIfAborted();
      return this.#toResult(toolName, { content: (error as Error).message, success: false });
    } finally {
      report?.stop();
    }
  }

  #toResult(toolName: string, { content: text, success, data }: ToolOutput): ToolResult {
    const content: ToolResult["content"] = [{ type: "text", text }];
    if (!success) {
      return { content, isError: true };
    }
    const isStructured = this.tools.some(({ name, outputSchema }) => name === toolName && outputSchema !== undefined);
    return isStructured ? { content, structuredContent: { ...data?.() } } : { content };
  }

  #routerFor(meta: Fields | undefined): ToolRouter {
    const { router: options, trustsClient, queue } = this.#settings;
    const directory = trustsClient ? readClientDirectory(meta) : undefined;
    if (directory === undefined) {
      return this.#router;
    }
    let router = this.#routers.get(directory);
    if (router === undefined) {
      if (this.#routers.size >= MAX_ROUTERS) {
        this.#routers.clear();
      }
      router = createRouterWithQueue({ ...options, workingDirectory: directory }, queue, MCP_LIMITS);
      this.#routers.set(directory, router);
    }
    return router;
  }
}

/** The client's working directory, or undefined if it does not send a local one. Codex sends it with every call to servers that ask. */
function readClientDirectory(meta: Fields | undefined): string | undefined {
  const state = meta?.[SANDBOX_STATE] as { readonly sandboxCwd?: unknown } | null | undefined;
  if (typeof state?.sandboxCwd !== "string") {
    return undefined;
  }
  try {
    const directory = fileURLToPath(state.sandboxCwd);
    return directory.includes("\0") ? undefined : directory;
  } catch {
    return undefined;
  }
}

/** Reports the progress of one call, once a second, to a client that asked for it. */
function reportProgress(progressToken: Id, client: Transport) {
  let latest: Progress = { directories: 0, entries: 0 };
  let reported = -1;
  const timer = setInterval(() => {
    const progress = latest.directories + latest.entries;
    // The protocol requires the value to rise with every report.
    if (progress > reported) {
      reported = progress;
      const message = `${latest.entries} entries in ${latest.directories} directories read`;
      // Ignored if the client is gone: its call is cancelled by other means.
      client.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => {});
    }
  }, REPORT_EVERY_MS);
  return {
    onProgress(progress: Progress) {
      latest = progress;
    },
    stop: () => clearInterval(timer),
  };
}
