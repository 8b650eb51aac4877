// Parses the command line's words into a command. Looks only at the words; the tools check what they ask for.
import { AT_LEAST_ONE } from "../tooling/check-options.ts";
import { isEndpoint, type StoreAddress } from "../listing/open-stores.ts";
import { listDirTool } from "../tools/list-dir-tool.ts";
import { profileOf } from "../tools/profile.ts";
import type { Profile } from "../tools/tool-declaration.ts";
import {
  COMMANDS,
  wordsOf,
  type CommandName,
  type FindArguments,
  type ListArguments,
  type MapArguments,
} from "./option-table.ts";
import {
  lastOf,
  parseOptions,
  splitWords,
  typedAs,
  type OptionValues,
  type SplitWords,
  type TypedOptions,
} from "./parse-options.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** A directory, and how to print what is found in it. */
export interface Place {
  readonly directory: string;
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  readonly store: StoreAddress;
  readonly typed: TypedOptions;
}

/** The listing of one directory. */
export interface ListCommand extends Place {
  /** The words that ask for this directory alone. */
  readonly words: readonly string[];
  readonly profile: Profile;
  readonly arguments: ListArguments;
  readonly all: boolean;
  readonly long: boolean;
  /** How each directory of the page is sorted, with `long`. */
  readonly sort: "name" | "size" | "time";
}

/** The listing of a directory whose path is known. */
export interface ListedDirectory extends ListCommand {
  /** The absolute path, as the tools take it. */
  readonly dirPath: string;
}

export interface MapCommand {
  readonly type: "map";
  readonly places: readonly Place[];
  readonly arguments: MapArguments;
  /** How many levels are shown at most; any number if undefined. */
  readonly levels: number | undefined;
}

/** A search in one directory. */
export interface FindCommand {
  readonly type: "find";
  readonly place: Place;
  readonly words: readonly string[];
  readonly arguments: FindArguments;
}

/** What directories cost a model. */
export interface TokensCommand {
  readonly type: "tokens";
  readonly places: readonly Place[];
}

export interface CallCommand {
  readonly type: "call";
  readonly toolName: string;
  /** JSON text, or `-` to read it from standard input. */
  readonly payload: string;
  readonly profiles: readonly Profile[];
  /** How many entries `list_directory` indexes, if not as many as by default. */
  readonly maxIndexed?: number | undefined;
  readonly store: StoreAddress;
}

export interface SchemaCommand {
  readonly type: "schema";
  /** The tool whose spec to print; undefined for all. */
  readonly toolName: string | undefined;
  readonly profiles: readonly Profile[];
}

/** A server for trees below roots. */
export interface ServerCommand<Type extends "mcp" | "web"> {
  readonly type: Type;
  readonly roots: readonly string[];
  readonly store: StoreAddress;
  readonly values: OptionValues;
}

export type Command =
  | { readonly type: "list"; readonly listings: readonly ListCommand[] }
  | MapCommand
  | FindCommand
  | TokensCommand
  | CallCommand
  | SchemaCommand
  | ServerCommand<"mcp">
  | ServerCommand<"web">
  | { readonly type: "completion"; readonly shell: string }
  | { readonly type: "help"; readonly command: CommandName }
  | { readonly type: "version" };

/** Returns the command, or throws a `UsageError`. */
export function parseCommand(argv: readonly string[]): Command {
  if (argv[0] === "mcp") {
    return parseMcp(argv.slice(1));
  }
  const split = splitWords(argv);
  const [first] = split.operands;
  const named = first?.isAfterEnd === false ? first.value : undefined;
  const spoken = COMMANDS.find(({ name }) => name === named && name !== "list")?.name ?? "list";
  // `-m` is a way to write `map`, and no option of it.
  const isMap = spoken === "list" && split.options.some(({ name }) => name === "map");
  const command = isMap ? "map" : spoken;
  const values = parseOptions(isMap ? split.options.filter(({ name }) => name !== "map") : split.options, command);
  if (values.flags.has("help")) {
    return { type: "help", command };
  }
  if (values.flags.has("version")) {
    return { type: "version" };
  }
  if (command === "list") {
    return { type: "list", listings: parseListings(argv, split, values) };
  }
  const words = split.operands.map(({ value }) => value);
  return parseNamed(command, isMap ? words : words.slice(1), values);
}

/** The words after `mcp`. Whatever else they say, `--help` shows the help. */
function parseMcp(argv: readonly string[]): Command {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  if (words.includes("--help") || words.includes("-h")) {
    return { type: "help", command: "mcp" };
  }
  const { operands, options } = splitServerWords(argv);
  const roots = operands.map(({ value }) => value);
  return toServer("mcp", roots, parseOptions(options, "mcp"));
}

function toServer<Type extends "mcp" | "web">(
  type: Type,
  roots: readonly string[],
  values: OptionValues,
): ServerCommand<Type> {
  if (roots.includes("")) {
    throw new UsageError("a root must not be empty", type);
  }
  return { type, roots, store: addressOf(values, type), values };
}

function splitServerWords(argv: readonly string[]): SplitWords {
  try {
    return splitWords(argv, true);
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    throw new UsageError(line, "mcp");
  }
}

function parseNamed(command: CommandName, words: readonly string[], values: OptionValues): Command {
  const { profiles } = values;
  const [first, second, ...rest] = words;
  switch (command) {
    case "map": {
      const { depth: levels, ...asked } = values.toolArguments;
      return { type: "map", places: parsePlaces(words, values, command), arguments: asked, levels };
    }
    case "find": {
      const [place] = parsePlaces([lastOf(values, "dir") ?? "."], values, command) as [Place];
      return { type: "find", place, words, arguments: values.toolArguments };
    }
    case "tokens":
      return { type: "tokens", places: parsePlaces(words, values, command) };
    case "call":
      refuseUnknown(command, first);
      if (first === undefined || second === undefined || rest.length > 0) {
        const example = 'dirleaf call list_dir \'{"dir_path":"/repo"}\'';
        throw new UsageError(`call takes a tool and its arguments: ${example}`, command);
      }
      return {
        type: "call",
        toolName: first,
        payload: second,
        profiles,
        maxIndexed: parseMaxIndexed(values),
        store: addressOf(values, command),
      };
    case "web":
      return toServer(command, words, values);
    case "schema":
      return { type: "schema", toolName: parseWord(command, "at most one tool", words), profiles };
    case "completion": {
      const shell = parseWord(command, "one shell", words);
      if (shell === undefined) {
        throw new UsageError("completion takes a shell: bash, zsh or fish", command);
      }
      return { type: "completion", shell };
    }
    case "help": {
      const asked = parseWord(command, "at most one command", words) ?? "list";
      return { type: "help", command: asked as CommandName };
    }
    default:
      // The server has its own options, and the words before `mcp` were not parsed as these.
      throw new UsageError(`'${command}' comes first: dirleaf ${command} …; a directory of that name is ./${command}`);
  }
}

/** The listings of the directories that were named. */
function parseListings(argv: readonly string[], { operands }: SplitWords, values: OptionValues): ListCommand[] {
  const { flags, toolArguments, typed } = values;
  const named = operands.map(({ value }) => value);
  const places = parsePlaces(named, values, "list");
  const profile = profileOf(listDirTool, values.profiles);
  if (profile === "leaf" && !values.profiles.includes("leaf")) {
    throw new UsageError(`--profile ${values.profiles.join(",")} is not for list_dir: use 'dirleaf call'`, "call");
  }
  const [all, long, json] = (["all", "long", "json"] as const).map((name) => {
    if (flags.has(name) && profile !== "leaf") {
      throw new UsageError(`${typedAs(typed, name)} needs --profile leaf`);
    }
    return flags.has(name);
  }) as [boolean, boolean, boolean];
  refuseTogether(values, { all, long, json }, places.length === 1);
  const sort = (lastOf(values, "sort") ?? "name") as ListCommand["sort"];
  return places.map((place, number) => {
    const others = new Set(operands.filter((_, other) => other !== number).map(({ index }) => index));
    const words = argv.filter((_, index) => !others.has(index));
    return { ...place, words, profile, arguments: toolArguments, all, long, sort };
  });
}

/** Refuses what does not go together: the first of these that holds. */
function refuseTogether(
  { toolArguments: { order, limit, offset, after }, typed, texts }: OptionValues,
  { all, long, json }: Pick<ListCommand, "all" | "long" | "json">,
  isOne: boolean,
): void {
  const isSorted = texts.has("sort");
  const isSeveral = !isOne && (offset !== undefined || after !== undefined);
  const refusals: readonly (readonly [boolean, string])[] = [
    [all && order === "breadth", "--all prints in order tree: leave out --order breadth"],
    [all && limit !== undefined, `--all has no ${typedAs(typed, "limit")}: leave out one of the two`],
    [all && offset !== undefined, "--all has no --offset: to start in the middle, give --after"],
    [isSorted && !long, "--sort needs --long: without it no sizes and times are read"],
    [isSorted && all, "--all prints while it reads, by name: leave out --sort, or sort the lines of --json"],
    [isSorted && json, "--json has the order of the tool: leave out --sort, and sort by size or modifiedMs yourself"],
    [isSorted && after !== undefined, "--sort goes on with --offset: leave out --after"],
    [after !== undefined && order === "breadth", "--after goes on in order tree: leave out --order breadth"],
    [isSeveral, `${after === undefined ? "--offset" : "--after"} goes on in one directory: name only that one`],
    [!isOne && all && json, "--all --json does not say which directory an entry is in: name one directory at a time"],
  ];
  const [, message] = refusals.find(([isSo]) => isSo) ?? [];
  if (message !== undefined) {
    throw new UsageError(message);
  }
}

/** The directories that were named, or the working directory. */
function parsePlaces(words: readonly string[], values: OptionValues, command: CommandName): Place[] {
  if (words.includes("")) {
    throw new UsageError("the directory is empty; the working directory is '.'", command);
  }
  const { typed, flags } = values;
  const color = (lastOf(values, "color") ?? "auto") as Place["color"];
  const how = { json: flags.has("json"), color, store: addressOf(values, command), typed };
  return (words.length === 0 ? ["."] : words).map((directory) => ({ directory, ...how }));
}

function parseMaxIndexed(values: OptionValues): number | undefined {
  const given = lastOf(values, "max-indexed");
  if (given !== undefined && !AT_LEAST_ONE.fits(Number(given))) {
    throw new UsageError(`--max-indexed must be ${AT_LEAST_ONE.expected}, not ${quoteWord(given)}`, "call");
  }
  return given === undefined ? undefined : Number(given);
}

function addressOf(values: OptionValues, command: CommandName): StoreAddress {
  const endpoint = lastOf(values, "endpoint");
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new UsageError(`--endpoint must be an http:// or https:// URL, not ${quoteWord(endpoint)}`, command);
  }
  return { endpoint, region: lastOf(values, "region") };
}

/** The only word that a command takes, if it is given: one of those that it knows. */
function parseWord(command: CommandName, expected: string, [word, ...rest]: readonly string[]): string | undefined {
  if (rest.length > 0) {
    throw new UsageError(`${command} takes ${expected}; ${rest.map(quoteWord).join(" ")} is too much`, command);
  }
  refuseUnknown(command, word);
  return word;
}

function refuseUnknown(command: CommandName, word: string | undefined): void {
  const known = wordsOf(command);
  if (word !== undefined && !known.includes(word)) {
    throw new UsageError(`${command} knows ${known.join(", ")}, not ${quoteWord(word)}`, command, { word, known });
  }
}
