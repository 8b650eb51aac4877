// The profiles: whose answers a tool gives, ours or those of an original, and which tools are on offer with them.
import { isArrayOf, type OptionRule } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Tool } from "../tooling/tool.ts";
import type { Profile, ToolDeclaration } from "./tool-declaration.ts";
import { TOOL_NAMES, TOOLS } from "./tool-list.ts";

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth", "hyper"];

export const PROFILE_RULE: OptionRule = {
  expected: expectedProfiles(PROFILES),
  fits: (value) => {
    const names: unknown = typeof value === "string" ? [value] : value;
    return (
      isArrayOf(names, (name) => PROFILES.includes(name as Profile)) &&
      names.length > 0 &&
      new Set(names.map((name) => toolOf(name as Profile))).size === names.length
    );
  },
};

export function expectedProfiles(names: readonly string[] = PROFILES): string {
  return `one of ${names.join(", ")}, or a list of them with at most one for each tool`;
}

/** The profiles that were chosen, as a list. */
export function toProfiles(chosen: Profile | readonly Profile[] = "leaf"): readonly Profile[] {
  return typeof chosen === "string" ? [chosen] : chosen;
}

/** The profile of a tool: ours if no other was chosen for it. */
export function profileOf(tool: Pick<ToolDeclaration, "originals">, profiles: readonly Profile[]): Profile {
  return profiles.find((profile) => tool.originals?.includes(profile)) ?? "leaf";
}

/** The tool that a profile is for. None for `leaf`, which is for all. */
export function toolOf(profile: Profile): string | undefined {
  return TOOLS.find(({ originals }) => originals?.includes(profile))?.name;
}

/**
 * The names of our tools on offer, in the order of the list. Throws a `TypeError` for a name that no tool has. The `codex-*` profiles
 * ignore such a name, as the original did: its lists also name tools that are not here.
 */
export function toolsOnOffer(
  profiles: readonly Profile[],
  named: readonly string[] | undefined,
  extraTools: readonly Pick<Tool, "name">[] = [],
): readonly string[] {
  const byDefault = profiles.includes("leaf") ? TOOL_NAMES : profiles.map(toolOf);
  const chosen = named ?? byDefault;
  const known = [...TOOL_NAMES, ...extraTools.map(({ name }) => name)];
  const unknown = named?.find((name) => !known.includes(name));
  if (unknown !== undefined && !profiles.some((profile) => profile.startsWith("codex-"))) {
    throw new TypeError(`no tool is named '${cutWord(unknown)}'; there are ${known.join(", ")}`);
  }
  return TOOL_NAMES.filter((name) => chosen.includes(name));
}
