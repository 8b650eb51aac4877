// Parses the command line's words into a command. Looks only at the words; the tools check what they ask for.
import { parseArgs } from "node:util";

import type { Profile } from "../listing/profile.ts";
import type { StoreAddress } from "../listing/open-stores.ts";
import { COMMANDS, OPTIONS, type CommandName, type ListArguments, type MapArguments } from "./option-table.ts";
import { parseOptions, type OptionValues } from "./parse-options.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

export interface ListCommand {
  readonly type: "list";
  readonly directory: string;
  readonly profile: Profile;
  readonly arguments: ListArguments;
  readonly all: boolean;
  readonly long: boolean;
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  readonly store: StoreAddress;
}

export interface MapCommand extends Pick<ListCommand, "directory" | "json" | "color" | "store"> {
  readonly type: "map";
  readonly arguments: MapArguments;
}

export interface CallCommand {
  readonly type: "call";
  readonly toolName: string;
  /** JSON text, or `-` to read it from standard input. */
  readonly payload: string;
  readonly profile: Profile;
  readonly store: StoreAddress;
}

export interface WebCommand {
  readonly type: "web";
  readonly roots: readonly string[];
  readonly deny: readonly string[];
  /** Whether to open the page in the browser. */
  readonly open: boolean;
  readonly store: StoreAddress;
}

export type Command =
  | ListCommand
  | MapCommand
  | CallCommand
  | WebCommand
  | { readonly type: "schema"; readonly toolName: string | undefined; readonly profile: Profile }
  | { readonly type: "completion"; readonly shell: string }
  | { readonly type: "help"; readonly command: CommandName }
  | { readonly type: "version" };

const FLAG = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;

/** Returns the command, or throws a `UsageError`. */
export function parseCommand(argv: readonly string[]): Command {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      OPTIONS.map(({ name, short, type }) => {
        const kind = type === "flag" ? FLAG : VALUE;
        return [name, short === undefined ? kind : { ...kind, short }];
      }),
    ),
    // We report unknown options and missing values in our own words.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const terminator = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Infinity;
  const operands = tokens.flatMap((token) => (token.kind === "positional" ? [token] : []));
  const [first] = operands;
  // After `--` a word is a directory, whatever it says.
  const named = first !== undefined && first.index < terminator ? first.value : undefined;
  const command = COMMANDS.find(({ name }) => name === named && name !== "list")?.name ?? "list";
  const values = parseOptions(
    tokens.flatMap((token) => (token.kind === "option" ? [token] : [])),
    command,
  );
  if (values.flags.has("help")) {
    return { type: "help", command };
  }
  if (values.flags.has("version")) {
    return { type: "version" };
  }
  const words = operands.map(({ value }) => value);
  return command === "list" ? parseList(words, values) : parseNamed(command, words.slice(1), values);
}

function parseNamed(command: CommandName, words: readonly string[], values: OptionValues): Command {
  const { profile } = values;
  const [first, second, ...rest] = words;
  switch (command) {
    case "map":
      return { type: "map", ...parsePlace(words, values, command), arguments: values.toolArguments };
    case "call":
      if (first === undefined || second === undefined || rest.length > 0) {
        const example = 'dirleaf call list_dir \'{"dir_path":"/repo"}\'';
        throw new UsageError(`call takes a tool and its arguments: ${example}`, command);
      }
      return { type: "call", toolName: first, payload: second, profile, store: addressOf(values) };
    case "web":
      return parseWeb(words, values);
    case "schema":
      refuseMore(command, "at most one tool", words.slice(1));
      return { type: "schema", toolName: oneOf(command, first), profile };
    case "completion":
      refuseMore(command, "one shell", words.slice(1));
      if (first === undefined) {
        throw new UsageError("completion takes a shell: bash, zsh or fish", command);
      }
      return { type: "completion", shell: oneOf(command, first) };
    case "help":
      refuseMore(command, "at most one command", words.slice(1));
      return { type: "help", command: (oneOf(command, first) ?? "list") as CommandName };
    default:
      // The server has its own options, and the words before `mcp` were not parsed as these.
      throw new UsageError(`'${command}' comes first: dirleaf ${command} …; a directory of that name is ./${command}`);
  }
}

function parseList(words: readonly string[], values: OptionValues): ListCommand {
  const { profile, flags, toolArguments } = values;
  const place = parsePlace(words, values, "list");
  const [all, long] = (["all", "long", "json"] as const).map((name) => {
    if (flags.has(name) && profile !== "leaf") {
      throw new UsageError(`--${name} needs --profile leaf`);
    }
    return flags.has(name);
  }) as [boolean, boolean, boolean];
  if (all) {
    refuseWithAll(toolArguments);
  }
  return { type: "list", ...place, profile, arguments: toolArguments, all, long };
}

/** The directory, and how to print what is found: the same for a listing and a map. */
function parsePlace(
  words: readonly string[],
  values: OptionValues,
  command: CommandName,
): Pick<ListCommand, "directory" | "json" | "color" | "store"> {
  const { flags, texts } = values;
  const [directory = ".", ...rest] = words;
  if (directory === "") {
    throw new UsageError("the directory is empty; the working directory is '.'", command);
  }
  if (rest.length > 0) {
    throw new UsageError(`one directory at a time, not ${words.map(quoteWord).join(" and ")}`, command);
  }
  const color = (texts.get("color")?.at(-1) ?? "auto") as ListCommand["color"];
  return { directory, json: flags.has("json"), color, store: addressOf(values) };
}

function parseWeb(words: readonly string[], values: OptionValues): WebCommand {
  if (words.includes("")) {
    throw new UsageError("a root must not be empty", "web");
  }
  return {
    type: "web",
    roots: words.length === 0 ? ["."] : words,
    deny: values.texts.get("deny") ?? [],
    open: !values.flags.has("no-open"),
    store: addressOf(values),
  };
}

function refuseWithAll({ order, limit, offset }: ListArguments): void {
  if (order === "breadth") {
    throw new UsageError("--all prints in order tree: leave out --order breadth");
  }
  if (limit !== undefined) {
    throw new UsageError("--all has no --limit: leave out one of the two");
  }
  if (offset !== undefined) {
    throw new UsageError("--all has no --offset: to start in the middle, give --after");
  }
}

function addressOf({ texts }: OptionValues): StoreAddress {
  return { endpoint: texts.get("endpoint")?.at(-1), region: texts.get("region")?.at(-1) };
}

function refuseMore(command: CommandName, expected: string, rest: readonly string[]): void {
  if (rest.length > 0) {
    throw new UsageError(`${command} takes ${expected}; ${rest.map(quoteWord).join(" ")} is too much`, command);
  }
}

function oneOf<Word extends string | undefined>(command: CommandName, word: Word): Word {
  const known =
    command === "help"
      ? COMMANDS.map(({ name }) => name).filter((name) => name !== "list")
      : COMMANDS.find(({ name }) => name === command)?.words;
  if (word !== undefined && known?.includes(word) === false) {
    throw new UsageError(`${command} knows ${known.join(", ")}, not ${quoteWord(word)}`, command, { word, known });
  }
  return word;
}
