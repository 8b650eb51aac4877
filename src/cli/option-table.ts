// Every command and option of the command line, declared once. Parsing, help, completion and suggestions all use this table.
import type { Argument } from "../tooling/argument.ts";
import { LIST_DIR_ARGUMENTS, type ListDirArguments } from "../listing/list-dir-settings.ts";
import { MAP_DIR_ARGUMENTS, type MapDirArguments } from "../tools/map-dir-tool.ts";
import { PROFILES } from "../tools/profile.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";

/** `list` runs if no command is named. */
export type CommandName = "list" | "map" | "tokens" | "call" | "schema" | "mcp" | "web" | "completion" | "help";

export interface CommandLine {
  readonly name: CommandName;
  /** What follows the name. */
  readonly operands: string;
  readonly help: string;
  /** The words that the first operand may be; any if undefined. */
  readonly words?: readonly string[];
}

export interface OptionLine {
  readonly name: string;
  /** Letters that each stand for the option. Only a flag can have several. */
  readonly short?: string;
  /** `flag` has no value; `count` is a whole number; `choice` is one of a few words. */
  readonly type: "flag" | "count" | "text" | "choice";
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: true;
  /** Whether the value is several of the choices, with commas between them. */
  readonly isList?: true;
  /** The value if the option is not given. */
  readonly default?: string;
  readonly help: string;
  /** What it does in a command where `help` would say too much. */
  readonly helpIn?: Partial<Record<CommandName, string>>;
  readonly commands: readonly CommandName[];
  /** The argument of a tool that the option sets. `no-…` sets the same argument as the option without `no-`. */
  readonly argument?: ArgumentOption;
}

/** An argument of `list_dir`, of `map_dir`, or of both, as an option. */
export interface ArgumentOption extends Pick<Argument, "isOriginal"> {
  readonly field: keyof ListArguments | keyof MapArguments;
  /** The value that the option sets, if it is a flag. */
  readonly flag?: boolean;
}

/** The arguments of `list_dir` that are options; the directory is an operand. `listDir` has options of the same names. */
export type ListArguments = Omit<ListDirArguments, "dirPath">;

/** The same of `map_dir`. */
export type MapArguments = Omit<MapDirArguments, "dirPath">;

export const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

export const COMMANDS: readonly CommandLine[] = [
  { name: "list", operands: "[dir…]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "map", operands: "[dir]", help: "map a whole tree in a budget of tokens" },
  { name: "tokens", operands: "[dir]", help: "tell what a directory costs a model" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with a model's JSON; - reads it", words: TOOL_NAMES },
  { name: "schema", operands: "[tool]", help: "print the tools as models are told of them", words: TOOL_NAMES },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "web", operands: "[roots…]", help: "show trees in the browser, as a model sees them" },
  { name: "completion", operands: "<shell>", help: "print a completion script: bash, zsh, fish", words: SHELLS },
  { name: "help", operands: "[command]", help: "tell more about a command" },
];

const EVERYWHERE: readonly CommandName[] = ["list", "map", "tokens", "call", "schema", "completion", "help"];
const LIST: readonly CommandName[] = ["list"];
const LIST_AND_MAP: readonly CommandName[] = ["list", "map"];
const MCP: readonly CommandName[] = ["mcp"];
const WEB: readonly CommandName[] = ["web"];
const STORE: readonly CommandName[] = ["list", "map", "tokens", "call", "mcp", "web"];

const MCP_OPTIONS: readonly OptionLine[] = [
  {
    name: "tools",
    type: "text",
    value: "names",
    default: "all",
    help: "tools to offer, commas between",
    commands: MCP,
  },
  {
    name: "deny",
    type: "text",
    value: "glob",
    isRepeatable: true,
    help: "paths that are never listed; may be repeated",
    commands: [...MCP, ...WEB],
  },
  { name: "no-structured", type: "flag", help: "list_directory answers in text only", commands: MCP },
  { name: "max-bytes", type: "count", value: "n", default: "10000", help: "largest answer in bytes", commands: MCP },
  {
    name: "max-running",
    type: "count",
    value: "n",
    default: "8",
    help: "listings at once; the rest wait",
    commands: MCP,
  },
  { name: "ui", type: "flag", help: "show_dir shows users a tree, in hosts that can", commands: MCP },
  { name: "no-cache", type: "flag", help: "read huge directories for every page", commands: MCP },
  { name: "http", type: "flag", help: "listen on HTTP, not on standard input", commands: MCP },
  { name: "host", type: "text", value: "address", default: "127.0.0.1", help: "address to listen on", commands: MCP },
  { name: "port", type: "count", value: "n", default: "3977", help: "port to listen on; 0 takes any", commands: MCP },
  {
    name: "token",
    type: "text",
    value: "text",
    help: "bearer token; all users of the machine can read it",
    commands: MCP,
  },
  {
    name: "token-file",
    type: "text",
    value: "file",
    help: "file that holds the bearer token that clients must send",
    commands: MCP,
  },
  {
    name: "allow-host",
    type: "text",
    value: "name",
    isRepeatable: true,
    help: "further name to be called by; may be repeated",
    commands: MCP,
  },
  {
    name: "address-limit",
    type: "count",
    value: "n",
    default: "128",
    help: "connections from one address",
    commands: MCP,
  },
];

export const OPTIONS: readonly OptionLine[] = [
  // Those of a map alone come first: `dirleaf map --help` begins with them, and nothing else shows them.
  ...argumentOptions(MAP_DIR_ARGUMENTS).filter(({ commands }) => !commands.includes("list")),
  ...argumentOptions(LIST_DIR_ARGUMENTS),
  {
    name: "profile",
    type: "choice",
    value: "name",
    choices: PROFILES,
    isList: true,
    default: "leaf",
    help: "",
    commands: ["list", "call", "schema", "mcp"],
  },
  {
    name: "max-indexed",
    type: "count",
    value: "n",
    default: "1000",
    help: "entries that list_directory knows of",
    commands: ["call", "mcp"],
  },
  { name: "all", type: "flag", help: "everything, page by page, as one tree", commands: LIST },
  { name: "long", short: "l", type: "flag", help: "size, time and link target too", commands: LIST },
  {
    name: "sort",
    type: "choice",
    value: "by",
    choices: ["name", "size", "time"],
    default: "name",
    help: "order of each directory of the page, with --long",
    commands: LIST,
  },
  { name: "map", short: "m", type: "flag", help: "the same as `dirleaf map`", commands: LIST },
  {
    name: "json",
    type: "flag",
    help: "a line of JSON; with --all a line for each entry",
    helpIn: { map: "a line of JSON" },
    commands: LIST_AND_MAP,
  },
  {
    name: "color",
    type: "choice",
    value: "when",
    choices: ["auto", "always", "never"],
    default: "auto",
    help: "colours",
    commands: LIST_AND_MAP,
  },
  {
    name: "endpoint",
    type: "text",
    value: "url",
    help: "where the store of s3://bucket/prefix is",
    commands: STORE,
  },
  { name: "region", type: "text", value: "name", help: "region of the bucket", commands: STORE },
  { name: "help", short: "h", type: "flag", help: "show help", commands: [...EVERYWHERE, "mcp", "web"] },
  { name: "version", short: "V", type: "flag", help: "show the version", commands: LIST },
  ...MCP_OPTIONS,
  { name: "no-open", type: "flag", help: "print the address, and open no browser", commands: WEB },
];

/** The options of a command, with the help that is for it. */
export function optionsOf(command: CommandName): OptionLine[] {
  return OPTIONS.filter(({ commands }) => commands.includes(command)).map(({ short, ...option }) => ({
    ...option,
    // A server's options stand in files of configuration, where letters say nothing.
    ...(short !== undefined && !(command === "mcp" && option.argument !== undefined) && { short }),
    help: option.helpIn?.[command] ?? option.help,
  }));
}

/** The options for the arguments of a tool; the directory is an operand. */
function argumentOptions(declared: typeof LIST_DIR_ARGUMENTS | typeof MAP_DIR_ARGUMENTS): OptionLine[] {
  return (Object.entries(declared) as ["dirPath" | ArgumentOption["field"], Argument][]).flatMap(([field, argument]) =>
    field === "dirPath" ? [] : toOptions(field, argument),
  );
}

/** The options for an argument. An argument that both tools have is one option of both commands. */
function toOptions(field: ArgumentOption["field"], declared: Argument): OptionLine[] {
  const { forPeople: help, placeholder, short, isOriginal, isSettable } = declared;
  const argument = { field, ...(isOriginal && { isOriginal }) };
  const commands: CommandName[] = [
    ...(field in LIST_DIR_ARGUMENTS ? LIST : []),
    ...(field in MAP_DIR_ARGUMENTS ? (["map"] as const) : []),
    // As options of the server they are the defaults of calls that leave the argument out.
    ...(isSettable === true ? MCP : []),
  ];
  const line = { name: field, ...(short !== undefined && { short }), help, commands };
  const byDefault = declared.default === undefined ? {} : { default: String(declared.default) };
  switch (declared.kind) {
    case "flag": {
      const on: OptionLine = { ...line, type: "flag", argument: { ...argument, flag: true } };
      const { forPeopleOff } = declared;
      return forPeopleOff === undefined
        ? [on]
        : [
            { ...on, default: "yes" },
            { name: `no-${field}`, help: forPeopleOff, commands, type: "flag", argument: { ...argument, flag: false } },
          ];
    }
    case "choice":
      return [
        { ...line, ...byDefault, type: "choice", value: placeholder ?? field, choices: declared.choices, argument },
      ];
    case "count":
    case "integer":
      return [{ ...line, ...byDefault, type: "count", value: placeholder ?? "n", argument }];
    case "text":
      return [{ ...line, ...byDefault, type: "text", value: placeholder ?? "text", argument }];
    case "texts":
      return [{ ...line, type: "text", value: placeholder ?? "text", isRepeatable: true, argument }];
  }
}
