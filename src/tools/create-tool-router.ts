// Where things are put together: the file system, the tools, the router. A new tool is one line here.
import { localDisk } from "../backends/local-disk.ts";
import type { FileSystem } from "../core/file-system.ts";
import { listDirTool, type Profile } from "./list-dir-tool.ts";
import { listDirectoryTool } from "./list-directory-tool.ts";
import { ToolRegistry } from "./tool-registry.ts";
import { ToolRouter } from "./tool-router.ts";

export interface ToolRouterOptions {
  /**
   * The names of the tools to offer. Names that are no tool of ours are passed over.
   * @default ["list_dir", "list_directory"]
   */
  readonly experimentalSupportedTools?: readonly string[];
  /**
   * Which revision of `list_dir` is spoken.
   * @default "leaf"
   */
  readonly profile?: Profile;
  /**
   * What is listed.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem;
  /**
   * What relative paths of `list_directory` are taken from.
   * @default process.cwd() at the time of the call
   */
  readonly workingDirectory?: string;
  /**
   * How many entries `list_directory` looks at, in order.
   * @default 1000
   */
  readonly maxIndexed?: number;
}

/** A router over the tools that are named. */
export function createToolRouter(options: ToolRouterOptions = {}): ToolRouter {
  const { profile = "leaf", fileSystem = localDisk(), workingDirectory, maxIndexed } = options;
  const tools = [listDirTool({ profile, fileSystem }), listDirectoryTool({ fileSystem, workingDirectory, maxIndexed })];
  const supported = options.experimentalSupportedTools ?? tools.map(({ name }) => name);
  return new ToolRouter(new ToolRegistry(tools, supported));
}
