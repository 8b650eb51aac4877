// The names of the tools. Faces need them before there is a router: to check options, to write help.

export const TOOL_NAMES: readonly string[] = ["list_dir", "list_directory"];
