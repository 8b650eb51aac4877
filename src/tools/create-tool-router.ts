// Puts a router together: the guard, the tools that were asked for, and their settings.
import {
  ARRAY_OF_STRINGS,
  AT_LEAST_ONE,
  checkOptions,
  GUARD_RULES,
  OBJECT,
  oneOf,
  type RulesFor,
} from "../listing/check-options.ts";
import { toListingGuard, toOpenGuard, type GuardOptions } from "../listing/listing-guard.ts";
import { PROFILES, type Profile } from "../listing/profile.ts";
import { ToolRouter } from "../tooling/tool-router.ts";
import type { ToolDefaults } from "./tool-declaration.ts";
import { checkDefaults } from "./tool-defaults.ts";
import { TOOL_NAMES, TOOLS } from "./tool-list.ts";

export interface ToolRouterOptions extends GuardOptions {
  /**
   * The names of the tools to offer. Names that are no tool of ours are passed over.
   * @default all tools
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
  /**
   * What `list_dir` takes for arguments that a call leaves out. The profiles of the original keep their own defaults.
   * @default none: those of the tool
   */
  readonly defaults?: ToolDefaults | undefined;
}

/** Every option must have a rule: the compiler finds one that has none. */
export const ROUTER_RULES: RulesFor<keyof ToolRouterOptions> = {
  ...GUARD_RULES,
  experimentalSupportedTools: ARRAY_OF_STRINGS,
  profile: oneOf(PROFILES),
  maxIndexed: AT_LEAST_ONE,
  defaults: OBJECT,
};

/**
 * A router over the tools that are named. Throws a `TypeError` for an option that is not what it must be, and a `GlobError`
 * for a deny rule that can't be used.
 */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  checkOptions(options, ROUTER_RULES);
  const { profile = "leaf", maxIndexed, defaults = {}, experimentalSupportedTools = TOOL_NAMES } = options;
  checkDefaults(defaults);
  const guard = toListingGuard(options);
  const settings = { profile, guard, openGuard: () => toOpenGuard(options), maxIndexed, defaults };
  const tools = TOOLS.filter(({ name }) => experimentalSupportedTools.includes(name)).map((tool) =>
    tool.create(settings),
  );
  return new ToolRouter(tools, guard.maxOutputBytes);
}
