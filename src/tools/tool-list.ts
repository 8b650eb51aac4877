// All our tools. To add one, write its file, and add its name and a line here: every front end offers the tools in this order.
import type { ToolDeclaration } from "./tool-declaration.ts";
import { findFilesTool } from "./find-files.ts";
import { listDirTool } from "./list-dir.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { mapDirTool } from "./map-dir.ts";

/** The names of the tools that are on offer where nobody chooses. */
export type DefaultToolName = "map_dir" | "find_files" | "list_dir";

/** The names of our tools, as a type. */
export type ToolName = DefaultToolName | "list_directory";

const BY_NAME: Readonly<Record<ToolName, ToolDeclaration>> = {
  map_dir: mapDirTool,
  find_files: findFilesTool,
  list_dir: listDirTool,
  list_directory: listDirectoryTool,
};

export const TOOLS: readonly ToolDeclaration[] = Object.values(BY_NAME);

export const TOOL_NAMES: readonly string[] = Object.keys(BY_NAME);

export const DEFAULT_TOOL_NAMES: readonly DefaultToolName[] = ["map_dir", "find_files", "list_dir"];

/** The tool of `dirleaf mcp --ui`. No other front end has it. */
export const PAGE_TOOL_NAME = "show_dir";
