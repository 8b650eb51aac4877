// The profiles: whose answers a tool gives, ours or those of an original, and which tools are on offer with them.
import type { ToolDeclaration } from "./tool-declaration.ts";
import { OptionError } from "../core/options.ts";
import { codexBreadthTool, codexSortedTool } from "./codex-list-dir.ts";
import { hyperTool } from "./hyper-list-directory.ts";
import { isArrayOf, type OptionRule } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Tool } from "../tooling/tool.ts";
import { DEFAULT_TOOL_NAMES, TOOL_NAMES, TOOLS } from "./tool-list.ts";

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

/** The options that say which tools are on offer. */
interface ToolChoice {
  readonly profile?: Profile | readonly Profile[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly experimentalSupportedTools?: readonly string[] | undefined;
  readonly extraTools?: readonly Tool[] | undefined;
}

/**
 * The tools on offer, in the order of the list: our own, or the originals that the profiles put in their place. Throws a `TypeError` for a
 * name that no tool has. The `codex-*` profiles ignore such a name, as the original did: its lists also name tools that are not here.
 */
export function chooseTools({
  profile = "leaf",
  experimentalSupportedTools,
  tools: named = experimentalSupportedTools,
  extraTools = [],
}: ToolChoice): readonly ToolDeclaration[] {
  const profiles = [profile].flat();
  const originals = profiles.flatMap((each) => ORIGINALS[each] ?? []);
  const ours = profiles.includes("leaf") ? DEFAULT_TOOL_NAMES : [];
  const chosen = named ?? [...ours, ...originals.map(({ name }) => name)];
  const known = [...TOOL_NAMES, ...extraTools.map(({ name }) => name)];
  const unknown = named?.find((name) => !known.includes(name));
  if (unknown !== undefined && !profiles.some((each) => each.startsWith("codex-"))) {
    throw new OptionError(`no tool is named '${cutWord(unknown)}'; the tools are ${known.join(", ")}`);
  }
  return TOOLS.filter(({ name }) => chosen.includes(name)).map(
    (tool) => originals.find(({ name }) => name === tool.name) ?? tool,
  );
}
