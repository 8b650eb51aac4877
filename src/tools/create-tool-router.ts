// Builds a router from the guard, the requested tools, and their settings.
import {
  ARRAY_OF_STRINGS,
  AT_LEAST_ONE,
  checkOptions,
  OBJECT,
  oneOf,
  type RulesFor,
} from "../listing/check-options.ts";
import { GUARD_RULES, toListingGuard, toOpenGuard, type GuardOptions } from "../listing/listing-guard.ts";
import { MAP_BOUND_RULES } from "../listing/map-dir.ts";
import type { MapBounds } from "../listing/map-dir-settings.ts";
import { PROFILES, type Profile } from "../listing/profile.ts";
import { CallLock } from "../tooling/call-lock.ts";
import type { Tool } from "../tooling/tool.ts";
import { ToolRouter } from "../tooling/tool-router.ts";
import { adoptTools, ARRAY_OF_OBJECTS } from "./extra-tools.ts";
import type { ToolDefaults } from "./tool-declaration.ts";
import { checkDefaults } from "./tool-defaults.ts";
import { TOOL_NAMES, TOOLS } from "./tool-list.ts";

export interface ToolRouterOptions extends GuardOptions, MapBounds {
  /**
   * The names of the tools to offer, among ours. Unknown names are ignored.
   * @default all tools
   */
  readonly experimentalSupportedTools?: readonly string[];
  /**
   * Which revision of `list_dir` to offer. The profiles of the original have only the bounds that are set explicitly.
   * @default "leaf"
   */
  readonly profile?: Profile;
  /**
   * How many entries `list_directory` indexes, in order.
   * @default 1000
   */
  readonly maxIndexed?: number;
  /**
   * Defaults for arguments of `list_dir` and `map_dir` that a call leaves out. The profiles of the original keep their own.
   * @default none: the tool's own defaults
   */
  readonly defaults?: ToolDefaults | undefined;
  /**
   * Tools of others, offered after ours. They see nothing of `roots`, `deny` and the deadline; `maxOutputBytes` bounds their answers.
   * @default none
   */
  readonly extraTools?: readonly Tool[] | undefined;
}

/** Every option must have a rule; the compiler reports one that has none. */
export const ROUTER_RULES: RulesFor<keyof ToolRouterOptions> = {
  ...GUARD_RULES,
  ...MAP_BOUND_RULES,
  experimentalSupportedTools: ARRAY_OF_STRINGS,
  profile: oneOf(PROFILES),
  maxIndexed: AT_LEAST_ONE,
  defaults: OBJECT,
  extraTools: ARRAY_OF_OBJECTS,
};

/**
 * Creates a router for the named tools. Throws a `TypeError` for an invalid option, and a `GlobError` for a deny rule that
 * can't be used.
 */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  return createLockedRouter(options, new CallLock());
}

/** One of several routers that serve the same tools, and so share a lock. */
export function createLockedRouter(options: ToolRouterOptions, lock: CallLock): ToolRouter {
  checkOptions(options, ROUTER_RULES);
  const { profile = "leaf", maxIndexed, defaults = {}, experimentalSupportedTools = TOOL_NAMES } = options;
  const { maxDirectories, maxRequests, maxKeyDirectories, countTokens, extraTools = [] } = options;
  checkDefaults(defaults);
  const guard = toListingGuard(options);
  const mapBounds = { maxDirectories, maxRequests, maxKeyDirectories, countTokens };
  const settings = { profile, guard, openGuard: () => toOpenGuard(options), maxIndexed, mapBounds, defaults };
  const tools = TOOLS.filter(({ name }) => experimentalSupportedTools.includes(name)).map((tool) =>
    tool.create(settings),
  );
  return new ToolRouter([...tools, ...adoptTools(extraTools, guard.maxOutputBytes)], guard.maxOutputBytes, lock);
}
