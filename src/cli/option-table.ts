// Every option of every command, declared once. The parser, the help, completion and the tables in the documents use this table.
import { FIND_FILES_ARGUMENTS } from "../tools/find-files.ts";
import { LIST_DIR_ARGUMENTS } from "../tools/list-dir.ts";
import { MAP_DIR_ARGUMENTS } from "../tools/map-dir.ts";
import { nameOf, type Argument, type Arguments } from "../tooling/argument.ts";
import type { OptionRule } from "../tooling/check-options.ts";
import { PROFILE_RULE, PROFILES } from "../tools/profile.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";
import { type CommandName, COMMANDS } from "./command-line.ts";
import { HOST_SETUPS } from "./host-setups.ts";

export interface Option {
  readonly name: string;
  /** The short form of the option. */
  readonly letter?: string | undefined;
  /** `flag` has no value; `count` is a whole number; `choice` is one of a few words. */
  readonly kind: "flag" | "count" | "text" | "choice";
  /** What the help shows in place of the value. */
  readonly placeholder?: string | undefined;
  readonly choices?: readonly string[];
  /** Set if the value is a list, with commas between its words: what it must be. */
  readonly list?: OptionRule;
  readonly isRepeatable?: true;
  /**
   * The smallest count.
   * @default 1
   */
  readonly min?: number;
  readonly default?: string | undefined;
  readonly help: string;
  /** The argument of a tool that the option sets, and for a flag its value. */
  readonly sets?: { readonly field: string; readonly flag?: boolean };
}

const HELP: Option = { name: "help", letter: "h", kind: "flag", help: "show help" };
const JSON_LINE: Option = { name: "json", kind: "flag", help: "one line of JSON" };
const PATHS: readonly Option[] = [
  flag("paths", "one path per line, for other programs"),
  { ...flag("null", "the same with a NUL after each path, for xargs -0"), letter: "0" },
];
const COLOR = choice("color", "when", ["auto", "always", "never"], "colours");
const PROFILE: Option = { ...choice("profile", "name", PROFILES, ""), list: PROFILE_RULE };
const DENY: Option = { ...text("deny", "glob", "paths that are never listed; may be repeated"), isRepeatable: true };
const STORE = [
  text("endpoint", "url", "endpoint of the store, for s3://bucket/prefix"),
  text("region", "name", "region of the bucket"),
];

const OPTIONS: Readonly<Record<CommandName, () => readonly Option[]>> = {
  list: () => [
    ...onTerminal(optionsFor(LIST_DIR_ARGUMENTS), { ...BY_WINDOW, hidden: ", on a terminal no" }),
    flag("all", "everything, as one tree"),
    JSON_LINE,
    ...PATHS,
    COLOR,
    ...STORE,
    HELP,
    { ...flag("version", "show the version"), letter: "V" },
  ],
  map: () => [...onTerminal(optionsFor(MAP_DIR_ARGUMENTS)), JSON_LINE, ...PATHS, COLOR, ...STORE, HELP],
  find: () => [
    { ...text("dir", "dir", "the directory to search"), letter: "C", default: "." },
    ...onTerminal(optionsFor(FIND_FILES_ARGUMENTS)),
    JSON_LINE,
    ...PATHS,
    COLOR,
    ...STORE,
    HELP,
  ],
  tokens: () => [JSON_LINE, ...STORE, HELP],
  call: () => [PROFILE, ...STORE, HELP],
  schema: () => [PROFILE, HELP],
  mcp: () => [
    ...defaultsFor(MAP_DIR_ARGUMENTS).filter(({ name }) => name === "budget"),
    ...defaultsFor(LIST_DIR_ARGUMENTS),
    PROFILE,
    { ...text("tools", "names", "tools to offer, as a,b,c"), default: "all but list_directory" },
    DENY,
    flag("no-structured", "list_directory answers in text only"),
    count("max-indexed", "1000", "entries that list_directory indexes"),
    { ...count("max-bytes", "10000", "largest answer in bytes"), min: 256 },
    count("max-running", "8", "calls at once; the rest wait"),
    flag("ui", "offer show_dir, a tree for users, if the host can"),
    flag("no-cache", "read huge directories again for every page"),
    flag("http", "serve over HTTP, not over standard input"),
    { ...text("host", "address", "address to listen on"), default: "127.0.0.1" },
    { ...count("port", "3977", "port to listen on; 0 takes any"), min: 0 },
    text("token-file", "file", "file with the bearer token that clients must send"),
    { ...text("allow-host", "name", "another host name to answer to; may be repeated"), isRepeatable: true },
    ...STORE,
    HELP,
  ],
  setup: () => [HELP],
  web: () => [DENY, flag("no-open", "print the address without opening a browser"), ...STORE, HELP],
  completion: () => [HELP],
  help: () => [HELP],
};

export function optionsOf(command: CommandName): readonly Option[] {
  return OPTIONS[command]();
}

/** All options by their names. An option of several commands has the same kind and letter in all of them. */
export function allOptions(): ReadonlyMap<string, Option> {
  return new Map(COMMANDS.flatMap(({ name }) => optionsOf(name).map((option) => [option.name, option])));
}

/** The words that the first operand of a command may be; none if it may be anything. */
export function operandChoices(command: CommandName): readonly string[] {
  const choices: Partial<Record<CommandName, readonly string[]>> = {
    call: TOOL_NAMES,
    schema: TOOL_NAMES,
    setup: HOST_SETUPS.map(({ name }) => name),
    completion: ["bash", "zsh", "fish"],
    help: COMMANDS.map(({ name }) => name),
  };
  return choices[command] ?? [];
}

function flag(name: string, help: string): Option {
  return { name, kind: "flag", help };
}

function count(name: string, byDefault: string, help: string): Option {
  return { name, kind: "count", placeholder: "n", default: byDefault, help };
}

function text(name: string, placeholder: string, help: string): Option {
  return { name, kind: "text", placeholder, help };
}

/** The first choice is the default. */
function choice(name: string, placeholder: string, choices: readonly string[], help: string): Option {
  return { name, kind: "choice", placeholder, choices, default: choices[0], help };
}

/** The options for the arguments of a tool. The directory and the words of a search are operands. */
function optionsFor(declared: Arguments): Option[] {
  return Object.entries(declared).flatMap(([field, argument]) =>
    field === "dirPath" || field === "words" ? [] : toOptions(field, argument),
  );
}

/** What the help adds to defaults that are different on a terminal. */
const BY_WINDOW = { budget: " or the window", depth: " or the window", limit: " or the window" };

function onTerminal(options: readonly Option[], additions: Readonly<Record<string, string>> = BY_WINDOW): Option[] {
  return options.map((option) => ({
    ...option,
    default: option.default && option.default + (additions[option.name] ?? ""),
  }));
}

/** The options of a server for the arguments whose defaults the operator may set. */
function defaultsFor(declared: Arguments): Option[] {
  return optionsFor(Object.fromEntries(Object.entries(declared).filter(([, { isSettable }]) => isSettable === true)));
}

function toOptions(field: string, declared: Argument): Option[] {
  const { forPeople: help, placeholder, short: letter, default: byDefault } = declared;
  const name = nameOf(field, declared).replaceAll("_", "-");
  const option = { name, letter, help, placeholder, sets: { field }, default: byDefault?.toString() };
  switch (declared.kind) {
    case "flag": {
      const on = {
        ...option,
        ...flag(name, help),
        default: byDefault ? "yes" : undefined,
        sets: { field, flag: true },
      };
      const off = declared.forPeopleOff;
      return off === undefined ? [on] : [on, { ...flag(`no-${name}`, off), sets: { field, flag: false } }];
    }
    case "choice":
      return [{ ...option, kind: "choice", placeholder: placeholder ?? field, choices: declared.choices }];
    case "texts":
      return [{ ...option, kind: "text", isRepeatable: true }];
    case "text":
      return [{ ...option, kind: "text" }];
    default:
      return [{ ...option, kind: "count", placeholder: "n" }];
  }
}
