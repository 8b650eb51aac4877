// Every command and every option of the command line, once. Parsing, help, completion and suggestions are made of it.
import { TOOL_NAMES } from "../tools/tool-names.ts";

/** `list` is what runs where no command is named. */
export type CommandName = "list" | "call" | "schema" | "mcp" | "completion" | "help";

export interface CommandLine {
  readonly name: CommandName;
  /** What follows the name. */
  readonly operands: string;
  readonly help: string;
  /** The words that the first operand may be; any where there are none. */
  readonly words?: readonly string[];
}

export interface OptionLine {
  readonly name: string;
  readonly short?: string;
  /** `flag` has no value; `count` is a whole number; `choice` is one of a few words. */
  readonly type: "flag" | "count" | "text" | "choice";
  /** The value in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: true;
  /** What holds where the option is not given. */
  readonly default?: string;
  readonly help: string;
  readonly commands: readonly CommandName[];
  /** Whether the option is one of `list_dir`'s arguments too. The profiles of the original know only numbers. */
  readonly isArgument?: true;
}

export const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

export const COMMANDS: readonly CommandLine[] = [
  { name: "list", operands: "[dir]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with a model's JSON; - reads it", words: TOOL_NAMES },
  { name: "schema", operands: "[tool]", help: "print the tools as models are told of them", words: TOOL_NAMES },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "completion", operands: "<shell>", help: "print a completion script: bash, zsh, fish", words: SHELLS },
  { name: "help", operands: "[command]", help: "tell more about a command" },
];

const EVERYWHERE: readonly CommandName[] = ["list", "call", "schema", "completion", "help"];
const LIST: readonly CommandName[] = ["list"];

/** Read by the server's own parser; here for help and completion. */
const MCP_OPTIONS: readonly OptionLine[] = [
  mcpOption("tools", "names", "tools to offer, commas between (default all)"),
  mcpOption("deny", "glob", "paths that are never listed; may be repeated"),
  mcpOption("no-structured", undefined, "list_directory answers in text only"),
  mcpOption("max-bytes", "n", "largest answer in bytes (default 10000)"),
  mcpOption("max-running", "n", "listings at once (default 8); the rest wait"),
  mcpOption("http", undefined, "listen on HTTP, not on standard input"),
  mcpOption("host", "address", "address to listen on (default 127.0.0.1)"),
  mcpOption("port", "n", "port to listen on (default 3977; 0 for any)"),
  mcpOption("token", "text", "bearer token that clients must send"),
  mcpOption("token-file", "file", "file that holds the bearer token"),
  mcpOption("allow-host", "name", "further name to be called by; may be repeated"),
  mcpOption("address-limit", "n", "connections from one address (default 128)"),
];

export const OPTIONS: readonly OptionLine[] = [
  { name: "depth", type: "count", value: "n", default: "2", help: "levels to list", commands: LIST, isArgument: true },
  {
    name: "limit",
    type: "count",
    value: "n",
    default: "25",
    help: "entries to show at most",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "offset",
    type: "count",
    value: "n",
    default: "1",
    help: "number of the first entry",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "order",
    type: "choice",
    value: "order",
    choices: ["breadth", "tree"],
    default: "breadth",
    help: "by level, or depth first",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "after",
    type: "text",
    value: "path",
    help: "continue behind this entry, as shown; order tree",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "include",
    type: "text",
    value: "glob",
    isRepeatable: true,
    help: "list only what matches; may be repeated",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "exclude",
    type: "text",
    value: "glob",
    isRepeatable: true,
    help: "leave out what matches; may be repeated",
    commands: LIST,
    isArgument: true,
  },
  {
    name: "gitignore",
    type: "choice",
    value: "mode",
    choices: ["off", "collapse", "omit"],
    default: "off",
    help: "what git ignores",
    commands: LIST,
    isArgument: true,
  },
  { name: "hidden", type: "flag", default: "yes", help: "list dot names", commands: LIST, isArgument: true },
  { name: "no-hidden", type: "flag", help: "leave out dot names", commands: LIST, isArgument: true },
  {
    name: "profile",
    type: "choice",
    value: "name",
    choices: ["leaf", "codex-sorted", "codex-breadth"],
    default: "leaf",
    help: "",
    commands: ["list", "call", "schema", "mcp"],
  },
  { name: "all", type: "flag", help: "everything, page by page, as one tree", commands: LIST },
  { name: "long", short: "l", type: "flag", help: "size, time (UTC) and link target too", commands: LIST },
  { name: "json", type: "flag", help: "a line of JSON; with --all a line for each entry", commands: LIST },
  {
    name: "color",
    type: "choice",
    value: "when",
    choices: ["auto", "always", "never"],
    default: "auto",
    help: "colours",
    commands: LIST,
  },
  {
    name: "endpoint",
    type: "text",
    value: "url",
    help: "where the store of s3://bucket/prefix is",
    commands: ["list", "call", "mcp"],
  },
  { name: "region", type: "text", value: "name", help: "region of the bucket", commands: ["list", "call", "mcp"] },
  { name: "help", short: "h", type: "flag", help: "show help", commands: [...EVERYWHERE, "mcp"] },
  { name: "version", short: "V", type: "flag", help: "show the version", commands: LIST },
  ...MCP_OPTIONS,
];

function mcpOption(name: string, value: string | undefined, help: string): OptionLine {
  const commands = ["mcp"] as const;
  return value === undefined ? { name, type: "flag", help, commands } : { name, type: "text", value, help, commands };
}
