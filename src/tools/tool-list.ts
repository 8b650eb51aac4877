// All tools, and the originals of some, which profiles put in their place. To add one, write its file and add a line here: every front end
// offers the tools, in this order.
import type { ToolDeclaration } from "../calls/tool-declaration.ts";
import { codexBreadthTool, codexSortedTool } from "../originals/codex-list-dir.ts";
import { hyperTool } from "../originals/hyper-list-directory.ts";
import { findFilesTool } from "./find-files.ts";
import { listDirTool } from "./list-dir.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { mapDirTool } from "./map-dir.ts";

export const TOOLS: readonly ToolDeclaration[] = [mapDirTool, findFilesTool, listDirTool, listDirectoryTool];

/** The names of our tools, as a type. */
export type ToolName = "map_dir" | "find_files" | "list_dir" | "list_directory";

export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);

/** The originals, by profile. Each has the name of the tool it replaces. */
export const ORIGINALS: Readonly<Record<string, ToolDeclaration>> = {
  "codex-sorted": codexSortedTool,
  "codex-breadth": codexBreadthTool,
  hyper: hyperTool,
};

/** The tool of `dirleaf mcp --ui`. No other front end has it. */
export const PAGE_TOOL_NAME = "show_dir";
