// `dirleaf schema`: the tools as a model sees them.
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";

export interface SchemaRequest extends Required<Pick<ToolRouterOptions, "profile">> {
  /** The tool whose spec to print; undefined for all. */
  readonly toolName: string | undefined;
}

/** The specs as JSON: one tool's as an object, all of them as an array. */
export function renderSchema({ toolName, profile }: SchemaRequest): string {
  const specs = createToolRouter({ profile }).specs();
  const shown = toolName === undefined ? specs : specs.find(({ name }) => name === toolName);
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
