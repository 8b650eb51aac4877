// All tools. To add one, write a file next to this one and add a line here: every front end offers these tools, in this order.
import { findFilesTool } from "./find-files.ts";
import { listDirTool } from "./list-dir.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { mapDirTool } from "./map-dir.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

export const TOOLS: readonly ToolDeclaration[] = [mapDirTool, findFilesTool, listDirTool, listDirectoryTool];

export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);

/** The tool of `dirleaf mcp --ui`. No other front end has it. */
export const PAGE_TOOL_NAME = "show_dir";
