// Turns a call from MCP into a router call, and the router's answer into an MCP result.
import { fileURLToPath } from "node:url";

import { createFaceRouter } from "../tools/create-tool-router.ts";
import { toFunctionCallError } from "../tooling/function-call-error.ts";
import { DATA_ARGUMENT, type ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import type { CallContext } from "./call-context.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { isId } from "./messages.ts";
import { reportProgress } from "./report-progress.ts";
import { describeTool, type ListedTool } from "./tool-definition.ts";

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
const MOST_ROUTERS = 16;

export class ToolCaller {
  readonly #settings: McpSettings;
  readonly #router: ToolRouter;
  /** Routers by the client's working directory. */
  readonly #elsewhere = new Map<string, ToolRouter>();

  constructor(settings: McpSettings) {
    this.#settings = settings;
    this.#router = createFaceRouter(settings.router, settings);
  }

  /** The tools that can be called. */
  tools(): ListedTool[] {
    const { maxOutputBytes } = this.#settings;
    return this.#router.specs().map((spec) => describeTool(spec, this.#outputSchema(spec.name), maxOutputBytes));
  }

  /** Answers a call, including a model's mistakes and our own bugs. Throws only if the call was cancelled. */
  async call(toolName: string, toolArguments: unknown, context: CallContext): Promise<ToolResult> {
    return JSON.parse(await this.callForText(toolName, toolArguments, context)) as ToolResult;
  }

  /** Like `call`, but returns JSON text. Content that is already JSON is not parsed and serialized again. */
  async callForText(toolName: string, toolArguments: unknown, context: CallContext): Promise<string> {
    const { content, success } = await this.#run(toolName, toolArguments, context);
    const text = `{"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
    if (!success) {
      return `${text},"isError":true}`;
    }
    return this.#outputSchema(toolName) === undefined ? `${text}}` : `${text},"structuredContent":${content}}`;
  }

  /** The schema of a tool's answers, if they are also sent as structured content. */
  #outputSchema(toolName: string): object | undefined {
    return this.#settings.structured ? this.#router.outputSchema(toolName) : undefined;
  }

  async #run(toolName: string, toolArguments: unknown, context: CallContext): Promise<ToolOutput> {
    const since = performance.now();
    const { mcpReq, http } = context;
    const { signal } = mcpReq;
    const { queue, page } = this.#settings;
    const given = toolArguments as Readonly<Record<string, unknown>> | null | undefined;
    const token = mcpReq._meta?.["progressToken"];
    const report = isId(token) ? reportProgress(token, mcpReq) : undefined;
    try {
      return await this.#routerFor(mcpReq._meta).respond(
        {
          toolName,
          callId: String(mcpReq.id),
          payload: { type: "json", arguments: toolArguments === undefined ? {} : toolArguments },
          signal,
          onProgress: report?.onProgress,
          asData: page !== undefined && given?.[DATA_ARGUMENT] === true,
        },
        (work) => queue.run(http?.authInfo?.clientId ?? "", work, signal, since),
      );
    } catch (error) {
      signal.throwIfAborted();
      return { content: toFunctionCallError(error).message, success: false };
    } finally {
      report?.stop();
    }
  }

  #routerFor(meta: Readonly<Record<string, unknown>> | undefined): ToolRouter {
    const { router, hasOwnRoots, trustsClient } = this.#settings;
    const directory = trustsClient ? readClientDirectory(meta) : undefined;
    if (directory === undefined) {
      return this.#router;
    }
    let elsewhere = this.#elsewhere.get(directory);
    if (elsewhere === undefined) {
      if (this.#elsewhere.size >= MOST_ROUTERS) {
        this.#elsewhere.clear();
      }
      const roots = hasOwnRoots ? router.roots : [directory];
      elsewhere = createFaceRouter({ ...router, roots, workingDirectory: directory }, this.#settings);
      this.#elsewhere.set(directory, elsewhere);
    }
    return elsewhere;
  }
}

/** The client's working directory, or undefined if it does not send a local one. Codex sends it with every call to servers that ask. */
function readClientDirectory(meta: CallContext["mcpReq"]["_meta"]): string | undefined {
  const state = meta?.[SANDBOX_STATE];
  const url = typeof state === "object" && state !== null && "sandboxCwd" in state ? state.sandboxCwd : undefined;
  if (typeof url !== "string") {
    return undefined;
  }
  try {
    const directory = fileURLToPath(url);
    return directory.includes("\0") ? undefined : directory;
  } catch {
    return undefined;
  }
}
