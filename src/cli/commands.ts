// The commands: their names, what follows each of them, and what it does.

/** `list` runs if no command is named. */
export type CommandName =
  | "list"
  | "map"
  | "find"
  | "tokens"
  | "call"
  | "schema"
  | "mcp"
  | "web"
  | "completion"
  | "help";

export interface CommandLine {
  readonly name: CommandName;
  /** What follows the name. */
  readonly operands: string;
  readonly help: string;
}

export const COMMANDS: readonly CommandLine[] = [
  { name: "list", operands: "[dir…]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "map", operands: "[dir…]", help: "map a whole tree in a budget of tokens" },
  { name: "find", operands: "[words…]", help: "find files by words of their paths, or the newest" },
  { name: "tokens", operands: "[dir…]", help: "tell what a directory costs a model" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with a model's JSON; - reads it" },
  { name: "schema", operands: "[tool]", help: "print the tools as models are told of them" },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "web", operands: "[roots…]", help: "show trees in the browser, as a model sees them" },
  { name: "completion", operands: "<shell>", help: "print a completion script: bash, zsh, fish" },
  { name: "help", operands: "[command]", help: "tell more about a command" },
];
