// Turns a call from MCP into a router call, and the router's answer into an MCP result.
import { fileURLToPath } from "node:url";

import { DATA_ARGUMENT } from "../tooling/data-argument.ts";
import type { Progress, ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import { createRouterWithQueue } from "../tools/create-tool-router.ts";
import { MCP_LIMITS, type McpSettings } from "./mcp-settings.ts";
import { isId, type Fields, type Id, type Transport } from "./messages.ts";
import { describeTool, type ListedTool } from "./tool-definition.ts";

/** The part of the MCP SDK's request context that our tools read. Our own server makes the same, so a tool can't tell the two apart. */
export interface CallContext {
  readonly mcpReq: McpRequest;
}

export interface McpRequest extends Transport {
  readonly id: string | number;
  /** The client's metadata, such as a progress token. */
  readonly _meta?: Fields | undefined;
}

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
  readonly #settings: McpSettings;
  readonly #router: ToolRouter;
  /** Routers by the client's working directory. */
  readonly #routers = new Map<string, ToolRouter>();

  constructor(settings: McpSettings) {
    this.#settings = settings;
    this.#router = createRouterWithQueue(settings.router, settings.queue, MCP_LIMITS);
  }

  /** The tools that can be called. */
  tools(): ListedTool[] {
    const { maxOutputBytes } = this.#settings.router;
    return this.#router.specs().map((spec) => describeTool(spec, this.#outputSchema(spec.name), maxOutputBytes));
  }

  /** Answers a call, including a model's mistakes and our own bugs. */
  async call(toolName: string, toolArguments: unknown, context: CallContext): Promise<ToolResult> {
    const { content: text, success } = await this.#run(toolName, toolArguments, context.mcpReq);
    const content: ToolResult["content"] = [{ type: "text", text }];
    if (!success) {
      return { content, isError: true };
    }
    const isStructured = this.#outputSchema(toolName) !== undefined;
    return isStructured ? { content, structuredContent: JSON.parse(text) as Record<string, unknown> } : { content };
  }

  /** The schema of a tool's answers, if they are also sent as structured content. */
  #outputSchema(toolName: string): object | undefined {
    return this.#settings.structured ? this.#router.outputSchema(toolName) : undefined;
  }

  async #run(toolName: string, toolArguments: unknown = {}, request: McpRequest): Promise<ToolOutput> {
    const { id, signal, _meta } = request;
    const token = _meta?.["progressToken"];
    const report = isId(token) ? reportProgress(token, request) : undefined;
    try {
      return await this.#routerFor(_meta).respond({
        toolName,
        callId: String(id),
        payload: { type: "json", arguments: toolArguments },
        signal,
        onProgress: report?.onProgress,
        asData: this.#settings.page !== undefined && (toolArguments as Fields | null)?.[DATA_ARGUMENT] === true,
      });
    } catch (error) {
      signal.throwIfAborted();
      return { content: (error as Error).message, success: false };
    } finally {
      report?.stop();
    }
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
