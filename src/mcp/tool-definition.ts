// A tool as MCP hosts are told of it. A model pays for these bytes on every turn, so there is nothing in them that no
// host uses.
import { toArgumentsSchema, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import type { ToolSpec } from "../tooling/tool-spec.ts";

/** What `registerTool` of the MCP SDK takes beside the name and the handler. */
export interface ToolDefinition {
  readonly description: string;
  readonly inputSchema: ArgumentsSchema;
  readonly outputSchema?: ArgumentsSchema;
  readonly annotations: ToolAnnotations;
  readonly _meta: Record<string, unknown>;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDefinitionSettings {
  /**
   * The schema of the answers, if they are given as structured content too. Hosts that get both show the model only one of
   * the two, and not the same one, so only a tool whose text is that same JSON may have it.
   */
  readonly outputSchema: object | undefined;
  readonly maxOutputBytes: number;
}

/** Complete, because what is left out counts as dangerous: Codex refuses a tool that does not say that it only reads. */
const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Claude Code puts a longer result into a file unless the tool says how long its results may be. */
const CLAUDE_CODE_CUTS_AT = 50_000;

/** The definition of a tool. */
export function toToolDefinition(
  spec: ToolSpec,
  { outputSchema, maxOutputBytes }: ToolDefinitionSettings,
): ToolDefinition {
  return {
    description: spec.description,
    inputSchema: toArgumentsSchema(spec),
    ...(outputSchema !== undefined && { outputSchema: toArgumentsSchema({ parameters: outputSchema }) }),
    annotations: READ_ONLY,
    _meta: {
      // Claude Code otherwise hides the tools of a server behind a search for tools.
      "anthropic/alwaysLoad": true,
      ...(maxOutputBytes > CLAUDE_CODE_CUTS_AT && {
        "anthropic/maxResultSizeChars": maxOutputBytes,
      }),
    },
  };
}
