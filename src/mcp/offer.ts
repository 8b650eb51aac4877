// What the server offers: its name, its tools, a prompt, and with `--ui` the tool `show_dir` and the page that hosts show for it (the extension
// `io.modelcontextprotocol/ui`). Hosts without the extension show the text that `list_dir` answers.
import { DIR_PATH } from "../opening/place.ts";
import { toParameters } from "../tooling/argument.ts";
import { VERSION } from "../tooling/version.ts";
import { PAGE_TOOL_NAME } from "../tools/tool-list.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { writeInstructions } from "./instructions.ts";
import { mapPrompt, type OfferedPrompt } from "./map-prompt.ts";
import type { CallContext, Fields } from "./messages.ts";
import { SANDBOX_STATE, ToolCaller } from "./tool-caller.ts";
import { READ_ONLY } from "./tool-definition.ts";

export interface Offer {
  readonly identity: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly capabilities: object;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
}

export interface OfferedTool {
  /** As `tools/list` shows it. */
  readonly definition: { readonly name: string };
  call(toolArguments: unknown, context: CallContext): Promise<Fields>;
}

interface OfferedResource {
  /** As `resources/list` shows it. */
  readonly definition: Fields & { readonly uri: string };
  readonly contents: readonly object[];
}

const PAGE_URI = "ui://dirleaf/tree.html";

/** The media type of a page of the extension. */
const PAGE_TYPE = "text/html;profile=mcp-app";

const SHOW_DIR = "Shows a directory to the user as a tree to browse. To read one yourself, call list_dir.";

/** What a server with these settings offers. */
export function makeOffer(settings: McpSettings): Offer {
  const { page, trustsClient } = settings;
  const caller = new ToolCaller(settings);
  const tools = caller.tools.map((definition): OfferedTool => {
    return { definition, call: (toolArguments, context) => caller.call(definition.name, toolArguments, context) };
  });
  const prompts = tools.some(({ definition }) => definition.name === "map_dir") ? [mapPrompt] : [];
  return {
    identity: { name: "dirleaf", version: VERSION },
    instructions: writeInstructions(settings),
    capabilities: {
      // Otherwise a client would wait for changes to tools that never change.
      tools: { listChanged: false },
      ...(prompts.length > 0 && { prompts: { listChanged: false } }),
      ...(page !== undefined && { resources: { listChanged: false } }),
      ...(trustsClient && { experimental: { [SANDBOX_STATE]: {} } }),
    },
    tools: page === undefined ? tools : [...tools, pageTool(caller)],
    prompts,
    resources: page === undefined ? [] : [pageResource(page)],
  };
}

function pageTool(caller: ToolCaller): OfferedTool {
  const definition = {
    name: PAGE_TOOL_NAME,
    title: "Show a directory",
    description: SHOW_DIR,
    inputSchema: toParameters({ dirPath: DIR_PATH }),
    annotations: READ_ONLY,
    _meta: { ui: { resourceUri: PAGE_URI } },
  };
  return { definition, call: (toolArguments, context) => caller.call("list_dir", toolArguments, context) };
}

function pageResource(page: string): OfferedResource {
  return {
    definition: { uri: PAGE_URI, name: "tree", mimeType: PAGE_TYPE },
    // The page loads nothing: the host's strictest policy is right for it.
    contents: [{ uri: PAGE_URI, mimeType: PAGE_TYPE, text: page, _meta: { ui: { prefersBorder: true } } }],
  };
}
