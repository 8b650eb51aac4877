// The profiles: whose answers a tool gives, ours or those of an original, and which tools are on offer with them.
import type { ToolDeclaration } from "../calls/tool-declaration.ts";
import { codexBreadthTool, codexSortedTool } from "../originals/codex-list-dir.ts";
import { hyperTool } from "../originals/hyper-list-directory.ts";
import { isArrayOf, OptionError, type OptionRule } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Tool } from "../tooling/tool.ts";
import { TOOL_NAMES, TOOLS } from "./tool-list.ts";

/** Whose answers to give: our own, those of Codex's `list_dir` at one of two revisions, or those of Hyper's `list_directory`. */
export type Profile = "leaf" | "codex-sorted" | "codex-breadth" | "hyper";

/** The originals, by profile. Each has the name of the tool that it replaces. */
export const ORIGINALS: Readonly<Record<Profile, ToolDeclaration | undefined>> = {
  leaf: undefined,
  "codex-sorted": codexSortedTool,
  "codex-breadth": codexBreadthTool,
  hyper: hyperTool,
};

export const PROFILES: readonly Profile[] = Object.keys(ORIGINALS) as Profile[];

export const PROFILE_RULE: OptionRule = {
  expected: `one of ${PROFILES.join(", ")}, or a list of them with at most one for each tool`,
  fits: (value) => {
    const names: unknown = typeof value === "string" ? [value] : value;
    return (
      isArrayOf(names, (name) => PROFILES.includes(name as Profile)) &&
      names.length > 0 &&
      new Set(names.map((name) => ORIGINALS[name as Profile]?.name)).size === names.length
    );
  },
};

/**
 * The tools on offer, in the order of the list: our own, or the originals that the profiles put in their place. Throws a `TypeError` for a
 * name that no tool has. The `codex-*` profiles ignore such a name, as the original did: its lists also name tools that are not here.
 */
export function chooseTools(
  chosenProfiles: Profile | readonly Profile[] = "leaf",
  named?: readonly string[],
  extraTools: readonly Tool[] = [],
): readonly ToolDeclaration[] {
  const profiles = [chosenProfiles].flat();
  const originals = profiles.flatMap((profile) => ORIGINALS[profile] ?? []);
  const byDefault = profiles.includes("leaf") ? TOOL_NAMES : originals.map(({ name }) => name);
  const chosen = named ?? byDefault;
  const known = [...TOOL_NAMES, ...extraTools.map(({ name }) => name)];
  const unknown = named?.find((name) => !known.includes(name));
  if (unknown !== undefined && !profiles.some((profile) => profile.startsWith("codex-"))) {
    throw new OptionError(`no tool is named '${cutWord(unknown)}'; the tools are ${known.join(", ")}`);
  }
  return TOOLS.filter(({ name }) => chosen.includes(name)).map(
    (tool) => originals.find(({ name }) => name === tool.name) ?? tool,
  );
}
