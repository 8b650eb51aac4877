// How the page calls the tools over MCP: through `dirleaf web`, or through the host that shows the page.
import { DATA_ARGUMENT, type PageData } from "../../mcp/page-data.ts";
import type { About } from "../about.ts";

export interface ToolClient {
  /** The roots that can be listed, and the tools. */
  about(): Promise<About>;
  /** Calls a tool. Throws if there is no answer. */
  callTool(tool: string, given: object, signal?: AbortSignal): Promise<CallAnswer>;
}

/** An answer. Beside its text it has what the server adds for the page, if that came through. */
export interface CallAnswer extends Partial<PageData> {
  /** What a model would be shown. */
  readonly content: string;
  readonly success: boolean;
  readonly milliseconds: number;
}

/** An object from a host, which we do not trust: its fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none if it is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Calls a tool with the method `tools/call`, which `ask` sends. */
export async function askTool(
  tool: string,
  given: object,
  ask: (method: string, params: object) => Promise<Fields>,
): Promise<CallAnswer> {
  const since = performance.now();
  const result = await ask("tools/call", { name: tool, arguments: { ...given, [DATA_ARGUMENT]: true } });
  const milliseconds = performance.now() - since;
  const [content = "", json = "{}"] = textsOf(result);
  return { ...parse(json), content, success: result["isError"] !== true, milliseconds };
}

/** The texts of a tool's result. */
export function textsOf(result: unknown): string[] {
  const { content } = fieldsOf(result);
  const texts = Array.isArray(content) ? content.map((part) => fieldsOf(part)["text"]) : [];
  return texts.filter((text) => typeof text === "string");
}

/** What the server adds. Nothing if the host has changed it. */
function parse(json: string): Partial<PageData> {
  try {
    const { directories, ...given } = fieldsOf(JSON.parse(json));
    return typeof directories === "number" ? { ...given, directories } : given;
  } catch {
    return {};
  }
}
