// The commands: their names, what follows each name on the command line, and what each does in a few words.

/** `list` runs if no command is named. */
export const COMMANDS = [
  { name: "list", operands: "[dir…]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "map", operands: "[dir…]", help: "map a whole tree in a budget of tokens" },
  { name: "find", operands: "[words…]", help: "find files by words of their paths, or the newest" },
  { name: "tokens", operands: "[dir…]", help: "show a directory's token cost" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with a model's JSON; - reads it" },
  { name: "schema", operands: "[tool]", help: "print the tools as models see them" },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "web", operands: "[roots…]", help: "show trees in the browser, as a model sees them" },
  { name: "completion", operands: "<shell>", help: "print a completion script: bash, zsh, fish" },
  { name: "help", operands: "[command]", help: "tell more about a command" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["name"];

/** The commands that a user names. */
export function namedCommands(): readonly (typeof COMMANDS)[number][] {
  return COMMANDS.filter(({ name }) => name !== "list");
}

/** The command that a first operand names. */
export function commandNamed(word: string | undefined): CommandName | undefined {
  return namedCommands().find(({ name }) => name === word)?.name;
}
