// The tool `show_dir` and the page that hosts show for it (the extension `io.modelcontextprotocol/ui`). Hosts without it show the
// text: what `list_dir` answers.
import type { McpServer } from "@modelcontextprotocol/server";

import { toArgumentsSchema } from "../tooling/arguments-schema.ts";
import { toParameters } from "../tooling/tool-spec.ts";
import { mapDirTool } from "../tools/map-dir-tool.ts";
import { PAGE_TOOL_NAME } from "../tools/tool-list.ts";
import type { CallContext } from "./call-context.ts";
import type { ToolCaller } from "./tool-caller.ts";
import { READ_ONLY } from "./tool-definition.ts";

const PAGE_URI = "ui://dirleaf/tree.html";

/** What a page of the extension is. */
const PAGE_TYPE = "text/html;profile=mcp-app";

const DESCRIPTION = "Shows a directory to the user as a tree to browse. To read one yourself, call list_dir.";

/** Returns a function that mounts the tool and its page. */
export function pageMount(page: string, caller: ToolCaller): (server: McpServer) => void {
  const { dirPath } = mapDirTool.arguments;
  const definition = {
    description: DESCRIPTION,
    inputSchema: toArgumentsSchema({ parameters: toParameters(dirPath === undefined ? {} : { dirPath }) }),
    annotations: READ_ONLY,
    _meta: { ui: { resourceUri: PAGE_URI } },
  };
  // The page loads nothing: the host's strictest policy is right for it.
  const contents = [{ uri: PAGE_URI, mimeType: PAGE_TYPE, text: page, _meta: { ui: { prefersBorder: true } } }];
  return (server) => {
    server.registerTool(PAGE_TOOL_NAME, definition, (toolArguments: unknown, context: CallContext) =>
      caller.call("list_dir", toolArguments, context),
    );
    server.registerResource("tree", PAGE_URI, { mimeType: PAGE_TYPE }, () => ({ contents }));
  };
}
