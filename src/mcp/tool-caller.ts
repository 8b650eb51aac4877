// Turns a call from MCP into a router call, and the router's answer into an MCP result.
import { createFaceRouter } from "../tools/create-tool-router.ts";
import { toFunctionCallError } from "../tooling/function-call-error.ts";
import type { ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import type { ToolSpec } from "../tooling/tool-spec.ts";
import type { CallContext } from "./call-context.ts";
import { readClientDirectory } from "./client-directory.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { reportProgress } from "./report-progress.ts";
import { toToolResult, writeToolResult, type ToolResult } from "./tool-result.ts";

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

  specs(): ToolSpec[] {
    return this.#router.specs();
  }

  toolNames(): string[] {
    return this.specs().map(({ name }) => name);
  }

  /** The schema of a tool's answers, if they are also sent as structured content. */
  outputSchema(toolName: string): object | undefined {
    return this.#settings.structured ? this.#router.outputSchema(toolName) : undefined;
  }

  /** Answers a call, including a model's mistakes and our own bugs. Throws only if the call was cancelled. */
  async call(toolName: string, toolArguments: unknown, context: CallContext): Promise<ToolResult> {
    const output = await this.#run(toolName, toolArguments, context);
    return toToolResult(output, this.outputSchema(toolName) !== undefined);
  }

  /** Like `call`, but returns JSON text, with `end` at its end. */
  async callForText(toolName: string, toolArguments: unknown, context: CallContext, end: string): Promise<string> {
    const output = await this.#run(toolName, toolArguments, context);
    return writeToolResult(output, this.outputSchema(toolName) !== undefined, end);
  }

  async #run(toolName: string, toolArguments: unknown, context: CallContext): Promise<ToolOutput> {
    const since = performance.now();
    const { mcpReq, http } = context;
    const { signal } = mcpReq;
    const { queue } = this.#settings;
    const report = reportProgress(context);
    try {
      return await this.#routerFor(mcpReq._meta).respond(
        {
          toolName,
          callId: String(mcpReq.id),
          payload: { type: "json", arguments: toolArguments === undefined ? {} : toolArguments },
          signal,
          onProgress: report.onProgress,
        },
        (work) => queue.run(http?.authInfo?.clientId ?? "", work, signal, since),
      );
    } catch (error) {
      signal.throwIfAborted();
      return { content: toFunctionCallError(error).message, success: false };
    } finally {
      report.stop();
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
