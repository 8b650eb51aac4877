// The settings of the MCP server and of `dirleaf/mcp`: the operator's options, checked, with defaults filled in.
import type { CompleteLimits } from "../operator/operator-options.ts";
import { MODEL_LIMITS, sharedDisk, toAbsoluteAccess } from "../operator/operator-settings.ts";
import { checkRoots } from "../operator/check-roots.ts";
import { SharedReads } from "../operator/shared-reads.ts";
import type { ToolDeclaration } from "../tools/tool-declaration.ts";
import { OptionError } from "../core/options.ts";
import { BOOLEAN, checkOptions, wholeNumberFrom, type RulesFor } from "../tooling/check-options.ts";
import { CallQueue } from "../tooling/tool-router.ts";
import { ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { findFilesTool } from "../tools/find-files.ts";
import { listDirTool } from "../tools/list-dir.ts";
import { mapDirTool } from "../tools/map-dir.ts";
import { chooseTools } from "../tools/profile.ts";

export interface McpOptions extends ToolRouterOptions {
  /**
   * The largest answer and the largest error in bytes of text, at least 256. The default is below 12,000 characters, where the
   * strictest known host truncates. Tools in the profile of an original have this bound only if it is set.
   * @default 10000
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Whether `list_directory` also returns its JSON as structured content, with an output schema.
   * @default true
   */
  readonly structured?: boolean | undefined;
  /**
   * How many calls run at once. The rest wait for their turn.
   * @default 8
   */
  readonly maxRunning?: number | undefined;
}

export interface McpSettings {
  readonly router: ToolRouterOptions;
  /** Our tools and originals that are on offer. */
  readonly offered: readonly ToolDeclaration[];
  readonly structured: boolean;
  /** Where all calls wait for their turn, whichever router of the server they are for. */
  readonly queue: CallQueue;
  /** Whether to believe what the client says about itself: true for a host that started this process, not over a network. */
  readonly trustsClient: boolean;
  /** What calls share that arrive together. A server over a network can't know which do. */
  readonly sharedReads: SharedReads;
  /** What hosts show for the tool `show_dir`; undefined if there is no such tool. */
  readonly page: string | undefined;
}

const MCP_RULES: RulesFor<keyof McpOptions> = {
  ...ROUTER_RULES,
  structured: BOOLEAN,
  maxRunning: wholeNumberFrom(1, Number.MAX_SAFE_INTEGER),
};

/** The tools that the page needs: our own, since an original has no data for it. */
const PAGE_TOOLS = [listDirTool, mapDirTool, findFilesTool];

/** The limits of our own tools, where the operator sets none. */
export const MCP_LIMITS: CompleteLimits = { ...MODEL_LIMITS, maxOutputBytes: 10_000 };

/** How long a call may wait for its turn. */
const MAX_WAIT_MS = 30_000;

/** How long after its deadline a call may still take to answer. */
const GRACE_MS = 2000;

/** How long `dirleaf mcp` waits for the answer to a call when it stops, from the arrival of the call. */
export const LONGEST_CALL_MS: number = MAX_WAIT_MS + MCP_LIMITS.deadlineMs + GRACE_MS;

/** Returns complete settings. Throws an `OptionError` for an invalid option, or if the page needs a tool that is not offered. */
export function toMcpSettings(options: McpOptions, trustsClient: boolean, page?: string): McpSettings {
  checkOptions(options, MCP_RULES);
  const { structured = true, maxRunning = 8, ...router } = options;
  const offered = chooseTools(router);
  const missing = page === undefined ? undefined : PAGE_TOOLS.find((tool) => !offered.includes(tool));
  if (missing !== undefined) {
    throw new OptionError(`show_dir needs our own ${missing.name}`);
  }
  checkRoots(options);
  // `any` has no absolute form, and stays as it is.
  const { roots = options.roots, deny } = toAbsoluteAccess(options);
  const { fileSystem = sharedDisk(options.cacheBytes) } = options;
  const sharedReads = new SharedReads();
  return {
    router: {
      ...router,
      roots,
      deny,
      fileSystem: fileSystem.isLocalDisk === true ? sharedReads.of(fileSystem) : fileSystem,
    },
    offered,
    sharedReads,
    structured,
    queue: new CallQueue(maxRunning, MAX_WAIT_MS),
    trustsClient,
    page,
  };
}
