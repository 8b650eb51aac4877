// `dirleaf schema`: the tools as a model sees them.
import { createToolRouter } from "../tools/create-tool-router.ts";
import type { Profile } from "../tools/tool-declaration.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";

export interface SchemaRequest {
  readonly profiles: readonly Profile[];
  /** The tool whose spec to print; undefined for all. */
  readonly toolName: string | undefined;
}

/** The specs as JSON: one tool's as an object; as an array those that the profiles offer. */
export function renderSchema({ toolName, profiles }: SchemaRequest): string {
  const experimentalSupportedTools = toolName === undefined ? undefined : TOOL_NAMES;
  const specs = createToolRouter({ profile: profiles, experimentalSupportedTools }).specs();
  const shown = toolName === undefined ? specs : specs.find(({ name }) => name === toolName);
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
