// The commands, and a parsed command line: the command, its operands and its options. Each command checks what they mean.
import { suggest } from "../core/suggest.ts";
import type { FindFilesArguments } from "../tools/find-files.ts";
import type { ListDirArguments } from "../tools/list-dir.ts";
import type { MapDirArguments } from "../tools/map-dir.ts";
import type { Profile } from "../tools/profile.ts";

/** `list` runs if no command is named. */
export const COMMANDS = [
  { name: "list", operands: "[dir…]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "map", operands: "[dir…]", help: "map a whole tree within a token budget" },
  { name: "find", operands: "[words…]", help: "find files by words in their paths, or the newest" },
  { name: "tokens", operands: "[dir…]", help: "show a directory's token cost" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with JSON arguments; - reads standard input" },
  { name: "schema", operands: "[tool]", help: "print the tools as models see them" },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "setup", operands: "[host]", help: "print how to install the tools in a host" },
  { name: "web", operands: "[roots…]", help: "show trees in the browser, as a model sees them" },
  { name: "completion", operands: "<shell>", help: "print a completion script: bash, zsh, fish" },
  { name: "help", operands: "[command]", help: "show help for a command" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["name"];

/** The commands that have to be named. */
export function namedCommands(): readonly (typeof COMMANDS)[number][] {
  return COMMANDS.filter(({ name }) => name !== "list");
}

/** The command with this name, if there is one. */
export function commandNamed(word: string | undefined): CommandName | undefined {
  return namedCommands().find(({ name }) => name === word)?.name;
}

/** Names that other programs have for what `dirleaf` does. */
const OTHER_NAMES = [
  ["ls", "dirleaf -L 1"],
  ["list", "dirleaf"],
  ["tree", "dirleaf --all"],
  ["search", "dirleaf find"],
] as const;

/** What a user probably meant by a command that does not exist. */
export function likelyCommand(word: string): string | undefined {
  const commands = namedCommands().map(({ name }) => name);
  const nearest = suggest(word, commands);
  return OTHER_NAMES.find(([name]) => name === word)?.[1] ?? (nearest && `dirleaf ${nearest}`);
}

export interface CommandLine {
  readonly name: CommandName;
  /** The words that are not options. */
  readonly operands: readonly string[];
  readonly options: TypedOptions;
}

/** Arguments of tools that options set. Directories and the words of a search are operands. */
export type ToolArguments = Partial<ListDirArguments & MapDirArguments & FindFilesArguments>;

/** The options that the user typed. */
export class TypedOptions {
  /** The values of each option, in their order. A flag has none. */
  readonly values: Map<string, string[]> = new Map();
  readonly toolArguments: ToolArguments = {};

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

  /** The words of an option whose value is a list. */
  list(name: string): readonly string[] | undefined {
    const value = this.last(name);
    return value === undefined ? undefined : splitList(value);
  }

  /** The profiles, already checked. */
  get profile(): readonly Profile[] | undefined {
    return this.list("profile") as readonly Profile[] | undefined;
  }
}

export function splitList(value: string): string[] {
  return value.split(",").map((word) => word.trim());
}
