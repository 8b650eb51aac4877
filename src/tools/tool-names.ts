// The names of the tools, for checking options and for the help: these need them before there is a router.

export const TOOL_NAMES: readonly string[] = ["list_dir", "list_directory"];
