// Which tools are on offer: those that were named, or those that the profiles are for.
import { cutWord } from "../tooling/cut-text.ts";
import type { Tool } from "../tooling/tool.ts";
import { toolOf } from "./profile.ts";
import type { Profile } from "./tool-declaration.ts";
import { TOOL_NAMES } from "./tool-list.ts";

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
