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
import { FIND_BOUND_RULES, type FindFilesOptions } from "./find-files.ts";
import { GUARD_RULES, toGuard, toModelGuard, type GuardOptions } from "./guard.ts";
import { MAP_BOUND_RULES, type MapDirOptions } from "./map-dir.ts";
import { describeArgument, fitsArgument, type Argument } from "../tooling/argument.ts";
import { CallQueue } from "../tooling/call-queue.ts";
import type { Tool } from "../tooling/tool.ts";
import { ToolRouter } from "../tooling/tool-router.ts";
import { adoptTools, ARRAY_OF_OBJECTS } from "./extra-tools.ts";
import { PROFILE_RULE, profileOf, toolsOnOffer, toProfiles } from "./profile.ts";
import type { Profile, ToolDefaults } from "./tool-declaration.ts";
import { TOOLS } from "./tool-list.ts";

/** Options of `createToolRouter`, and of every adapter. */
export interface ToolRouterOptions
  extends
    GuardOptions,
    Pick<MapDirOptions, keyof typeof MAP_BOUND_RULES>,
    Pick<FindFilesOptions, keyof typeof FIND_BOUND_RULES> {
  /**
   * The names of the tools to offer, among ours. The profiles `codex-*` ignore names that no tool has.
   * @default all tools, or those that the profiles are for
   */
  readonly experimentalSupportedTools?: readonly string[] | undefined;
  /**
   * Whose answers to give: our own (`leaf`), those of the original `list_dir` (`codex-sorted`, `codex-breadth`) or those of the
   * original `list_directory` (`hyper`). In a list there is at most one for each tool, and `leaf` stands for all other tools. The
   * profiles of the originals have only the bounds that are set explicitly.
   * @default "leaf"
   */
  readonly profile?: Profile | readonly Profile[] | undefined;
  /**
   * How many entries `list_directory` indexes, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
  /**
   * Defaults for arguments that a call leaves out. The profiles of the originals keep their own.
   * @default none: the tool's own defaults
   */
  readonly defaults?: ToolDefaults | undefined;
  /**
   * Your own tools, offered after ours. `roots` and `deny` do not apply to them; `maxOutputBytes` and `deadlineMs` do.
   * @default none
   */
  readonly extraTools?: readonly Tool[] | undefined;
}

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
