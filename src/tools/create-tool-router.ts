// Makes a router from the operator's options: which tools it offers, what they may list, and their limits.
import { refuseUnknownOptions } from "../core/options.ts";
import {
  ARRAY_OF_STRINGS,
  AT_LEAST_ONE,
  checkOption,
  checkOptions,
  OBJECT,
  type RulesFor,
} from "../tooling/check-options.ts";
import { FIND_BOUND_RULES } from "./find-files.ts";
import { GUARD_RULES, toGuard, toModelGuard } from "../calls/operator-settings.ts";
import { MAP_BOUND_RULES } from "./map-dir.ts";
import { describeArgument, fitsArgument, type Argument } from "../tooling/argument.ts";
import { CallQueue } from "../tooling/call-queue.ts";
import { ToolRouter } from "../tooling/tool-router.ts";
import { adoptTools, ARRAY_OF_OBJECTS } from "./extra-tools.ts";
import { PROFILE_RULE, profileOf, toolsOnOffer, toProfiles } from "./profile.ts";
import type { ToolDefaults, ToolRouterOptions } from "./tool-declaration.ts";
import { TOOLS } from "./tool-list.ts";

/** Every option must have a rule; the compiler reports one that has none. */
export const ROUTER_RULES: RulesFor<keyof ToolRouterOptions> = {
  ...GUARD_RULES,
  ...MAP_BOUND_RULES,
  ...FIND_BOUND_RULES,
  experimentalSupportedTools: ARRAY_OF_STRINGS,
  profile: PROFILE_RULE,
  maxIndexed: AT_LEAST_ONE,
  defaults: OBJECT,
  extraTools: ARRAY_OF_OBJECTS,
};

/**
 * Creates a router for the named tools. Throws a `TypeError` for an invalid option, and a `GlobError` for a deny rule that
 * can't be used.
 */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  return createRouterWithQueue(options, new CallQueue());
}

/**
 * Creates a router whose calls wait for their turn in a given queue, which an MCP server shares between several routers.
 * `maxOutputBytes` is the front end's own default.
 */
export function createRouterWithQueue(
  options: ToolRouterOptions,
  queue: CallQueue,
  maxOutputBytes?: number,
): ToolRouter {
  checkOptions(options, ROUTER_RULES);
  const { defaults = {}, extraTools = [] } = options;
  const profiles = toProfiles(options.profile);
  const offered = toolsOnOffer(profiles, options.experimentalSupportedTools, extraTools);
  checkDefaults(defaults);
  const bounded = { ...options, maxOutputBytes: options.maxOutputBytes ?? maxOutputBytes };
  const guard = toModelGuard(bounded);
  const { deadlineMs } = guard;
  const guards = {
    guard,
    explicitGuard: () => toGuard({ ...bounded, deadlineMs }, true),
    operatorGuard: () => toGuard({ ...options, deadlineMs }, true),
  };
  const tools = TOOLS.filter(({ name }) => offered.includes(name)).map((tool) =>
    tool.create({ profile: profileOf(tool, profiles), offered, ...guards, options }),
  );
  return new ToolRouter([...tools, ...adoptTools(extraTools, guard)], guard.maxOutputBytes, queue);
}

/** Throws a `TypeError` for a default that can't be set, or that has an invalid value. */
function checkDefaults(defaults: ToolDefaults): void {
  const declared = TOOLS.flatMap((tool) => Object.entries(tool.arguments));
  const settable = new Map(declared.filter(([, { isSettable }]) => isSettable === true));
  refuseUnknownOptions(defaults, [...settable.keys()], "defaults.");
  for (const [name, value] of Object.entries(defaults)) {
    const argument = settable.get(name) as Argument;
    const isCount = argument.kind === "count";
    checkOption(`defaults.${name}`, value, {
      expected: isCount ? "a whole number from 1" : describeArgument(argument),
      fits: (given) => fitsArgument(given, argument) && !(isCount && given === 0),
    });
  }
}
