// Every command and option of the command line, declared once. Parsing, help, completion and suggestions all use this table.
import { nameOf, type Argument } from "../tooling/argument.ts";
import { FIND_FILES_ARGUMENTS, type FindFilesArguments } from "../listing/find-files-settings.ts";
import { LIST_DIR_ARGUMENTS, type ListDirArguments } from "../listing/list-dir-settings.ts";
import { MAP_DIR_ARGUMENTS, type MapDirArguments } from "../listing/map-dir.ts";
import { PROFILES, toolOf } from "../tools/profile.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";

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
  /** The words that the first operand may be, as far as they are known; directories if undefined. */
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
  readonly default?: string | undefined;
  readonly help: string;
  /** What help and documents say in a command for which this would say too much. */
  readonly shownIn?: Partial<Record<CommandName, Pick<OptionLine, "help" | "choices" | "default">>>;
  readonly commands: readonly CommandName[];
  /** The argument of a tool that the option sets. `no-…` sets the same argument as the option without `no-`. */
  readonly argument?: ArgumentOption;
}

/** An argument of `list_dir`, `map_dir`, `find_files`, or of several, as an option. */
export interface ArgumentOption extends Pick<Argument, "isOriginal"> {
  readonly field: keyof ListArguments | keyof MapArguments | keyof FindArguments;
  /** The value that the option sets, if it is a flag. */
  readonly flag?: boolean;
}

/** The arguments of `list_dir` that are options; the directory is an operand. `listDir` has options of the same names. */
export type ListArguments = Omit<ListDirArguments, "dirPath">;

/** The same of `map_dir`. */
export type MapArguments = Omit<MapDirArguments, "dirPath">;

/** The same of `find_files`. Words are operands. */
export type FindArguments = Omit<FindFilesArguments, "dirPath" | "words">;

export const COMMANDS: readonly CommandLine[] = [
  { name: "list", operands: "[dir…]", help: "list a directory (default: the working directory) as an agent sees it" },
  { name: "map", operands: "[dir…]", help: "map a whole tree in a budget of tokens" },
  { name: "find", operands: "[words…]", help: "find files by words of their paths, or the newest", words: [] },
  { name: "tokens", operands: "[dir…]", help: "tell what a directory costs a model" },
  { name: "call", operands: "<tool> <json|->", help: "run a tool with a model's JSON; - reads it", words: TOOL_NAMES },
  { name: "schema", operands: "[tool]", help: "print the tools as models are told of them", words: TOOL_NAMES },
  { name: "mcp", operands: "[roots…]", help: "serve the tools to MCP hosts" },
  { name: "web", operands: "[roots…]", help: "show trees in the browser, as a model sees them" },
  {
    name: "completion",
    operands: "<shell>",
    help: "print a completion script: bash, zsh, fish",
    words: ["bash", "zsh", "fish"],
  },
  { name: "help", operands: "[command]", help: "tell more about a command" },
];

const LIST: readonly CommandName[] = ["list"];
const FIND: readonly CommandName[] = ["find"];
const LIST_MAP_AND_FIND: readonly CommandName[] = ["list", "map", "find"];
const MCP: readonly CommandName[] = ["mcp"];
const WEB: readonly CommandName[] = ["web"];
const STORE: readonly CommandName[] = ["list", "map", "find", "tokens", "call", "mcp", "web"];
const EVERYWHERE: readonly CommandName[] = COMMANDS.map(({ name }) => name);

/** Made when it is needed: that takes a third of a millisecond, and a plain listing has no options. */
export const allOptions = (): readonly OptionLine[] => [
  // Those that a listing does not have come first: the help of other commands begins with them.
  { ...text("dir", "dir", "the directory to search", FIND), short: "C", default: "." },
  ...argumentOptions(MAP_DIR_ARGUMENTS)
    .filter(({ commands }) => !commands.includes("list"))
    .map((option) => (option.name === "budget" ? forSearches(option) : option)),
  ...argumentOptions(FIND_FILES_ARGUMENTS).filter(({ commands }) => commands.length === 1),
  ...argumentOptions(LIST_DIR_ARGUMENTS).map(adaptOption),
  {
    ...choice("profile", "name", PROFILES, "leaf", "", ["list", "call", "schema", "mcp"]),
    isList: true,
    shownIn: { list: { help: "", choices: PROFILES.filter((name) => (toolOf(name) ?? "list_dir") === "list_dir") } },
  },
  count("max-indexed", "1000", "entries that list_directory knows of", ["call", "mcp"]),
  flag("all", "everything, page by page, as one tree", LIST),
  { ...flag("long", "size, time and link target too", LIST), short: "l" },
  choice("sort", "by", ["name", "size", "time"], "name", "order of each directory, with --long", LIST),
  { ...flag("map", "the same as `dirleaf map`", LIST), short: "m" },
  {
    ...flag("json", "a line of JSON; with --all a line for each entry", ["list", "map", "find", "tokens"]),
    shownIn: { map: { help: "a line of JSON" }, find: { help: "a line of JSON" }, tokens: { help: "a line of JSON" } },
  },
  choice("color", "when", ["auto", "always", "never"], "auto", "colours", LIST_MAP_AND_FIND),
  text("endpoint", "url", "where the store of s3://bucket/prefix is", STORE),
  text("region", "name", "region of the bucket", STORE),
  { ...flag("help", "show help", EVERYWHERE), short: "h" },
  { ...flag("version", "show the version", LIST), short: "V" },
  { ...text("tools", "names", "tools to offer, commas between", MCP), default: "all" },
  { ...text("deny", "glob", "paths that are never listed; may be repeated", [...MCP, ...WEB]), isRepeatable: true },
  flag("no-structured", "list_directory answers in text only", MCP),
  count("max-bytes", "10000", "largest answer in bytes", MCP),
  count("max-running", "8", "listings at once; the rest wait", MCP),
  flag("ui", "show_dir shows users a tree, in hosts that can", MCP),
  flag("no-cache", "read huge directories for every page", MCP),
  flag("http", "listen on HTTP, not on standard input", MCP),
  { ...text("host", "address", "address to listen on", MCP), default: "127.0.0.1" },
  count("port", "3977", "port to listen on; 0 takes any", MCP),
  text("token", "text", "bearer token; all users of the machine can read it", MCP),
  text("token-file", "file", "file that holds the bearer token that clients must send", MCP),
  { ...text("allow-host", "name", "further name to be called by; may be repeated", MCP), isRepeatable: true },
  flag("no-open", "print the address, and open no browser", WEB),
];

/** An option that means something of its own in a command. */
function adaptOption(option: OptionLine): OptionLine {
  switch (option.name) {
    case "depth": {
      // `-L` of a map is not an argument of the tool: the command closes what is deeper.
      const shownIn = { map: { help: "levels to show at most", default: undefined } };
      return { ...option, commands: [...option.commands, "map"], shownIn };
    }
    case "hidden":
      return { ...option, shownIn: { list: { help: "show dot names, which a terminal leaves out" } } };
    default:
      return option;
  }
}

/** The budget of a search is another one. */
function forSearches(option: OptionLine): OptionLine {
  const { forPeople: help, default: byDefault } = FIND_FILES_ARGUMENTS.budget;
  return { ...option, shownIn: { find: { help, default: String(byDefault) } } };
}

function flag(name: string, help: string, commands: readonly CommandName[]): OptionLine {
  return { name, type: "flag", help, commands };
}

function count(name: string, byDefault: string, help: string, commands: readonly CommandName[]): OptionLine {
  return { name, type: "count", value: "n", default: byDefault, help, commands };
}

function text(name: string, value: string, help: string, commands: readonly CommandName[]): OptionLine {
  return { name, type: "text", value, help, commands };
}

function choice(
  name: string,
  value: string,
  choices: readonly string[],
  byDefault: string,
  help: string,
  commands: readonly CommandName[],
): OptionLine {
  return { name, type: "choice", value, choices, default: byDefault, help, commands };
}

/** The words that the first operand of a command may be; none if there are no such words. */
export function wordsOf(command: CommandName): readonly string[] {
  return command === "help" ? EVERYWHERE : (COMMANDS.find(({ name }) => name === command)?.words ?? []);
}

/** The options of a command, with the help that is for it. */
export function optionsOf(command: CommandName): OptionLine[] {
  return allOptions()
    .filter(({ commands }) => commands.includes(command))
    .map(({ short, ...option }) => ({
      ...option,
      // A server's options stand in files of configuration, where letters say nothing.
      ...(short !== undefined && !(command === "mcp" && option.argument !== undefined) && { short }),
      ...option.shownIn?.[command],
    }));
}

/** The options for the arguments of a tool; directory and words are operands. */
function argumentOptions(
  declared: typeof LIST_DIR_ARGUMENTS | typeof MAP_DIR_ARGUMENTS | typeof FIND_FILES_ARGUMENTS,
): OptionLine[] {
  return (Object.entries(declared) as ["dirPath" | "words" | ArgumentOption["field"], Argument][]).flatMap(
    ([field, argument]) => (field === "dirPath" || field === "words" ? [] : toOptions(field, argument)),
  );
}

/** The options for an argument. An argument that several tools have is one option of all their commands. */
function toOptions(field: ArgumentOption["field"], declared: Argument): OptionLine[] {
  const { forPeople: help, placeholder, short, isOriginal, isSettable } = declared;
  const argument = { field, ...(isOriginal && { isOriginal }) };
  const commands: CommandName[] = [
    ...(field in LIST_DIR_ARGUMENTS ? LIST : []),
    ...(field in MAP_DIR_ARGUMENTS ? (["map"] as const) : []),
    ...(field in FIND_FILES_ARGUMENTS ? FIND : []),
    // As options of the server they are the defaults of calls that leave the argument out.
    ...(isSettable === true ? MCP : []),
  ];
  const name = nameOf(field, declared).replaceAll("_", "-");
  const line = { name, ...(short !== undefined && { short }), help, commands };
  const byDefault = declared.default === undefined ? {} : { default: String(declared.default) };
  switch (declared.kind) {
    case "flag": {
      const on: OptionLine = { ...line, type: "flag", argument: { ...argument, flag: true } };
      const { forPeopleOff } = declared;
      return forPeopleOff === undefined
        ? [on]
        : [
            { ...on, default: "yes" },
            { name: `no-${name}`, help: forPeopleOff, commands, type: "flag", argument: { ...argument, flag: false } },
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
