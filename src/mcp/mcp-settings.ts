// What whoever runs the MCP face sets: options as they are given, made complete once.
import type { ToolRouterOptions } from "../tools/create-tool-router.ts";
import { FairQueue } from "./fair-queue.ts";

export interface McpOptions extends Omit<ToolRouterOptions, "experimentalSupportedTools"> {
  /**
   * The names of the tools to offer.
   * @default ["list_dir", "list_directory"]
   */
  readonly tools?: readonly string[] | undefined;
  /**
   * The directories that may be listed, with all below them.
   * @default the working directory
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * The largest answer in bytes of text, and the largest error. The default is below the 12,000 characters at which the strictest known host cuts.
   * @default 10000
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Whether `list_directory` gives its JSON as structured content too, with an output schema.
   * @default true
   */
  readonly structured?: boolean | undefined;
  /**
   * How many listings run at once. The rest wait, and clients take turns.
   * @default 8
   */
  readonly maxRunning?: number | undefined;
}

export interface McpSettings {
  readonly router: ToolRouterOptions & { readonly roots: readonly string[]; readonly maxOutputBytes: number };
  /** Whether the roots were given: those that were not follow the working directory of the client. */
  readonly hasOwnRoots: boolean;
  readonly structured: boolean;
  readonly queue: FairQueue;
  /** Whether what the client says of itself may be believed: a host that started this process, not one on a network. */
  readonly trustsClient: boolean;
}

const TOOL_NAMES: readonly string[] = ["list_dir", "list_directory"];

/** How many calls may wait for their turn, and for how long. */
const MOST_WAITING = 4096;
const LONGEST_WAIT_MS = 30_000;

/** Complete settings. Throws a `TypeError` for a tool that does not exist. */
export function toMcpSettings(options: McpOptions, trustsClient: boolean): McpSettings {
  const { tools = TOOL_NAMES, structured = true, maxRunning = 8, ...router } = options;
  const unknown = tools.find((name) => !TOOL_NAMES.includes(name));
  if (unknown !== undefined || tools.length === 0) {
    throw new TypeError(`tools must be among ${TOOL_NAMES.join(", ")}, not '${unknown ?? ""}'`);
  }
  return {
    router: {
      ...router,
      roots: options.roots ?? [options.workingDirectory ?? process.cwd()],
      maxOutputBytes: options.maxOutputBytes ?? 10_000,
      experimentalSupportedTools: tools,
    },
    hasOwnRoots: options.roots !== undefined,
    structured,
    queue: new FairQueue({ running: maxRunning, waiting: MOST_WAITING, waitMs: LONGEST_WAIT_MS }),
    trustsClient,
  };
}
