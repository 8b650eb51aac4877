// Turns a call from MCP into a router call, and the router's answer into an MCP result.
import { fileURLToPath } from "node:url";

import type { AccessPolicies } from "../operator/operator-settings.ts";
import { nameOf } from "../tooling/argument.ts";
import { isObject } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Progress, ToolInvocation, ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import { createRouterWithQueue } from "../tools/create-tool-router.ts";
import { TOOLS } from "../tools/tool-list.ts";
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
  /** The names of the arguments of our tools, with those that models send in their place. */
  readonly #declared = new Map(
    TOOLS.map(({ name, arguments: declared }) => {
      const names = Object.entries(declared).map(([field, argument]) => [
        nameOf(field, argument),
        ...(argument.aliases ?? []),
      ]);
      return [name, new Set(names.flat())] as const;
    }),
  );
  /** Roots and rules stay where they were when the server started, wherever a client works later. */
  readonly #policies: AccessPolicies = new Map();
  /** Routers by the client's working directory. */
  readonly #routers = new Map<string, ToolRouter>();

  constructor(settings: McpSettings) {
    const { router, queue, structured } = settings;
    this.#settings = settings;
    this.#router = createRouterWithQueue(router, queue, MCP_LIMITS, this.#policies);
    this.tools = this.#router.specs().map((spec) => {
      return describeTool(spec, structured ? this.#router.outputSchema(spec.name) : undefined, router.maxOutputBytes);
    });
  }

  /** Answers a call, including a model's mistakes and our own bugs. Rejects only if the call was cancelled. */
  call(toolName: string, toolArguments: unknown = {}, { id, signal, notify, _meta }: CallContext): Promise<ToolResult> {
    const token = _meta?.["progressToken"];
    const invocation = {
      toolName,
      callId: String(id),
      payload: { type: "json", arguments: keepDeclared(this.#declared.get(toolName), toolArguments) },
      signal,
    } as const;
    const isForPage = this.#settings.page !== undefined && (toolArguments as Fields | null)?.[DATA_ARGUMENT] === true;
    const report = isId(token) ? reportProgress(token, notify) : undefined;
    // Not an async function, which would keep all that was sent while the call waits for its turn.
    return this.#run(this.#routerFor(_meta), invocation, isForPage, report);
  }

  async #run(
    router: ToolRouter,
    invocation: ToolInvocation,
    isForPage: boolean,
    report: ReturnType<typeof reportProgress> | undefined,
  ): Promise<ToolResult> {
    const { toolName, signal } = invocation;
    let directories = 0;
    const onProgress = (progress: Progress) => {
      ({ directories } = progress);
      report?.onProgress(progress);
    };
    try {
      const output = await router.respond({ ...invocation, onProgress: isForPage ? onProgress : report?.onProgress });
      const result = this.#toResult(toolName, output);
      if (isForPage) {
        const forPage: PageData = { data: output.data?.(), code: output.code, directories };
        result.content.push({ type: "text", text: JSON.stringify(forPage) });
      }
      return result;
    } catch (error) {
      signal?.throwIfAborted();
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
      // Without roots, the directory is the root.
      const policies = options.roots === undefined ? undefined : this.#policies;
      router = createRouterWithQueue({ ...options, workingDirectory: directory }, queue, MCP_LIMITS, policies);
      this.#routers.set(directory, router);
    }
    return router;
  }
}

/** A model that sends more arguments that there are not hears of the first. */
const MAX_UNDECLARED = 16;

/**
 * The arguments of a call, but of those that the tool does not have only a few names, and whether there is text in them: a call may wait for
 * its turn with hundreds of others. `declared`: undefined for a tool that is not ours.
 */
function keepDeclared(declared: ReadonlySet<string> | undefined, given: unknown): unknown {
  if (declared === undefined || !isObject(given) || Object.keys(given).every((name) => declared.has(name))) {
    return given;
  }
  const all = Object.entries(given);
  const others = all.filter(([name]) => !declared.has(name)).slice(0, MAX_UNDECLARED);
  return Object.fromEntries([
    ...all.filter(([name]) => declared.has(name)),
    ...others.map(([name, value]) => [
      cutWord(name),
      (Array.isArray(value) ? value : [value]).some(isText) ? "…" : null,
    ]),
  ]);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
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
function reportProgress(progressToken: Id, notify: Transport["notify"]) {
  let latest: Progress = { directories: 0, entries: 0 };
  let reported = -1;
  const timer = setInterval(() => {
    const progress = latest.directories + latest.entries;
    // The protocol requires the value to rise with every report.
    if (progress > reported) {
      reported = progress;
      const message = `${latest.entries} entries in ${latest.directories} directories read`;
      // Ignored if the client is gone: its call is cancelled by other means.
      notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => {});
    }
  }, REPORT_EVERY_MS);
  return {
    onProgress(progress: Progress) {
      latest = progress;
    },
    stop: () => clearInterval(timer),
  };
}
