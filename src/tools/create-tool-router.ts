// Where things are put together: the guard, the tools, the router. A new tool is one line here.
import { checkOptions, oneOf, ROUTER_RULES } from "./check-options.ts";
import { listDirTool, PROFILES, type Profile } from "./list-dir-tool.ts";
import { listDirectoryTool } from "./list-directory-tool.ts";
import { toListingGuard, toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { ToolRegistry } from "./tool-registry.ts";
import { ToolRouter } from "./tool-router.ts";

export interface ToolRouterOptions extends GuardOptions {
  /**
   * The names of the tools to offer. Names that are no tool of ours are passed over.
   * @default ["list_dir", "list_directory"]
   */
  readonly experimentalSupportedTools?: readonly string[];
  /**
   * Which revision of `list_dir` is spoken. The profiles of the original are bounded only by what is set explicitly.
   * @default "leaf"
   */
  readonly profile?: Profile;
  /**
   * How many entries `list_directory` looks at, in order.
   * @default 1000
   */
  readonly maxIndexed?: number;
}

/**
 * A router over the tools that are named. Throws a `TypeError` for an option that is not what it must be, and a `GlobError`
 * for a deny rule that can't be used.
 */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  checkOptions(options, { ...ROUTER_RULES, profile: oneOf(PROFILES) });
  const { profile = "leaf", maxIndexed } = options;
  const guard = toListingGuard(options);
  const tools = [
    listDirTool({ profile, guard: profile === "leaf" ? guard : toOpenGuard(options) }),
    listDirectoryTool({ guard, maxIndexed }),
  ];
  const supported = options.experimentalSupportedTools ?? tools.map(({ name }) => name);
  return new ToolRouter(new ToolRegistry(tools, supported), guard.maxOutputBytes);
}
