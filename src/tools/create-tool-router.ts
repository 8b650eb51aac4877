// Makes a router from the operator's options: which tools it offers, what they may list, and their limits.
import {
  OPERATOR_RULES,
  type CompleteLimits,
  type OperatorOptions,
  type ToolDefaults,
} from "../operator/operator-options.ts";
import { MODEL_LIMITS, ORIGINAL_LIMITS, toToolSettings, type AccessPolicies } from "../operator/operator-settings.ts";
import { checkRoots } from "../operator/check-roots.ts";
import { checkOptionNames } from "../core/options.ts";
import { describeArgument, fitsArgument, type Argument } from "../tooling/argument.ts";
import { CallQueue, ToolRouter } from "../tooling/tool-router.ts";
import { ARRAY_OF_STRINGS, checkOption, checkOptions, type RulesFor } from "../tooling/check-options.ts";
import type { Tool } from "../tooling/tool.ts";
import { adoptTools, ARRAY_OF_OBJECTS } from "./extra-tools.ts";
import { chooseTools, PROFILE_RULE, type Profile } from "./profile.ts";
import { TOOLS } from "./tool-list.ts";

/** Options of `createToolRouter`, and of every adapter. */
export interface ToolRouterOptions extends OperatorOptions {
  /**
   * Whose answers to give: our own (`leaf`), those of the original `list_dir` (`codex-sorted`, `codex-breadth`) or those of the
   * original `list_directory` (`hyper`). In a list there is at most one for each tool, and `leaf` stands for all other tools. The
   * profiles of the originals have only the bounds that are set explicitly.
   * @default "leaf"
   */
  readonly profile?: Profile | readonly Profile[] | undefined;
  /**
   * Your own tools, offered after ours. `roots` and `deny` do not apply to them; `maxOutputBytes` and `deadlineMs` do.
   * @default none
   */
  readonly extraTools?: readonly Tool[] | undefined;
  /**
   * The names of the tools to offer, among ours. The profiles `codex-*` ignore names that no tool has.
   * @default `map_dir`, `find_files` and `list_dir`, or the tools that the profiles are for
   */
  readonly tools?: readonly string[] | undefined;
  /**
   * What the original `list_dir` calls `tools`. It counts where `tools` is not given.
   * @default none
   */
  readonly experimentalSupportedTools?: readonly string[] | undefined;
}

export const ROUTER_RULES: RulesFor<keyof ToolRouterOptions> = {
  ...OPERATOR_RULES,
  profile: PROFILE_RULE,
  extraTools: ARRAY_OF_OBJECTS,
  tools: ARRAY_OF_STRINGS,
  experimentalSupportedTools: ARRAY_OF_STRINGS,
};

/**
 * Creates the tool definitions and the function that answers calls. Throws a `TypeError` for an invalid option or a root that does not
 * exist, and a `GlobError` for an invalid deny rule.
 */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  checkOptions(options, ROUTER_RULES);
  checkRoots(options);
  return createRouterWithQueue(options, new CallQueue());
}

/**
 * Creates a router of options that have been checked. Its calls wait for their turn in a queue, which an MCP server shares between several
 * routers. `limits`: those of our own tools, where the operator sets none. `policies`: those that it shares with other routers.
 */
export function createRouterWithQueue(
  options: ToolRouterOptions,
  queue: CallQueue,
  limits: CompleteLimits = MODEL_LIMITS,
  policies?: AccessPolicies,
): ToolRouter {
  const { defaults = {}, extraTools = [] } = options;
  checkDefaults(defaults);
  const settings = toToolSettings(options, limits, policies);
  const tools = chooseTools(options).map((tool) =>
    tool.create(TOOLS.includes(tool) ? settings : toToolSettings(options, ORIGINAL_LIMITS, policies), defaults),
  );
  return new ToolRouter([...tools, ...adoptTools(extraTools, settings)], settings.maxOutputBytes, queue);
}

/** Throws a `TypeError` for a default that can't be set, or that has an invalid value. */
function checkDefaults(defaults: ToolDefaults): void {
  const declared = TOOLS.flatMap((tool) => Object.entries(tool.arguments));
  const settable = new Map(declared.filter(([, { isSettable }]) => isSettable === true));
  checkOptionNames(defaults, [...settable.keys()], "defaults.");
  for (const [name, value] of Object.entries(defaults)) {
    const argument = settable.get(name) as Argument;
    const isCount = argument.kind === "count";
    checkOption(`defaults.${name}`, value, {
      expected: isCount ? "a whole number from 1" : describeArgument(argument),
      fits: (set) => fitsArgument(set, argument) && !(isCount && set === 0),
    });
  }
}
