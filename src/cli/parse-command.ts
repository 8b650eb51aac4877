// The commands, and a parsed command line: the command, its operands and its options. What these mean, each command checks itself.
import type { Profile } from "../tools/tool-declaration.ts";
import type { FindArguments, ListArguments, MapArguments } from "./option-table.ts";

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

export interface Command {
  readonly name: CommandName;
  /** What follows the name. */
  readonly operands: string;
  readonly help: string;
}

export const COMMANDS: readonly Command[] = [
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

export interface TypedCommand {
  readonly name: CommandName;
  /** The words after `dirleaf`. */
  readonly argv: readonly string[];
  readonly operands: readonly Operand[];
  readonly options: TypedOptions;
}

/** A word that is not an option, and its index in the command line. */
export interface Operand {
  readonly value: string;
  readonly index: number;
}

export class TypedOptions {
  /** The values of each option that was given, in their order. A flag has none. */
  readonly values: Map<string, string[]> = new Map();
  /** How the user wrote each of them: `-I` for `exclude`. */
  readonly spellings: Map<string, string> = new Map();
  /** The arguments of the command's tool that they set. */
  readonly toolArguments: ListArguments & MapArguments & FindArguments = {};
  /** The first option, as it was written, that the profiles of the originals don't have. */
  leafOnly: string | undefined;

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The value of an option: the last one, if it was given several times. */
  last(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  count(name: string): number | undefined {
    const value = this.last(name);
    return value === undefined ? undefined : Number(value);
  }

  /** An option as the user wrote it. */
  spelling(name: string): string {
    return this.spellings.get(name) ?? `--${name}`;
  }

  get profiles(): readonly Profile[] {
    return splitList(this.last("profile") ?? "leaf") as Profile[];
  }
}

/** The words of a value that is a list. */
export function splitList(value: string): string[] {
  return value.split(",").map((word) => word.trim());
}

/** Returns the command, or throws a `UsageError`. */
export async function parseCommand(argv: readonly string[]): Promise<TypedCommand> {
  if (argv.some((word) => word.startsWith("-"))) {
    // Loaded on demand: a plain listing needs neither Node's parser nor the table of options.
    return (await import("./parse-options.ts")).parseOptions(argv);
  }
  const operands = argv.map((value, index) => ({ value, index }));
  const name = commandNamed(argv[0]) ?? "list";
  return { name, argv, operands: name === "list" ? operands : operands.slice(1), options: new TypedOptions() };
}

/** The command that a first operand names. */
export function commandNamed(word: string | undefined): CommandName | undefined {
  return COMMANDS.find(({ name }) => name === word && name !== "list")?.name;
}
