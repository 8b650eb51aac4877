// A tool as MCP hosts see it. A model pays for these bytes on every turn, so there is nothing in them that no host uses.
import { toArgumentsSchema, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import type { ToolSpec } from "../tooling/tool.ts";
import { TOOL_NAMES, type ToolName } from "../tools/tool-list.ts";

type Annotations = Readonly<Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean>>;

/** A tool as `tools/list` shows it. `Schema`: JSON Schema, or for the MCP SDK, schemas that it could check values by. */
export interface ToolDefinition<Schema = object> {
  readonly name: string;
  /** What hosts show to people in place of the name. */
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations?: Annotations;
  readonly _meta: Record<string, unknown>;
  readonly outputSchema?: Schema | undefined;
}

const TITLES: Readonly<Record<ToolName, string>> = {
  map_dir: "Map a directory tree",
  find_files: "Find files by name",
  list_dir: "List a directory",
  list_directory: "List a directory as JSON",
};

/** Complete, because a missing hint counts as dangerous: Codex refuses a tool that does not say that it only reads. */
export const READ_ONLY: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Claude Code moves a longer result to a file unless the tool says how long its results may be. */
const CLAUDE_CODE_CUTS_AT = 50_000;

/**
 * A tool as our own server lists it. `outputSchema`: that of its answers, if they are also sent as structured content. Hosts that get
 * both text and JSON show the model only one of them, and hosts differ in which, so only a tool whose text is that same JSON may have it.
 */
export function describeTool(
  { name, description, parameters }: ToolSpec,
  outputSchema: object | undefined,
  maxOutputBytes: number = 0,
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: parameters,
    // We don't know what the tools in `extraTools` do.
    ...(TOOL_NAMES.includes(name) && { title: TITLES[name as ToolName], annotations: READ_ONLY }),
    _meta: {
      // Otherwise Claude Code hides a server's tools behind a tool search.
      "anthropic/alwaysLoad": true,
      ...(maxOutputBytes > CLAUDE_CODE_CUTS_AT && { "anthropic/maxResultSizeChars": maxOutputBytes }),
    },
    ...(outputSchema !== undefined && { outputSchema }),
  };
}

/** The same tool for the SDK's `registerTool`. */
export function forSdk(tool: ToolDefinition): ToolDefinition<ArgumentsSchema> {
  const inputSchema = toArgumentsSchema(tool.inputSchema);
  const outputSchema = tool.outputSchema && toArgumentsSchema(tool.outputSchema);
  return { ...tool, inputSchema, outputSchema };
}
