// All tools. A new tool is one file beside this one and one line here: every face offers what stands in this list.
import { listDirTool } from "./list-dir-tool.ts";
import { listDirectoryTool } from "./list-directory-tool.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

export const TOOLS: readonly ToolDeclaration[] = [listDirTool, listDirectoryTool];

export const TOOL_NAMES: readonly string[] = TOOLS.map(({ name }) => name);
