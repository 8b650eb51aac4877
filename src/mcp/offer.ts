// What the server offers: its name, its tools, and with `--ui` the tool `show_dir` and the page that hosts show for it (the extension
// `io.modelcontextprotocol/ui`). Hosts without the extension show the text that `list_dir` answers.
import { DIR_PATH, nameRoots } from "../calls/place.ts";
import { defaultRoots } from "../calls/operator-settings.ts";
import { toParameters } from "../tooling/argument.ts";
import { VERSION } from "../tooling/version.ts";
import { PAGE_TOOL_NAME } from "../tools/tool-list.ts";
import type { McpSettings } from "./mcp-settings.ts";
import type { CallContext, Fields } from "./messages.ts";
import { SANDBOX_STATE, ToolCaller } from "./tool-caller.ts";
import { READ_ONLY } from "./tool-definition.ts";

export interface Offer {
  readonly identity: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly capabilities: object;
  readonly tools: readonly OfferedTool[];
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

const WHICH_TOOL = "To see what is there, map the tree (map_dir); to see all of a directory, list it.";
const WHERE = "To find files by words, call find_files.";

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
  return {
    identity: { name: "dirleaf", version: VERSION },
    instructions: writeInstructions(settings, caller),
    capabilities: {
      // Otherwise a client would wait for changes to tools that never change.
      tools: { listChanged: false },
      ...(page !== undefined && { resources: { listChanged: false } }),
      ...(trustsClient && { experimental: { [SANDBOX_STATE]: {} } }),
    },
    tools: page === undefined ? tools : [...tools, pageTool(caller)],
    resources: page === undefined ? [] : [pageResource(page)],
  };
}

/** The server's instructions for a model: what it may list, and with which tool, so that its first call is right. */
function writeInstructions({ router, trustsClient }: McpSettings, caller: ToolCaller): string {
  const roots = router.roots ?? defaultRoots(router) ?? "any";
  // A call from a client that says where it works is confined to that.
  const first = trustsClient && router.roots === undefined ? "the directory you work in, or else " : "";
  const what = `Lists directories, page by page${roots === "any" ? "" : `, in: ${first}${nameRoots(roots)}. Nothing else can be listed`}.`;
  const tools = new Set(caller.tools.map(({ name }) => name));
  const isChoice = tools.has("map_dir") && (tools.has("list_dir") || tools.has("list_directory"));
  return [what, ...(tools.has("find_files") ? [WHERE] : []), ...(isChoice ? [WHICH_TOOL] : [])].join(" ");
}

function pageTool(caller: ToolCaller): OfferedTool {
  const definition = {
    name: PAGE_TOOL_NAME,
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
