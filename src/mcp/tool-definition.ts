// A tool as MCP hosts are told of it. A model pays for these bytes on every turn, so there is nothing in them that no
// host uses.
import { toArgumentsSchema, type ArgumentsSchema } from "../tools/arguments-schema.ts";
import type { ToolSpec } from "../tools/tool-spec.ts";
import { DIRECTORY_PAGE_SCHEMA } from "./directory-page-schema.ts";

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
  /** Whether a tool that answers in JSON gives it as structured content too. */
  readonly structured: boolean;
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
export function toToolDefinition(spec: ToolSpec, settings: ToolDefinitionSettings): ToolDefinition {
  return {
    description: spec.description,
    inputSchema: toArgumentsSchema(spec),
    ...(hasStructuredContent(spec.name, settings) && { outputSchema: toArgumentsSchema(DIRECTORY_PAGE_SCHEMA) }),
    annotations: READ_ONLY,
    _meta: {
      // Claude Code otherwise hides the tools of a server behind a search for tools.
      "anthropic/alwaysLoad": true,
      ...(settings.maxOutputBytes > CLAUDE_CODE_CUTS_AT && {
        "anthropic/maxResultSizeChars": settings.maxOutputBytes,
      }),
    },
  };
}

/**
 * Whether a tool's answer has structured content. Hosts that get both show the model only one of the two, and not the
 * same one, so only a tool whose text is that same JSON may have it.
 */
export function hasStructuredContent(toolName: string, { structured }: { readonly structured: boolean }): boolean {
  return structured && toolName === "list_directory";
}
