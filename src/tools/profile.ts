// The profiles: whether a tool gives our own answers (`leaf`) or those of an original.
import { isArrayOf, type OptionRule } from "../listing/check-options.ts";
import type { Profile, ToolDeclaration } from "./tool-declaration.ts";
import { TOOLS } from "./tool-list.ts";

export const PROFILES: readonly Profile[] = ["leaf", "codex-sorted", "codex-breadth", "hyper"];

export const PROFILE_RULE: OptionRule = {
  expected: `one of ${PROFILES.join(", ")}, or a list of them with at most one for each tool`,
  fits: (value) => {
    const names: unknown = typeof value === "string" ? [value] : value;
    return (
      isArrayOf(names, (name) => PROFILES.includes(name as Profile)) &&
      names.length > 0 &&
      new Set(names.map((name) => toolOf(name as Profile))).size === names.length
    );
  },
};

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
