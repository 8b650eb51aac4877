// The command line's arguments to a command. Looks at nothing but the words; the tools judge what they ask for.
import { parseArgs } from "node:util";

import { PROFILES, type Profile } from "../tools/list-dir-tool.ts";

export interface ListCommand {
  readonly type: "list";
  readonly directory: string;
  readonly profile: Profile;
  /** Arguments of `list_dir`. */
  readonly options: Readonly<Record<string, string | number>>;
}

export interface CallCommand {
  readonly type: "call";
  readonly toolName: string;
  /** JSON text, or `-` for what standard input holds. */
  readonly payload: string;
  readonly profile: Profile;
}

export type Command = ListCommand | CallCommand | { readonly type: "help" };

/** The words of the command make no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const NUMBERS = ["depth", "limit", "offset"] as const;
const WORDS = ["order", "after"] as const;

/** The command behind the arguments, or a `UsageError`. */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parseWords(argv);
  if (values.help === true) {
    return { type: "help" };
  }
  const profile = PROFILES.find((name) => name === values.profile);
  if (profile === undefined) {
    throw new UsageError(`--profile must be one of ${PROFILES.join(", ")}, not '${values.profile}'`);
  }
  const options = parseOptions(values, profile);
  if (positionals[0] === "call") {
    return parseCall(positionals, options, profile);
  }
  const [directory = ".", ...rest] = positionals;
  if (rest.length > 0) {
    throw new UsageError(`one directory at a time, not '${positionals.join("' and '")}'`);
  }
  return { type: "list", directory, profile, options };
}

function parseWords(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        depth: { type: "string" },
        limit: { type: "string" },
        offset: { type: "string" },
        order: { type: "string" },
        after: { type: "string" },
        profile: { type: "string", default: "leaf" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function parseOptions(values: Readonly<Record<string, unknown>>, profile: Profile): Record<string, string | number> {
  const options: Record<string, string | number> = {};
  for (const name of NUMBERS) {
    const value = values[name];
    if (typeof value === "string") {
      options[name] = parseCount(name, value);
    }
  }
  for (const name of WORDS) {
    const value = values[name];
    if (typeof value === "string") {
      if (profile !== "leaf") {
        throw new UsageError(`--${name} needs --profile leaf`);
      }
      options[name] = value;
    }
  }
  return options;
}

function parseCount(name: string, value: string): number {
  if (!/^\d+$/.test(value)) {
    throw new UsageError(`--${name} must be a whole number, not '${value}'`);
  }
  return Number(value);
}

function parseCall(positionals: readonly string[], options: Record<string, unknown>, profile: Profile): CallCommand {
  const [, toolName, payload, ...rest] = positionals;
  const [unused] = Object.keys(options);
  if (unused !== undefined) {
    throw new UsageError(`--${unused} goes into the JSON of a call`);
  }
  if (toolName === undefined || payload === undefined || rest.length > 0) {
    throw new UsageError('call takes a tool and its arguments: dirleaf call list_dir \'{"dir_path":"/repo"}\'');
  }
  return { type: "call", toolName, payload, profile };
}
