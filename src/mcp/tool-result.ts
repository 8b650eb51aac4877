// A tool's answer as an MCP result.
import type { ToolOutput } from "../tooling/tool.ts";

/** The part of `CallToolResult` that our tools use. */
export interface ToolResult {
  // Mutable and open, as the SDK's own type is.
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** The result of a call. With `structured`, the text is JSON and the result also contains it as an object. */
export function toToolResult({ content, success }: ToolOutput, structured: boolean): ToolResult {
  const result: ToolResult = { content: [{ type: "text", text: content }] };
  if (!success) {
    return { ...result, isError: true };
  }
  return structured ? { ...result, structuredContent: JSON.parse(content) as Record<string, unknown> } : result;
}

/**
 * The same result as JSON text. Content that is already JSON is not parsed and serialized again. `end` closes the object, and
 * may add to it.
 */
export function writeToolResult({ content, success }: ToolOutput, structured: boolean, end: string = "}"): string {
  const text = `{"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
  if (!success) {
    return `${text},"isError":true${end}`;
  }
  return structured ? `${text},"structuredContent":${content}${end}` : `${text}${end}`;
}
