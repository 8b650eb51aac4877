// The options among the words of a command, checked against the table.
import type { Profile } from "../tools/list-dir-tool.ts";
import { OPTIONS, type CommandName, type OptionLine } from "./option-table.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** Arguments of `list_dir`, which are options of `listDir` by the same names. */
export interface ListArguments {
  readonly depth?: number;
  readonly limit?: number;
  readonly offset?: number;
  readonly order?: "breadth" | "tree";
  readonly after?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly gitignore?: "off" | "collapse" | "omit";
  readonly hidden?: boolean;
}

/** An option as `parseArgs` found it. */
export interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

export interface OptionValues {
  readonly flags: ReadonlySet<string>;
  /** The values of the other options, each in the order in which they were given. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly profile: Profile;
  readonly listArguments: ListArguments;
}

/** The values of the options of a command, or a `UsageError`. */
export function parseOptions(tokens: readonly OptionToken[], command: CommandName): OptionValues {
  const flags = new Set<string>();
  const texts = new Map<string, string[]>();
  const listArguments: Record<string, unknown> = {};
  for (const token of tokens) {
    const option = findOption(token, command);
    if (option.type === "flag") {
      if (token.value !== undefined) {
        throw new UsageError(`${token.rawName} takes no value, not even ${quoteWord(token.value)}`, command);
      }
      flags.add(option.name);
    } else {
      texts.set(option.name, [...(texts.get(option.name) ?? []), valueOf(token, option, command)]);
    }
    if (option.isArgument === true) {
      addArgument(listArguments, option, texts.get(option.name) ?? []);
    }
  }
  const profile = (texts.get("profile")?.at(-1) ?? "leaf") as Profile;
  refuseForOriginals(profile, listArguments);
  return { flags, texts, profile, listArguments };
}

function findOption({ name, rawName }: OptionToken, command: CommandName): OptionLine {
  const option = OPTIONS.find((line) => line.name === name);
  const known = OPTIONS.filter(({ commands }) => commands.includes(command)).map((line) => `--${line.name}`);
  if (option === undefined) {
    throw new UsageError(`unknown option ${quoteWord(rawName)}`, command, { word: rawName, known });
  }
  if (!option.commands.includes(command)) {
    throw new UsageError(
      command === "call" && option.isArgument === true
        ? `${rawName} goes into the JSON of a call`
        : `${rawName} is no option of ${command === "list" ? "a listing" : `'dirleaf ${command}'`}`,
      command,
    );
  }
  return option;
}

function valueOf({ rawName, value, inlineValue }: OptionToken, option: OptionLine, command: CommandName): string {
  if (value === undefined) {
    throw new UsageError(`${rawName} needs a value: ${rawName} <${option.value}>`, command);
  }
  if (option.type === "count") {
    if (!/^\d+$/.test(value)) {
      throw new UsageError(`${rawName} must be a whole number, not ${quoteWord(value)}`, command);
    }
  } else if (option.choices?.includes(value) === false) {
    const choices = option.choices.join(", ");
    const mistyped = { word: value, known: option.choices };
    throw new UsageError(`${rawName} must be one of ${choices}, not ${quoteWord(value)}`, command, mistyped);
  } else if (option.type === "text" && inlineValue !== true && /^-./.test(value)) {
    // More likely the next option, and this one's value was forgotten.
    throw new UsageError(
      `${rawName} needs a value; one that begins with '-' is written ${quoteWord(`${rawName}=${value}`)}`,
      command,
    );
  }
  return value;
}

function addArgument(
  target: Record<string, unknown>,
  { name, type, isRepeatable }: OptionLine,
  values: string[],
): void {
  if (type === "flag") {
    target["hidden"] = name === "hidden";
  } else if (isRepeatable === true) {
    target[name] = values;
  } else {
    target[name] = type === "count" ? Number(values.at(-1)) : values.at(-1);
  }
}

/** The profiles of the original know where a page starts and how long and deep it is, and no more. */
function refuseForOriginals(profile: Profile, listArguments: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(listArguments).find((name) => !["depth", "limit", "offset"].includes(name));
  if (profile !== "leaf" && unknown !== undefined) {
    throw new UsageError(`--${unknown} needs --profile leaf`);
  }
}
