// Parses the command line's words into a command. Looks only at the words; the tools check what they ask for.
import { parseArgs } from "node:util";

import type { Profile } from "../tools/tool-declaration.ts";
import { AT_LEAST_ONE } from "../listing/check-options.ts";
import { isEndpoint, type StoreAddress } from "../listing/open-stores.ts";
import { COMMANDS, OPTIONS, type CommandName, type MapArguments } from "./option-table.ts";
import { parseListings, type ListCommand } from "./parse-listings.ts";
import { parseOptions, type OptionValues } from "./parse-options.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

export interface MapCommand extends Pick<ListCommand, "directory" | "json" | "color" | "store"> {
  readonly type: "map";
  readonly arguments: MapArguments;
}

/** What a directory costs a model. */
export interface TokensCommand extends Pick<ListCommand, "directory" | "store"> {
  readonly type: "tokens";
}

export interface CallCommand {
  readonly type: "call";
  readonly toolName: string;
  /** JSON text, or `-` to read it from standard input. */
  readonly payload: string;
  readonly profiles: readonly Profile[];
  /** How many entries `list_directory` indexes, if not as many as by default. */
  readonly maxIndexed?: number;
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
  | { readonly type: "list"; readonly listings: readonly ListCommand[] }
  | MapCommand
  | TokensCommand
  | CallCommand
  | WebCommand
  | { readonly type: "schema"; readonly toolName: string | undefined; readonly profiles: readonly Profile[] }
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
        return [name, short === undefined ? kind : { ...kind, short: short.slice(0, 1) }];
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
  const spoken = COMMANDS.find(({ name }) => name === named && name !== "list")?.name ?? "list";
  const options = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  // `-m` is a way to write `map`, and no option of it.
  const isMap = spoken === "list" && options.some(({ name }) => name === "map");
  const command = isMap ? "map" : spoken;
  const values = parseOptions(isMap ? options.filter(({ name }) => name !== "map") : options, command);
  if (values.flags.has("help")) {
    return { type: "help", command };
  }
  if (values.flags.has("version")) {
    return { type: "version" };
  }
  const words = operands.map(({ value }) => value);
  if (command !== "list") {
    return parseNamed(command, isMap ? words : words.slice(1), values);
  }
  const directories = words.length === 0 ? ["."] : words;
  const places = directories.map((directory, place) => ({
    ...parsePlace([directory], values, command),
    words: argv.filter((_, at) => !operands.some(({ index }, other) => index === at && other !== place)),
  }));
  return { type: "list", listings: parseListings(places, values) };
}

function parseNamed(command: CommandName, words: readonly string[], values: OptionValues): Command {
  const { profiles } = values;
  const [first, second, ...rest] = words;
  switch (command) {
    case "map":
      return { type: "map", ...parsePlace(words, values, command), arguments: values.toolArguments };
    case "tokens":
      return { type: "tokens", ...parsePlace(words, values, command) };
    case "call":
      if (first === undefined || second === undefined || rest.length > 0) {
        const example = 'dirleaf call list_dir \'{"dir_path":"/repo"}\'';
        throw new UsageError(`call takes a tool and its arguments: ${example}`, command);
      }
      return {
        type: "call",
        toolName: first,
        payload: second,
        profiles,
        ...parseMaxIndexed(values),
        store: addressOf(values, command),
      };
    case "web":
      return parseWeb(words, values);
    case "schema":
      refuseMore(command, "at most one tool", words.slice(1));
      return { type: "schema", toolName: oneOf(command, first), profiles };
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

function parseMaxIndexed({ texts }: OptionValues): Pick<CallCommand, "maxIndexed"> {
  const given = texts.get("max-indexed")?.at(-1);
  if (given !== undefined && !AT_LEAST_ONE.fits(Number(given))) {
    throw new UsageError(`--max-indexed must be ${AT_LEAST_ONE.expected}, not ${quoteWord(given)}`, "call");
  }
  return given === undefined ? {} : { maxIndexed: Number(given) };
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
  return { directory, json: flags.has("json"), color, store: addressOf(values, command) };
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
    store: addressOf(values, "web"),
  };
}

function addressOf({ texts }: OptionValues, command: CommandName): StoreAddress {
  const endpoint = texts.get("endpoint")?.at(-1);
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new UsageError(`--endpoint must be an http:// or https:// URL, not ${quoteWord(endpoint)}`, command);
  }
  return { endpoint, region: texts.get("region")?.at(-1) };
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
